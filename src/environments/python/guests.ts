import { fileURLToPath } from "node:url";

import { asHostPath, type HostPath } from "../../base/index.ts";
import { atAddresses, type ProgramCall, type ProgramCommand } from "../../languages/index.ts";

/** Folder with the guest programs of Python. */
export const PYTHON_GUESTS: HostPath = asHostPath(
  fileURLToPath(new URL("../../languages/python/guest", import.meta.url)),
);

/** Runs a guest program over a tree. */
export function guestCommand(
  name: string,
  { program, guests, searchPaths, seed }: ProgramCall,
  words: readonly string[],
): ProgramCommand {
  return {
    words: [...atAddresses(program, guests, seed), `${guests}/${name}`, ...words],
    variables: { PYTHONPATH: searchPaths.join(":"), PYTHONHASHSEED: String(seed) },
  };
}
