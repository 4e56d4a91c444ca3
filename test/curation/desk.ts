import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { sha256 } from "../../src/base/index.ts";
import { TEST_CACHE } from "../environments/given.ts";

const root = join(import.meta.dirname, "..", "..");

/** A small repository with tests of its own: functions, a generator, a coroutine, a decorated function, a class. */
export const DESK = join(root, "test", "fixtures", "curation", "lending-desk");

/** An empty folder on the disk that holds the caches, with a `.cache` for each of `users` in which only uv is there already. */
export function givenFolder(users: readonly string[]): string {
  const base = join(homedir(), ".cache", "diorama");
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, "tests-build-"));
  for (const user of users) {
    const tools = join(folder, user, ".cache", "diorama", "tools");
    mkdirSync(tools, { recursive: true });
    if (existsSync(join(TEST_CACHE, "tools"))) cpSync(join(TEST_CACHE, "tools"), tools, { recursive: true });
  }
  return folder;
}

/** How a run of the program ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real program in a user's folder. Where `shouldKill` says so, it is killed without warning. */
export async function diorama(
  directory: string,
  words: readonly string[],
  shouldKill?: () => boolean,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, "bin", "diorama"), ...words], {
    cwd: directory,
    env: { ...process.env, XDG_CACHE_HOME: join(directory, ".cache") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const watch = setInterval(() => {
    if (shouldKill?.() === true) child.kill("SIGKILL");
  }, 20);
  const [exitCode, signal] = (await once(child, "close")) as [number | null, string | null];
  clearInterval(watch);
  return { exitCode, signal, stdout, stderr };
}

/** Digests of the manifest and of everything below `tasks/`, by path. */
export function bytesOf(taskSet: string): Record<string, string> {
  const paths = ["task-set.json", ...filesBelow(taskSet, "tasks")];
  return Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(join(taskSet, path)))]));
}

/** Paths of all files below a folder, relative to `base`, sorted. */
export function filesBelow(base: string, folder: string): string[] {
  return readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1))
    .toSorted();
}

/** Whole lines of a JSON Lines file; none where it is not there yet. */
export function linesOf(path: string): Record<string, unknown>[] {
  if (!existsSync(path)) return [];
  const whole = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Record<string, unknown>);
}
