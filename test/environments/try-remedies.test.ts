import { chmodSync, rmSync, writeFileSync } from "node:fs";

import { expect, onTestFinished, test } from "vitest";

import { joinPath, makeTemporaryFolder, type HostPath } from "../../src/base/index.ts";
import type { BuildSystem, Evidence, Remedy, Trouble } from "../../src/environments/build-system.ts";
import {
  buildEnvironment,
  type EnvironmentOptions,
  type EnvironmentOutcome,
} from "../../src/environments/index.ts";
import { givenOptions, givenRepository } from "./given.ts";
import { kitBuildSystem } from "./kit-build-system.ts";
import { slowTest } from "../slow-suites.ts";

// Remedies of a build system that is not Python's: one of the kit's two tests wants the lamp lit, and it is dark.

function givenFolder(): HostPath {
  const folder = makeTemporaryFolder("kit");
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Lamps are tried one after the other; what a remedy could change is seen from the trouble that it was given. */
function withLamps(
  kit: BuildSystem,
  lamps: readonly string[],
  {
    changesInstallation,
    completing = [],
  }: Pick<Remedy, "changesInstallation"> & {
    /** Lamps that mend what the one before broke. */
    readonly completing?: readonly string[];
  },
): { readonly system: BuildSystem; readonly troubles: Trouble[] } {
  const troubles: Trouble[] = [];
  const lit = (evidence: Evidence, lamp: string | undefined): Evidence => ({
    ...evidence,
    variables: lamp === undefined ? {} : { KIT_LAMP: lamp },
    remedies(trouble) {
      troubles.push(trouble);
      return lamps.map((each) => ({
        changesInstallation,
        completes: completing.includes(each),
        what: `lamp ${each}`,
        failure: "dark",
        sign: trouble.failure?.message.split("\n")[0] ?? "",
        goesBy: [{ path: "Kitfile", line: 2, says: "names a lamp" }],
        adjusted: lit(evidence, each),
      }));
    },
  });
  const readEvidence: BuildSystem["readEvidence"] = (acquired, requested) => {
    const evidence = kit.readEvidence(acquired, requested);
    return evidence && lit(evidence, undefined);
  };
  return { system: { ...kit, variables: { KIT_LAMP: "dark" }, readEvidence }, troubles };
}

async function build(system: BuildSystem, options: Partial<EnvironmentOptions> = {}) {
  using repository = givenRepository("kit");
  const given = await givenOptions({ cacheDirectory: givenFolder(), buildSystems: [system], ...options });
  return await buildEnvironment(repository, given);
}

function givenKit(): BuildSystem {
  const store = givenFolder();
  writeFileSync(joinPath(store, "bell-2.sh"), "ring() { echo dong; }\n");
  return kitBuildSystem(store);
}

const remediesTried = ({ attempts }: EnvironmentOutcome): string[] =>
  attempts.filter(({ stage }) => stage === "remedy").map(({ detail }) => detail.split(" (")[0] ?? "");

test("remedies are tried in their order until tests are verified; those that bring more are kept, and told with what they go by", async () => {
  const { system, troubles } = withLamps(givenKit(), ["dim", "lit", "bright"], { changesInstallation: true });
  const outcome = await build(system);
  expect(outcome).toMatchObject({
    status: "verified",
    tests: { passed: 2, failed: 0, skipped: 1, flaky: 0 },
    environment: { recipe: { variables: { KIT_LAMP: "lit" } } },
  });
  expect(outcome.remedies).toEqual([
    {
      what: "lamp lit",
      failure: "dark",
      sign: "1 of 2 unskipped tests pass in all runs.",
      goesBy: [{ path: "Kitfile", line: 2, says: "names a lamp" }],
    },
  ]);
  expect(remediesTried(outcome)).toEqual(["lamp dim", "lamp lit"]);
  expect(outcome.attempts.find(({ stage }) => stage === "remedy")?.detail).toBe(
    "lamp dim (dark: 1 of 2 unskipped tests pass in all runs.; Kitfile:2 names a lamp)",
  );
  expect(troubles[0]).toMatchObject({
    failure: { category: "tests_failed" },
    tests: { passed: 1, failed: 1 },
  });
});

slowTest("what a remedy breaks is mended before it is judged, and both are told", async () => {
  const change = { changesInstallation: true, completing: ["lit"] };
  const outcome = await build(withLamps(givenKit(), ["dim", "off", "lit"], change).system);
  expect(outcome).toMatchObject({ status: "verified" });
  expect(remediesTried(outcome)).toEqual(["lamp dim", "lamp lit"]);
  expect(outcome.remedies.map(({ what }) => what)).toEqual(["lamp dim", "lamp lit"]);
});

slowTest(
  "where none helps, all are told as tried, the environment is that of the declarations, and its tests ran three times",
  async () => {
    const outcome = await build(withLamps(givenKit(), ["dim", "off"], { changesInstallation: true }).system);
    expect(outcome).toMatchObject({
      status: "collected",
      failure: { category: "tests_failed" },
      remedies: [],
    });
    expect(remediesTried(outcome)).toEqual(["lamp dim", "lamp off"]);
    if (outcome.status === "failed") throw new Error("nothing was made");
    expect(outcome.environment.recipe.variables).toEqual({ KIT_LAMP: "dark" });
    expect(outcome.testRecords.map(({ outcomes }) => outcomes.length)).toEqual([3, 3, 3]);
  },
);

slowTest("where no test was found, one is kept by which another obstacle shows", async () => {
  const { system, troubles } = withLamps(givenKit(), ["cracked", "lit"], { changesInstallation: false });
  const outcome = await build({ ...system, variables: { KIT_LAMP: "absent" } });
  expect(outcome).toMatchObject({ status: "verified", tests: { passed: 2 } });
  expect(outcome.remedies.map(({ what }) => what)).toEqual(["lamp cracked", "lamp lit"]);
  expect(troubles.slice(0, 2).map(({ failure }) => failure?.category)).toEqual([
    undefined,
    "collection_failed",
  ]);
});

slowTest("no more than twelve are tried", async () => {
  const lamps = Array.from({ length: 15 }, (_, index) => `dim${index}`);
  const outcome = await build(withLamps(givenKit(), lamps, { changesInstallation: true }).system);
  expect(remediesTried(outcome)).toEqual(lamps.slice(0, 12).map((lamp) => `lamp ${lamp}`));
});

slowTest(
  "an environment that is made again from its lock is installed as that says: only how tests run may change",
  async () => {
    const { system } = withLamps(givenKit(), ["lit"], { changesInstallation: true });
    const first = await build({ ...system, variables: { KIT_LAMP: "dark" } });
    if (first.status === "failed") throw new Error("nothing was made");
    const dark = { ...first.environment.recipe, variables: { KIT_LAMP: "dark" } };
    const again = await build(system, { recipe: dark });
    expect({ status: again.status, tried: remediesTried(again) }).toEqual({ status: "collected", tried: [] });
  },
);
