import { describe, expect, test } from "vitest";

import { buildEnvironment, type EnvironmentOutcome } from "../../src/environments/index.ts";
import { c } from "../../src/environments/c/build-system.ts";
import { cargo } from "../../src/environments/cargo/build-system.ts";
import { go } from "../../src/environments/go/build-system.ts";
import type { EnvironmentRequest } from "../../src/spec/index.ts";
import { givenOptions, givenRepository } from "./given.ts";

// Real toolchains over small trees that need nothing of a registry. What this machine has no toolchain for is skipped.

type Built = Exclude<EnvironmentOutcome, { status: "failed" }>;

const { machine } = await givenOptions();
const lacksGo = (await go.findToolchains(machine)).length === 0;
const lacksRust = (await cargo.findToolchains(machine)).length === 0;
const lacksC = (await c.findToolchains(machine)).length === 0;

/** Compiling takes longer than tests of Python do. */
const testLimits = { testSeconds: 60, runSeconds: 300 };

async function build(name: string, requested: EnvironmentRequest = {}): Promise<Built> {
  using repository = givenRepository(name);
  const outcome = await buildEnvironment(repository, await givenOptions({ testLimits, requested }));
  if (outcome.status === "failed") throw new Error(JSON.stringify(outcome, null, 1));
  return outcome;
}

/** Makes it again from its recipe, where nothing was concluded before. */
async function buildAgain(name: string, { environment: { recipe } }: Built): Promise<Built> {
  using repository = givenRepository(name);
  const outcome = await buildEnvironment(repository, await givenOptions({ testLimits, recipe }));
  if (outcome.status === "failed") throw new Error(JSON.stringify(outcome, null, 1));
  expect(outcome.environment.recipe).toEqual(recipe);
  return outcome;
}

function outcomesOf({ testRecords }: Built): Record<string, string> {
  return Object.fromEntries(testRecords.map(({ id, outcomes }) => [id, outcomes.join(" ")]));
}

const PASSED = "passed passed passed";
const SKIPPED = "skipped skipped skipped";

describe.skipIf(lacksGo)(`environments of Go (${lacksGo ? "no toolchain" : "a toolchain is here"})`, () => {
  test("name each test by folder and name; one that ends its process is an error, and the others run", async () => {
    const outcome = await build("go-harbour");
    expect(outcomesOf(outcome)).toEqual({
      "gotest:.::ExampleDepth": PASSED,
      "gotest:.::TestDepth": PASSED,
      "gotest:.::TestDepth/hour_1": PASSED,
      "gotest:.::TestDepth/hour_7": PASSED,
      "gotest:.::TestStorm": SKIPPED,
      "gotest:log::TestLeaves": "error error error",
      "gotest:log::TestMany": PASSED,
      ...Object.fromEntries("abcdefg".split("").map((name) => [`gotest:log::TestMany/${name}`, PASSED])),
      "gotest:log::TestWrite": PASSED,
      "gotest:log::TestWriteAfter": PASSED,
    });
    expect(outcome.status).toBe("verified");
    expect(outcome.environment.recipe).toMatchObject({ language: "go", products: {} });
    expect(outcome.evidence).toContainEqual({ path: "go.mod", line: 3, says: "the release that it is for" });
    expect(outcomesOf(await buildAgain("go-harbour", outcome))).toEqual(outcomesOf(outcome));
  });

  test("run what was asked for alone", async () => {
    const outcome = await build("go-harbour", { test_command: "go test -v -run TestWrite ./log" });
    expect(outcomesOf(outcome)).toEqual({
      "gotest:log::TestWrite": PASSED,
      "gotest:log::TestWriteAfter": PASSED,
    });
  });

  test("give a tree of the time before modules a go.mod, by the path that its packages say", async () => {
    const outcome = await build("go-legacy");
    expect(outcomesOf(outcome)).toEqual({ "gotest:.::TestFree": PASSED });
    expect(Object.keys(outcome.environment.recipe.products)).toEqual(["go.mod"]);
    expect(outcome.environment.recipe.lock).toContain("module example.org/pier\\n");
    expect(outcomesOf(await buildAgain("go-legacy", outcome))).toEqual(outcomesOf(outcome));
  });
});

describe.skipIf(lacksRust)(
  `environments of Rust (${lacksRust ? "no toolchain" : "a toolchain is here"})`,
  () => {
    test("have tests of all crates, of the documentation, and programs of their own", async () => {
      const outcome = await build("rust-harbour");
      expect(outcomesOf(outcome)).toEqual({
        "cargotest:crates/buoy/src/lib.rs::one": PASSED,
        "cargotest:src/lib.rs::doc ships (line 5)": PASSED,
        "cargotest:src/lib.rs::tests::counts": PASSED,
        "cargotest:src/lib.rs::tests::sinks": PASSED,
        "cargotest:src/lib.rs::tests::storms": PASSED,
        "cargotest:src/lib.rs::tests::waits": SKIPPED,
        "cargotest:tests/plain.rs::main": PASSED,
      });
      expect(outcome).toMatchObject({
        status: "verified",
        testInvocation: { framework: "cargotest", addopts: ["--features", "storm"] },
      });
      expect(outcome.evidence).toContainEqual({
        path: ".travis.yml",
        line: 3,
        says: "cargo test --features storm",
      });
      expect(outcomesOf(await buildAgain("rust-harbour", outcome))).toEqual(outcomesOf(outcome));
    });
  },
);

describe.skipIf(lacksC)(`environments of C (${lacksC ? "no compiler" : "a compiler is here"})`, () => {
  test("have what ctest knows of, with the tests switched on", async () => {
    const outcome = await build("c-cmake");
    expect(outcomesOf(outcome)).toEqual({
      "ctest:CMakeLists.txt::hour_1": PASSED,
      "ctest:CMakeLists.txt::hour_7": PASSED,
    });
    expect(outcome.evidence).toContainEqual({
      path: "CMakeLists.txt",
      line: 3,
      says: "TIDE_ENABLE_TESTS switches tests on",
    });
    expect(outcomesOf(await buildAgain("c-cmake", outcome))).toEqual(outcomesOf(outcome));
  });

  test("read lines of TAP", async () => {
    expect(outcomesOf(await build("c-tap"))).toEqual({
      "make:Makefile::it is deep": PASSED,
      "make:Makefile::it is shallow": PASSED,
      "make:Makefile::storm": SKIPPED,
    });
  });

  test("take a program of tests that a makefile builds for one test", async () => {
    expect(outcomesOf(await build("c-make"))).toEqual({ "make:Makefile::tests": PASSED });
  });

  test("name what the system lacks, and the package that has it", async () => {
    expect(await build("c-missing")).toMatchObject({
      status: "installed",
      failure: { category: "needs_system_package" },
      advice: {
        kind: "missing_system_package",
        problem: "the system has no header oniguruma.h",
        next: expect.stringContaining("apt-get install libonig-dev") as string,
      },
    });
  });
});
