import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  buildEnvironment,
  materialiseTree,
  recordCalls,
  restoreEnvironment,
  type EnvironmentOutcome,
} from "../../src/environments/index.ts";
import { asHostPath } from "../../src/base/index.ts";
import { givenOptions, givenRepository, whyNothingCanBeInstalled } from "./given.ts";
import { slowTest } from "../slow-suites.ts";

const obstacle = await whyNothingCanBeInstalled();

type Built = Exclude<EnvironmentOutcome, { status: "failed" }>;

async function build(
  name: string,
  changes: Parameters<typeof givenOptions>[0] = {},
): Promise<EnvironmentOutcome> {
  using repository = givenRepository(name);
  return await buildEnvironment(repository, await givenOptions(changes));
}

function built(outcome: EnvironmentOutcome): Built {
  if (outcome.status === "failed") throw new Error(JSON.stringify(outcome, null, 1));
  return outcome;
}

/** Outcomes by the end of the test's id. */
function outcomesOf({ testRecords }: Built): Record<string, string> {
  return Object.fromEntries(
    testRecords.map(({ id, outcomes }) => [id.split("::").slice(1).join("::"), outcomes.join(" ")]),
  );
}

describe.skipIf(obstacle !== undefined)(`buildEnvironment (${obstacle ?? "installed"})`, () => {
  slowTest("installs a package's declared needs and runs its tests three times", async () => {
    const outcome = built(await build("tide-tables"));
    expect(outcomesOf(outcome)).toEqual({
      "TestObjects::test_address_in_id[place at 0x]": "passed passed passed",
      test_depends_on_hash_seed: "passed failed failed",
      test_gauge: "skipped skipped skipped",
      "test_height[0-1.0]": "passed passed passed",
      "test_height[6-3.0]": "passed passed passed",
      "test_height[9-2.0]": "passed passed passed",
      test_known_to_be_wrong: "skipped skipped skipped",
      test_program_is_called_by_its_name: "passed passed passed",
      test_runs_without_privileges_and_network: "passed passed passed",
      test_version_comes_from_metadata: "passed passed passed",
    });
    expect({ status: outcome.status, tests: outcome.tests, category: outcome.failure?.category }).toEqual({
      status: "collected",
      tests: { passed: 7, failed: 0, skipped: 2, flaky: 1 },
      category: "tests_failed",
    });
    expect(outcome.environment.recipe).toMatchObject({ import_roots: ["src"], language: "python" });
    expect(Object.keys(outcome.environment.recipe.products).sort()).toEqual([
      "src/tide_tables-1.4.dist-info/METADATA",
      "src/tide_tables-1.4.dist-info/entry_points.txt",
      "src/tide_tables-1.4.dist-info/top_level.txt",
    ]);
    expect(outcome.environment.recipe.lock).toMatch(/^coverage==/m);
    expect(outcome.environment.recipe.lock).not.toMatch(/^(tide|mypy)/m);
  });

  slowTest("gives the same environment the second time and from its recipe alone", async () => {
    const first = built(await build("tide-tables"));
    const second = built(await build("tide-tables"));
    const restored = await restoreEnvironment(first.environment.recipe, await givenOptions());
    expect(second).toEqual({ ...first, durationMs: second.durationMs });
    expect(restored).toMatchObject({
      status: "made",
      value: { digest: first.environment.digest, layer: first.environment.layer },
    });
    const elsewhere = { ...first.environment.recipe, interpreter: "cpython 3.8.0" };
    expect(await restoreEnvironment(elsewhere, await givenOptions())).toMatchObject({
      status: "failed",
      failure: { category: "no_interpreter" },
    });
  });

  test("records the calls that the tests and the docstrings' examples make", async () => {
    using repository = givenRepository("tide-tables");
    const options = await givenOptions();
    const { environment, testInvocation } = built(await buildEnvironment(repository, options));
    const path = "src/tide_tables/__init__.py";
    const recording = await recordCalls(
      {
        acquired: repository,
        environment,
        targets: [{ path, name: "height", kind: "function", first: 6, last: 14 }],
        excluded: ["tests/test_heights.py"],
        tests: testInvocation,
        documented: ["tide_tables"],
      },
      options,
    );
    const seen = recording.calls.map(({ origin, fields }) => [
      origin,
      (fields["recipe"] as { positional: unknown }).positional,
    ]);
    expect(seen).toEqual([
      ["observed", [0]],
      ["observed", [6]],
      ["observed", [9]],
      ["documented", [3]],
    ]);
    const inputsOf = new Map(
      recording.calls.map(({ id, fields }) => [id, (fields["recipe"] as { positional: unknown }).positional]),
    );
    const made = Object.entries(recording.testCalls[`${path}:height:6`] ?? {}).map(([name, ids]) => [
      name.split("::").slice(1).join("::"),
      ids.map((id) => inputsOf.get(id)),
    ]);
    expect(Object.fromEntries(made)).toEqual({
      test_height: [[0], [6], [9]],
      test_known_to_be_wrong: [[0]],
    });
    // Three hours, and the first again in the test that is known to be wrong; then the example.
    expect(recording.reached).toEqual({ [`${path}:height`]: 5 });
    expect(recording).toMatchObject({ refused: {}, isTimedOut: false });
  });

  slowTest(
    "keeps modules that the build wrote, and neither copies nor compiled twins of the tree's files",
    async () => {
      using repository = givenRepository("generated-module");
      const outcome = built(await buildEnvironment(repository, await givenOptions()));
      expect(outcome).toMatchObject({ status: "imports", hasTests: false, advice: { kind: "no_tests" } });
      const folder = mkdtempSync(join(tmpdir(), "diorama-tree-"));
      try {
        await materialiseTree(repository, outcome.environment, asHostPath(folder), {
          leaveOut: (path) => path.endsWith("dock.py"),
        });
        expect(readFileSync(join(folder, "harbour/_version.py"), "utf8")).toBe("version = '2.0'\n");
        expect(existsSync(join(folder, "harbour/dock.py"))).toBe(false);
      } finally {
        rmSync(folder, { recursive: true });
      }
      expect(Object.keys(outcome.environment.recipe.products)).toEqual([
        "harbour-2.0.dist-info/METADATA",
        "harbour-2.0.dist-info/top_level.txt",
        "harbour/_version.py",
      ]);
    },
  );

  slowTest("confines a build script that tries to get out", async () => {
    using repository = givenRepository("hostile-build");
    const secret = mkdtempSync(join(tmpdir(), "diorama-secret-"));
    try {
      writeFileSync(join(secret, "secret.txt"), "a secret of this machine");
      const script = join(repository.directory, "setup.py");
      writeFileSync(script, readFileSync(script, "utf8").replaceAll("@SECRET@", secret));
      const refused: unknown[] = [];
      const options = await givenOptions({
        logger: (_level, event, fields) =>
          event === "registry-proxy-refused" && refused.push(fields?.["host"]),
      });
      const changed = { ...repository, treeDigest: `sha256:${Date.now()}` };
      const { environment } = built(await buildEnvironment(changed, options));
      const metadata = readFileSync(
        join(environment.products, "hostile_build-1.0.dist-info/METADATA"),
        "utf8",
      );
      expect(metadata).toMatch(/^Summary: managed:\s*$/m);
      expect(refused).toContain("example.com:443");
      expect(existsSync(join(secret, "written-by-build"))).toBe(false);
      expect(existsSync("/usr/lib/written-by-build")).toBe(false);
    } finally {
      rmSync(secret, { recursive: true });
    }
  });

  slowTest("records every test of a suite that kills, hangs, floods, forks and deletes", async () => {
    const outcome = built(await build("hostile-tests", { testLimits: { testSeconds: 5, runSeconds: 90 } }));
    // What becomes of a test that closes pytest's own files is pytest's business; that it is recorded is ours.
    const { test_i_closes_all_descriptors: closed, ...others } = outcomesOf(outcome);
    expect(closed).toBeTypeOf("string");
    expect(others).toEqual({
      test_a_good_one: "passed passed passed",
      test_b_prints_much: "passed passed passed",
      test_c_deletes_the_tree: "passed passed passed",
      test_d_forks_and_returns: "passed passed passed",
      test_e_hangs: "error error error",
      test_f_ends_the_process: "error error error",
      test_g_kills_the_parent_and_itself: "error error error",
      test_h_deletes_the_report: "passed passed passed",
      test_j_another_good_one: "passed passed passed",
    });
    expect(outcome.testInvocation.skip).toEqual([
      "pytest:test_storm.py::test_e_hangs",
      "pytest:test_storm.py::test_f_ends_the_process",
      "pytest:test_storm.py::test_g_kills_the_parent_and_itself",
    ]);
  });

  slowTest("takes loose modules with tests in tests.py as they are", async () => {
    const outcome = built(await build("modules-only"));
    expect({
      status: outcome.status,
      tests: outcome.tests,
      products: outcome.environment.recipe.products,
    }).toEqual({
      status: "verified",
      tests: { passed: 2, failed: 0, skipped: 0, flaky: 0 },
      products: {},
    });
  });

  slowTest("goes on with declared metadata where the build fails and no compiler is needed", async () => {
    const outcome = built(await build("broken-setup"));
    expect(outcome.status).toBe("imports");
    expect(outcome.environment.recipe.lock).toMatch(/^six==/m);
    expect(Object.keys(outcome.environment.recipe.products)).toEqual(["buoy-0.3.dist-info/METADATA"]);
    expect(outcome.attempts.find(({ stage }) => stage === "build")).toMatchObject({
      succeeded: false,
      detail: expect.stringContaining("this build never worked") as string,
    });
  });

  slowTest("says that Python 2 code cannot be imported", async () => {
    const outcome = built(await build("old-code"));
    expect(outcome).toMatchObject({
      status: "installed",
      failure: { category: "import_failed", message: expect.stringContaining("SyntaxError") as string },
      advice: { kind: "wrong_interpreter", next: expect.stringContaining("code for Python 2") as string },
    });
  });

  slowTest("says which dependency does not exist", async () => {
    expect(await build("missing-dependency")).toMatchObject({
      status: "failed",
      failure: {
        category: "resolution_failed",
        message: expect.stringContaining("diorama-fixture-that-nobody-published") as string,
      },
      advice: {
        kind: "unresolvable",
        next: expect.stringContaining("the registry has no diorama-fixture-that-nobody-published") as string,
      },
    });
  });

  slowTest("says that the registry cannot be reached", async () => {
    const indexConfiguration = {
      ...(await givenOptions()).indexConfiguration,
      indexUrl: "https://localhost:9/simple",
    };
    expect(await build("missing-dependency", { indexConfiguration })).toMatchObject({
      status: "failed",
      failure: { category: "registry_unreachable" },
      advice: { kind: "unreachable" },
    });
  });
});
