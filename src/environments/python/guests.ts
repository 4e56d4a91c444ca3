import { atAddresses, type ProgramCall, type ProgramCommand } from "../../languages/index.ts";

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
