import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { asTyped, programName } from "../../src/cli/program-name.ts";

const root = join(import.meta.dirname, "..", "..");
const launcher = join(root, "bin", "diorama");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-name-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("the program is its path from where one is, or where that is longer its whole path", () => {
  const searchPath = "/usr/bin:relative";
  expect(programName({ directory: root, searchPath })).toBe("bin/diorama");
  expect(programName({ directory: join(root, "bin"), searchPath })).toBe("./diorama");
  expect(programName({ directory: join(root, "docs"), searchPath })).toBe("../bin/diorama");
  const far = `/${"f/".repeat(60)}`;
  expect(programName({ directory: far, searchPath })).toBe(launcher);
});

test("the program is its name where the shell finds this one so, and not where it finds another", () => {
  const [own, other] = [join(directory, "own"), join(directory, "other")];
  mkdirSync(own);
  mkdirSync(other);
  symlinkSync(launcher, join(own, "diorama"));
  writeFileSync(join(other, "diorama"), "");
  expect(programName({ directory: root, searchPath: `/usr/bin:${own}:${other}` })).toBe("diorama");
  expect(programName({ directory: root, searchPath: `${other}:${own}` })).toBe("bin/diorama");
});

test("only commands are replaced in a hint", () => {
  const name = programName({ directory: process.cwd(), searchPath: process.env["PATH"] ?? "" });
  expect(asTyped("Make diorama sets with: diorama build SOURCE --out DIR")).toBe(
    `Make diorama sets with: ${name} build SOURCE --out DIR`,
  );
});

test("a hint of the real program can be typed as it stands", () => {
  const { stderr } = spawnSync(process.execPath, [launcher, "show", directory], {
    encoding: "utf8",
    cwd: root,
  });
  expect(stderr).toContain("Make one with: bin/diorama build SOURCE --out DIR");
});

test("a measurement without a name is a list of those there are", () => {
  const bench = join(root, "scripts", "bench.mjs");
  for (const words of [[], ["juge"]]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bench, ...words], { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/There is: brackets, .*coverage, .*fuzz, .*\nType: npm run bench -- NAME…\n$/);
  }
});
