import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  asHostPath,
  makeFolders,
  requireWritable,
  UsageError,
  whileWriting,
  writeFileAtomically,
} from "../../src/base/index.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-writing-"));
  writeFileSync(join(directory, "file"), "as it was\n");
  mkdirSync(join(directory, "folder"));
  symlinkSync("loop", join(directory, "loop"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function messageOfRefusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError && error.code === "cannot-write") return error.message;
    throw error;
  }
  throw new Error("It was written.");
}

/** Paths that nobody can write, root included. */
const places = [
  { place: "file/below", why: /\/file is no folder\.$/ },
  { place: "file/below/it", why: /\/file is no folder\.$/ },
  { place: "folder", why: /: it is a folder\.$/ },
  { place: "/proc/diorama", why: /: nothing can be made in \/proc\.$/ },
  { place: "/proc/diorama/below", why: /: nothing can be made in \/proc\.$/ },
  { place: "/sys/diorama/below", why: /in \/sys\.$|can only be read\.$/ },
  { place: `${"n".repeat(300)}/below`, why: /: its name is longer than its file system allows\.$/ },
  { place: "loop/below", why: /: a symbolic link in it leads back to itself\.$/ },
];

describe.each(places)("$place cannot be written", ({ place, why }) => {
  test("which is found out beforehand, and told in one sentence", () => {
    const path = asHostPath(place.startsWith("/") ? place : join(directory, place));
    const message = messageOfRefusal(() => requireWritable(path));
    expect(message.startsWith(`Cannot write ${path}: `)).toBe(true);
    expect(message).toMatch(why);
    expect(messageOfRefusal(() => whileWriting(path, () => writeFileAtomically(path, "")))).toMatch(why);
    expect(readFileSync(join(directory, "file"), "utf8")).toBe("as it was\n");
  });
});

test("a path that can be written is left as it was", () => {
  requireWritable(asHostPath(join(directory, "new/below/page.html")));
  requireWritable(asHostPath(join(directory, "file")));
  expect(readdirSync(directory).toSorted()).toEqual(["file", "folder", "loop"]);
  expect(readFileSync(join(directory, "file"), "utf8")).toBe("as it was\n");
});

test("a file that a step wanted to read says nothing of where it writes", () => {
  const read = (): string => readFileSync(join(directory, "missing"), "utf8");
  expect(() => whileWriting(asHostPath(join(directory, "folder")), read)).toThrow("ENOENT");
});

test("folders are made with those above them, and named once", () => {
  const path = asHostPath(join(directory, "one/two"));
  expect(makeFolders(path)).toEqual([join(directory, "one"), path]);
  expect(makeFolders(path)).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

test("a pipe is written and stays one", async () => {
  const pipe = asHostPath(join(directory, "pipe"));
  execFileSync("mkfifo", [pipe]);
  const reader = spawn("cat", [pipe]);
  let read = "";
  reader.stdout.setEncoding("utf8").on("data", (text: string) => (read += text));
  requireWritable(pipe);
  writeFileAtomically(pipe, "through");
  await once(reader, "close");
  expect(read).toBe("through");
  expect(statSync(pipe).isFIFO()).toBe(true);
});
