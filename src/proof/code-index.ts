import { gramSequence } from "../analysis/index.ts";
import { createPause, type RepositoryPath } from "../base/index.ts";
import type { Syntax } from "../languages/index.ts";
import type { WantedGrams } from "./gram-share.ts";

/** The functions of some files by the grams of their bodies, names that a copy can change numbered: plain data. */
export interface CodeIndex {
  readonly paths: readonly RepositoryPath[];
  /** Of each function. */
  readonly names: readonly string[];
  /** Three numbers for each: which of the paths, its 0-based place among the functions of that file, where its grams end in `grams`. */
  readonly functions: Uint32Array;
  readonly grams: Uint32Array;
}

/** A function that holds much of a body. */
export interface FoundFunction {
  readonly path: RepositoryPath;
  readonly name: string;
  /** 0-based place among the functions of its file. */
  readonly at: number;
  /** Share of the body's grams that it holds, in `(0, 1]`. */
  readonly share: number;
}

/** A file's path and its content. */
export interface CodeFile {
  readonly path: RepositoryPath;
  readonly bytes: Buffer;
}

/** Reads the functions of some files. */
export async function indexFunctions(
  files: readonly CodeFile[],
  { functions: read }: Pick<Syntax, "functions">,
): Promise<CodeIndex> {
  const pause = createPause();
  const names: string[] = [];
  const functions: number[] = [];
  const grams: Uint32Array[] = [];
  let end = 0;
  for (const [place, { bytes }] of files.entries()) {
    await pause();
    for (const [at, { name, tokens }] of read(bytes.toString()).entries()) {
      const own = gramSequence(tokens, "renamed");
      names.push(name);
      grams.push(own);
      functions.push(place, at, (end += own.length));
    }
  }
  const paths = files.map(({ path }) => path);
  return { paths, names, functions: Uint32Array.from(functions), grams: concatenate(grams, end) };
}

function concatenate(parts: readonly Uint32Array[], length: number): Uint32Array {
  const whole = new Uint32Array(length);
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/** The functions that hold at least a share `least` of some grams. */
export function findFunctions(
  { paths, names, functions, grams }: CodeIndex,
  wanted: WantedGrams,
  least: number,
): readonly FoundFunction[] {
  const found: FoundFunction[] = [];
  let start = 0;
  for (let next = 0; next < functions.length; next += 3) {
    const [place = 0, at = 0, end = 0] = functions.subarray(next, next + 3);
    const share = wanted.shareIn(grams.subarray(start, end), least);
    if (share > 0) found.push({ path: paths[place] ?? "", name: names[next / 3] ?? "", at, share });
    start = end;
  }
  return found;
}
