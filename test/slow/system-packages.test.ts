import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, onTestFinished, test } from "vitest";

import { joinPath, makeTemporaryFolder, type HostPath } from "../../src/base/index.ts";
import { programsNamed } from "../../src/environments/find-programs.ts";
import {
  buildEnvironment,
  restoreEnvironment,
  type EnvironmentOptions,
} from "../../src/environments/index.ts";
import { checkApt } from "../../src/environments/system/apt.ts";
import { laysFilesOver, sandboxes } from "../../src/sandbox/index.ts";
import type { EnvironmentRecipe } from "../../src/spec/index.ts";
import { asAcquired, givenOptions } from "../environments/given.ts";

// Real packages of the distribution's archives, of programs that this machine does not have.

const options = await givenOptions();
const seen = { path: "/usr/local/bin:/usr/bin:/bin", home: "/" };
const lacking = ["re2c", "gperf", "flex", "bison", "valgrind"].find(
  (name) => programsNamed(name, seen).length === 0,
);
const isAble = checkApt(options.machine).status === "made" && (await laysFilesOver(options.backend));

function givenFolder(purpose: string): HostPath {
  const folder = makeTemporaryFolder(purpose);
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A tree in C whose build and tests call a program that the system lacks. */
function givenTree(program: string): HostPath {
  const tree = givenFolder("tree");
  mkdirSync(joinPath(tree, "src"));
  writeFileSync(joinPath(tree, "src", "main.c"), "int main(void) { return 0; }\n");
  writeFileSync(
    joinPath(tree, "Makefile"),
    `all:
	${program} --version

check:
	${program} --version
`,
  );
  return tree;
}

const build = (tree: HostPath, changes: Partial<EnvironmentOptions>) =>
  buildEnvironment(asAcquired(tree, "tool-user", null), { ...options, ...changes });

describe.skipIf(lacking === undefined || !isAble)("packages of the system", () => {
  test("are laid over its files where a build lacks them, and again from the recipe", async () => {
    const tree = givenTree(lacking ?? "");
    const cacheDirectory = givenFolder("cache");
    const outcome = await build(tree, { cacheDirectory });
    expect(outcome).toMatchObject({
      status: "verified",
      tests: { passed: 1, failed: 0 },
      remedies: [{ failure: "needs_system_package", sign: expect.stringContaining(lacking ?? "") }],
      environment: {
        recipe: {
          system: {
            wanted: [lacking],
            packages: expect.arrayContaining([expect.objectContaining({ name: lacking })]),
          },
        },
      },
    });
    if (outcome.status === "failed") return;
    const { recipe } = outcome.environment;
    expect(programsNamed(lacking ?? "", seen)).toEqual([]);
    const again = await build(tree, { cacheDirectory: givenFolder("cache"), recipe });
    expect(again).toMatchObject({ status: "verified", environment: { digest: outcome.environment.digest } });

    await expectRefusals(recipe, cacheDirectory);
  });

  test("are not there in a sandbox that cannot show them, which is told", async () => {
    const backend = sandboxes.restricted;
    if ((await backend.probe()).status !== "available") return;
    const outcome = await build(givenTree(lacking ?? ""), { backend, cacheDirectory: givenFolder("cache") });
    expect(outcome).toMatchObject({
      status: "collected",
      failure: { category: "needs_system_package" },
      advice: {
        kind: "missing_system_package",
        problem: expect.stringContaining(lacking ?? ""),
        next: expect.stringContaining("--sandbox bubblewrap"),
      },
      remedies: [],
    });
  });
});

/** A recipe that lies, or is of another system, gives no layer. */
async function expectRefusals(recipe: EnvironmentRecipe, cacheDirectory: HostPath): Promise<void> {
  const { system } = recipe;
  if (system === undefined) throw new Error("The recipe has no packages of the system.");
  const restore = (changes: Partial<typeof system>) =>
    restoreEnvironment({ ...recipe, system: { ...system, ...changes } }, { ...options, cacheDirectory });
  const withEach = (change: Partial<(typeof system.packages)[number]>) =>
    system.packages.map((each) => ({ ...each, ...change }));
  expect(await restore({ packages: withEach({ sha256: "0".repeat(64) }) })).toMatchObject({
    failure: { category: "install_failed", message: expect.stringContaining("hash mismatch") },
  });
  expect(await restore({ packages: withEach({ version: "0.0.1-0" }) })).toMatchObject({
    failure: { category: "needs_system_package", message: expect.stringContaining("was not found") },
  });
  expect(await restore({ distribution: "debian nowhere" })).toMatchObject({
    failure: { category: "needs_system_package", message: expect.stringContaining("this machine is") },
  });
}
