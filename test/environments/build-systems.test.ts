import { chmodSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, onTestFinished, test } from "vitest";

import {
  asSandboxPath,
  joinPath,
  makeTemporaryFolder,
  sha256,
  silentLogger,
  type HostPath,
} from "../../src/base/index.ts";
import {
  buildEnvironment,
  recordCalls,
  restoreEnvironment,
  type EnvironmentOptions,
  type EnvironmentOutcome,
} from "../../src/environments/index.ts";
import { readable } from "../../src/environments/machine.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { PATIENCE_MS } from "../patience.ts";
import { findBackendsUnderTest, slowTest } from "../slow-suites.ts";
import { givenOptions, givenRepository } from "./given.ts";
import { kitBuildSystem } from "./kit-build-system.ts";

const SCRIPTS_PATH = asSandboxPath("/diorama/scripts");

type Built = Exclude<EnvironmentOutcome, { status: "failed" }>;

/** A folder that sandboxes may read. */
function givenFolder(): HostPath {
  const folder = makeTemporaryFolder("kit");
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A store with two versions of a package, and none of the other one that the kit needs. */
function givenStore(): HostPath {
  const store = givenFolder();
  writeFileSync(joinPath(store, "bell-1.sh"), "ring() { echo ding; }\n");
  writeFileSync(joinPath(store, "bell-2.sh"), "ring() { echo dong; }\n");
  return store;
}

async function givenKit(store: HostPath): Promise<EnvironmentOptions> {
  return givenOptions({ cacheDirectory: givenFolder(), buildSystems: [kitBuildSystem(store)] });
}

async function build(options: EnvironmentOptions): Promise<EnvironmentOutcome> {
  using repository = givenRepository("kit");
  return await buildEnvironment(repository, options);
}

function built(outcome: EnvironmentOutcome): Built {
  if (outcome.status === "failed") throw new Error(JSON.stringify(outcome, null, 1));
  return outcome;
}

describe("a second build system", () => {
  test("plans, and its plans are carried out: built, resolved, installed, loaded, tested", async () => {
    const outcome = built(await build(await givenKit(givenStore())));
    expect(
      outcome.attempts.map(({ stage, succeeded, detail }) => [stage, succeeded, detail.split("\n")[0]]),
    ).toEqual([
      ["build", true, "build.sh"],
      ["resolve", false, "all that it needs: resolution_failed"],
      ["resolve", true, "its first need"],
      ["install", true, "its first need"],
      ["import", true, "lib"],
      ["test", true, "kit, declared options"],
    ]);
    expect(outcome.environment.recipe).toEqual({
      format: "environment/1",
      language: "sh",
      interpreter: "sh 1.0",
      platform: process.platform,
      lock: "bell-2.sh\n",
      import_roots: ["lib"],
      products: { "lib/version.sh": sha256("harbour_version='3.1'\n") },
      variables: { KIT_LAMP: "lit" },
    });
    expect(outcome).toMatchObject({
      status: "verified",
      tests: { passed: 2, failed: 0, skipped: 1, flaky: 0 },
      testRecords: [
        { id: "kit:tests/greeting.sh", outcomes: ["passed", "passed", "passed"] },
        { id: "kit:tests/seed.sh", outcomes: ["passed", "passed", "passed"] },
        { id: "kit:tests/tide.sh", outcomes: ["skipped", "skipped", "skipped"] },
      ],
      testInvocation: { framework: "kit", files: [], skip: [] },
    });
  });

  slowTest(
    "has its products, lock, layer and outcome kept: once made, the store is asked no more",
    async () => {
      const store = givenStore();
      const options = await givenKit(store);
      const first = built(await build(options));
      expect(await build(options)).toEqual({ ...first, durationMs: expect.any(Number) as number });
      rmSync(joinPath(store, "bell-2.sh"));
      rmSync(joinPath(options.cacheDirectory, "outcomes"), { recursive: true });
      const again = built(await build(options));
      expect(again.attempts[0]).toMatchObject({ stage: "resolve", succeeded: false });
      expect(again).toMatchObject({ status: "verified", environment: first.environment });
      const elsewhere = built(await build({ ...options, cacheDirectory: givenFolder() }));
      expect(elsewhere.environment.recipe.lock).toBe("bell-1.sh\n");
    },
  );

  test("says in its own words what stands in the way", async () => {
    expect(await build(await givenKit(givenFolder()))).toMatchObject({
      status: "failed",
      failure: {
        category: "resolution_failed",
        message: expect.stringContaining("no bell in the store") as string,
      },
      advice: { kind: "missing_package", next: "put it into the store" },
    });
  });

  slowTest("is made again from its lock: nothing is resolved, the versions are the same", async () => {
    const store = givenStore();
    const first = built(await build(await givenKit(store)));
    writeFileSync(joinPath(store, "bell-3.sh"), "ring() { echo dang; }\n");
    const { recipe } = first.environment;
    const again = built(await build({ ...(await givenKit(store)), recipe }));
    expect(again.environment.recipe).toEqual(recipe);
    expect(again.testRecords).toEqual(first.testRecords);
    expect(again.attempts.map(({ stage, detail }) => [stage, detail.split("\n")[0]])).toContainEqual([
      "resolve",
      "what the lock lists",
    ]);
    const gone = { ...recipe, lock: "bell-9.sh\n" };
    expect(await build({ ...(await givenKit(store)), recipe: gone })).toMatchObject({
      status: "failed",
      failure: { category: "install_failed" },
    });
  });

  slowTest("goes after one that the tree is declared to be of, wherever it stands in the list", async () => {
    const options = await givenKit(givenStore());
    const [kit] = options.buildSystems ?? [];
    if (kit === undefined) throw new Error("There is no kit.");
    const possible: typeof kit = {
      ...kit,
      language: "tide",
      readEvidence(acquired, requested) {
        const evidence = kit.readEvidence(acquired, requested);
        return evidence && { ...evidence, isDeclared: false };
      },
    };
    const outcome = built(await build({ ...options, buildSystems: [possible, kit] }));
    expect(outcome.environment.recipe.language).toBe("sh");
    expect(outcome.evidence).toEqual([{ path: "Kitfile", line: 1, says: "what it needs" }]);
  });

  test("leaves trees alone in which it reads nothing", async () => {
    using repository = givenRepository("modules-only");
    expect(await buildEnvironment(repository, await givenKit(givenStore()))).toMatchObject({
      status: "failed",
      failure: {
        category: "nothing_declared",
        message: expect.stringContaining("no repository of sh") as string,
      },
    });
  });

  test("is not looked at where environments of another language are asked for", async () => {
    const options = { ...(await givenKit(givenStore())), language: "tide" };
    expect(await build(options)).toMatchObject({
      status: "failed",
      failure: { category: "nothing_declared" },
    });
  });

  test("has no calls recorded where it has no recorder", async () => {
    using repository = givenRepository("kit");
    const options = await givenKit(givenStore());
    const { environment, testInvocation: tests } = built(await buildEnvironment(repository, options));
    const request = {
      acquired: repository,
      environment,
      targets: [],
      excluded: [],
      tests,
      documented: ["lib"],
    };
    expect(await recordCalls(request, options)).toEqual({
      calls: [],
      entries: [],
      reached: {},
      testCalls: {},
      tests: {},
      refused: {},
      isTimedOut: false,
    });
  });
});

describe.each((await findBackendsUnderTest()).map(({ name }) => name))("its environment in %s", (name) => {
  test("is made again from its recipe, with the same digest", async () => {
    const store = givenStore();
    const { environment } = built(await build(await givenKit(store)));
    const options = await givenKit(store);
    const restored = await restoreEnvironment(environment.recipe, options);
    if (restored.status === "failed") throw new Error(restored.failure.message);
    expect(restored.value.digest).toBe(environment.digest);
    const scripts = givenFolder();
    writeFileSync(joinPath(scripts, "script.sh"), "ring\n");
    const mounts = [...restored.value.mounts, readable(scripts, SCRIPTS_PATH)];
    const { backend } = await chooseBackend(name);
    await using sandbox = await backend.create(trialOptions(mounts), { logger: silentLogger });
    const script = sandbox.resolve(joinPath(SCRIPTS_PATH, "script.sh"));
    const outcome = await sandbox.run([restored.value.program, script], { timeoutMs: PATIENCE_MS });
    expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stdout: "dong\n" });
    expect(await restoreEnvironment({ ...environment.recipe, interpreter: "sh 2.0" }, options)).toMatchObject(
      {
        status: "failed",
        failure: { category: "no_interpreter" },
      },
    );
    const foreign = { ...environment.recipe, language: "tide" };
    await expect(restoreEnvironment(foreign, options)).rejects.toMatchObject({
      code: "unknown-build-system",
    });
  });
});
