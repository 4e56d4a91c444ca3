import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";

import { quoteWord } from "../base/index.ts";

/** The launcher of this checkout or package. */
const LAUNCHER = join(import.meta.dirname, "..", "..", "bin", "diorama");

/** Where a user types commands. */
export interface Shell {
  readonly directory: string;
  /** `PATH`. */
  readonly searchPath: string;
}

/**
 * What to type for this program: `diorama` where the shell finds this very one so, else the path of its launcher, from the working directory
 * where that is shorter.
 */
export function programName({ directory, searchPath }: Shell): string {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const first = folders.map((folder) => findReal(join(folder, "diorama"))).find((path) => path !== undefined);
  if (first !== undefined && first === findReal(LAUNCHER)) return "diorama";
  const path = relative(directory, LAUNCHER);
  const near = path.includes("/") ? path : `./${path}`;
  return quoteWord(near.length < LAUNCHER.length ? near : LAUNCHER);
}

/** A hint whose commands are written `diorama COMMAND`, as they are typed in this process's shell. */
export function asTyped(hint: string): string {
  const commands =
    /\bdiorama (?=(?:build|import|verify|evaluate|report|show|try|stats|mutate|retire|pack|unpack|export|environment|doctor|…)(?![\w-]))/g;
  const name = programName({ directory: process.cwd(), searchPath: process.env["PATH"] ?? "" });
  return hint.replaceAll(commands, () => `${name} `);
}

function findReal(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
