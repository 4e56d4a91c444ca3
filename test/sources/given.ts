import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import { asHostPath, type HostPath, silentLogger } from "../../src/base/index.ts";
import type { AcquiredSource, AcquireOptions } from "../../src/sources/index.ts";

/** A new folder that goes away with the test. */
export function givenFolder(): HostPath {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "diorama-sources-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return asHostPath(folder);
}

/** Options with a cache of their own. */
export function givenOptions(): AcquireOptions {
  return { cacheDirectory: givenFolder(), logger: silentLogger };
}

/** Writes files, making the folders above them. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Runs git in a folder, whatever the user's own configuration says. */
export function git(folder: string, ...args: string[]): string {
  const settings = [
    "user.name=Baker",
    "user.email=baker@example.org",
    "init.defaultBranch=main",
    "commit.gpgSign=false",
  ];
  return execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), "-C", folder, ...args], {
    encoding: "utf8",
    env: { ...process.env, GIT_AUTHOR_DATE: COMMIT_DATE, GIT_COMMITTER_DATE: COMMIT_DATE },
  }).trim();
}

export const COMMIT_DATE = "2024-03-01T12:00:00Z";

/** A work tree with one commit of these files on `main`. */
export function givenRepository(files: Readonly<Record<string, string | Buffer>>): HostPath {
  const folder = asHostPath(join(givenFolder(), "bakery"));
  mkdirSync(folder);
  git(folder, "init", "--quiet");
  writeFiles(folder, files);
  git(folder, "add", "--all", "--force");
  git(folder, "commit", "--quiet", "--message", "Bread");
  return folder;
}

/** Path to text of every file of an acquired tree. */
export function contentsOf(acquired: AcquiredSource): Readonly<Record<string, string>> {
  return Object.fromEntries(
    acquired.files.map(({ path }) => [path, readFileSync(join(acquired.directory, path), "utf8")]),
  );
}

/** Path to reason of everything that was left out. */
export function leftOutOf(acquired: {
  readonly leftOut: AcquiredSource["leftOut"];
}): Readonly<Record<string, string>> {
  return Object.fromEntries(acquired.leftOut.map(({ path, reason }) => [path, reason]));
}
