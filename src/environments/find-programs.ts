import { execFile } from "node:child_process";
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import type { MachineFacts } from "./build-system.ts";

/** Paths of programs with a name: those on the search path first, then those at further places; each installation once. */
export function programsNamed(
  name: string,
  { path }: MachineFacts,
  elsewhere: readonly string[] = [],
): readonly string[] {
  const folders = path.split(delimiter).filter((folder) => folder.startsWith("/"));
  const found = [...folders.map((folder) => join(folder, name)), ...elsewhere].filter((file) =>
    existsSync(file),
  );
  return firstOfEach(found, realpathSync);
}

/** What stands in a folder, sorted; nothing where there is none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The first item of each key, in their order. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}

/** What programs said, by the question and the file that answered: the same are asked for every repository, several times. */
const answers = new Map<string, Promise<string | undefined>>();

/** What a program of this machine prints of itself; undefined where it does not run. It sees nothing of the user's but the search path and the home. Asked once in a process, as long as its file stays. */
export async function askProgram(
  words: readonly [string, ...string[]],
  { path, home }: MachineFacts,
  variables: Readonly<Record<string, string>> = {},
  stream: "stdout" | "stderr" = "stdout",
): Promise<string | undefined> {
  const file = statSync(words[0], { bigint: true, throwIfNoEntry: false });
  if (file === undefined) return undefined;
  const { dev, ino, size, mtimeNs } = file;
  const key = JSON.stringify([
    words,
    path,
    home,
    variables,
    stream,
    ...[dev, ino, size, mtimeNs].map(String),
  ]);
  const answer =
    answers.get(key) ??
    runForAnswer(words, { LANG: "C.UTF-8", PATH: path, HOME: home, ...variables }, stream);
  answers.set(key, answer);
  const said = await answer;
  // It may have been too slow for once.
  if (said === undefined) answers.delete(key);
  return said;
}

async function runForAnswer(
  [program, ...rest]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  stream: "stdout" | "stderr",
): Promise<string | undefined> {
  try {
    const printed = await promisify(execFile)(program, rest, {
      timeout: 20_000,
      cwd: "/",
      env,
    });
    return printed[stream];
  } catch {
    return undefined;
  }
}
