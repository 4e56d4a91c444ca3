import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { givenFolder } from "../curation/desk.ts";
import {
  bytesOfTaskSet,
  PANTRY,
  pythonFunction,
  runDiorama,
  writeRepository,
} from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

/** What `npm pack` gives, installed as for all users of a machine, used as a user does who has no checkout. */

const root = join(import.meta.dirname, "..", "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

const obstacle = whyNpmInstallsNothing() ?? (await whyNothingCanBeInstalled());
const title = "an installed package" + (obstacle === undefined ? "" : ` (skipped: ${obstacle})`);

/** A user's program, which the compiler must take and find its one mistake. */
const PROGRAM = `import { openJudge, type TaskJudgement, type Verdict } from "diorama";

const [, , taskSet = "", ...answers] = process.argv;
await using judge = await openJudge({ taskSet, workers: 1 });
const task = judge.tasks.find((id) => id.startsWith("pantry-fill-")) ?? "";
const judged: TaskJudgement[] = await Promise.all(answers.map((answer) => judge.judge(task, answer)));
const verdicts: Verdict[] = judged.map(({ verdict }) => verdict);
// @ts-expect-error
const missing: Verdict = "solved";
console.log(verdicts.join(" "));
`;

describe.skipIf(obstacle !== undefined)(title, () => {
  const folder = givenFolder([""]);
  const installed = join(folder, "prefix", "lib", "node_modules", "diorama");
  const search = [join(folder, "prefix", "bin"), ...foldersOfPrograms()].join(delimiter);
  const variables = { PATH: search, XDG_CACHE_HOME: join(folder, ".cache") };
  beforeAll(() => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root });
    const tarball = join(folder, `diorama-${version}.tgz`);
    execFileSync("npm", ["install", "--global", "--silent", "--prefix", join(folder, "prefix"), tarball]);
    writeRepository(join(folder, "pantry"), PANTRY);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const diorama = (...words: string[]) =>
    spawnSync("diorama", words, { cwd: folder, encoding: "utf8", env: { ...process.env, ...variables } });

  test("holds all that the program is made of and reads, compiled, and nothing of the checkout", () => {
    const files = filesBelow(installed);
    const wanted = filesBelow(join(root, "src")).flatMap((path) =>
      path.endsWith(".ts") ? [path.replace(/\.ts$/, ".js"), path.replace(/\.ts$/, ".d.ts")] : [path],
    );
    expect(wanted.length).toBeGreaterThan(500);
    const compiled = files.filter((path) => path.startsWith("dist/"));
    expect(compiled.toSorted()).toEqual(wanted.map((path) => join("dist", path)).toSorted());
    expect(files.filter((path) => !/^(?:bin|dist|docs)\//.test(path)).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "package.json",
    ]);
    expect(files.filter((path) => readFileSync(join(installed, path)).includes(root))).toEqual([]);
  });

  test("says its version and what the machine can do", () => {
    expect(diorama("--version").stdout).toBe(`diorama ${version}\n`);
    const { status, stdout } = diorama("doctor");
    expect({ status, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      status: 0,
      last: "Ready to build, verify and evaluate.",
    });
  });

  test("makes the task set that the checkout makes, proves it again and evaluates it", async () => {
    const build = ["build", "pantry", "--tier", "simple", "--limit", "2"];
    const { status, stdout } = diorama(...build, "--out", "set");
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nNext: diorama evaluate \S+ --model reference\n$/);
    const ended = await runDiorama(folder, [...build, "--out", "again"], variables);
    expect(ended.exitCode).toBe(0);
    expect(bytesOfTaskSet(join(folder, "set"))).toEqual(bytesOfTaskSet(join(folder, "again")));
    expect(document("verify", "set", "--json")).toMatchObject({ tasks: 2, proven: 2, failed: [] });
    expect(document("evaluate", "set", "--model", "reference", "--json")).toMatchObject({
      tasks: 2,
      verdicts: { resolved: 2 },
    });
  });

  test.each([
    { module: "nodenext", resolution: "nodenext" },
    { module: "esnext", resolution: "bundler" },
  ])("has types for programs whose modules are resolved as $resolution", ({ module, resolution }) => {
    givenProgram();
    const compiler = join(root, "node_modules", "@typescript", "native", "bin", "tsc");
    const how = ["--noEmit", "--strict", "--target", "esnext", "--module", module];
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules", "@types")];
    const words = [compiler, ...how, "--moduleResolution", resolution, ...types, "judge.ts"];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });

  test("judges from a user's program", () => {
    givenProgram();
    const words = ["judge.ts", "set", pythonFunction("fill"), "I cannot help with that."];
    const env = { ...process.env, ...variables };
    expect(execFileSync(process.execPath, words, { cwd: folder, encoding: "utf8", env })).toBe(
      "resolved unresolved\n",
    );
  });

  function document(...words: string[]): Record<string, unknown> {
    const { status, stdout } = diorama(...words);
    expect(status).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Beside it the package is found as in any project that depends on it. */
  function givenProgram(): void {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(installed, join(folder, "node_modules", "diorama"));
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    writeFileSync(join(folder, "judge.ts"), PROGRAM);
  }
});

/** Paths of everything in a folder that is no folder, what others left or brought there aside. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(?:^|\/)(?:node_modules|__pycache__)\//.test(path));
}

/** Where a shell finds programs, without those of the checkout. */
function foldersOfPrograms(): string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
}

/** Why npm can install nothing here, or undefined. */
function whyNpmInstallsNothing(): string | undefined {
  const { status } = spawnSync("npm", ["view", "commander", "version"], { stdio: "ignore" });
  return status === 0 ? undefined : "npm's registry does not answer";
}
