import { execFile } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
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

/** What a program of this machine prints of itself; undefined where it does not run. It sees nothing of the user's but the search path and the home. */
export async function askProgram(
  words: readonly [string, ...string[]],
  { path, home }: MachineFacts,
  variables: Readonly<Record<string, string>> = {},
  stream: "stdout" | "stderr" = "stdout",
): Promise<string | undefined> {
  const [program, ...rest] = words;
  try {
    const printed = await promisify(execFile)(program, rest, {
      timeout: 20_000,
      cwd: "/",
      env: { LANG: "C.UTF-8", PATH: path, HOME: home, ...variables },
    });
    return printed[stream];
  } catch {
    return undefined;
  }
}
