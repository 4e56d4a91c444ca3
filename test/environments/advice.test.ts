import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import { adviceWords } from "../../src/environments/python/advice/advice-words.ts";
import { adviseOnInstalling } from "../../src/environments/python/advice/advise-on-installing.ts";
import {
  buildEnvironment,
  describeShortfall,
  findInterpreters,
  ranNoTest,
  restoreEnvironment,
  type EnvironmentOutcome,
} from "../../src/environments/index.ts";
import { chooseInterpreter } from "../../src/environments/python/interpreter.ts";
import { readDeclaredProject } from "../../src/environments/python/declared.ts";
import { requirementsToTry, unknownExtra } from "../../src/environments/python/requirements-to-try.ts";
import type { EnvironmentRequest } from "../../src/spec/index.ts";
import { givenOptions, givenRepository, whyNothingCanBeInstalled } from "./given.ts";
import { withWheelsOf, writeWheel } from "./local-wheels.ts";
import { slowTest } from "../slow-suites.ts";

const obstacle = await whyNothingCanBeInstalled();

async function build(
  name: string,
  requested: EnvironmentRequest = {},
  changes: Parameters<typeof givenOptions>[0] = {},
): Promise<EnvironmentOutcome> {
  using repository = givenRepository(name);
  return await buildEnvironment(repository, await givenOptions({ requested, ...changes }));
}

/** Fixture, kind of obstacle, the telling line, the next step, and whether its tests were there and none ran. */
const OBSTACLES: readonly (readonly [
  fixture: string,
  kind: keyof typeof adviceWords,
  problem: RegExp,
  next: RegExp,
  ranNone: boolean,
])[] = [
  [
    "missing-module",
    "missing_module",
    /^ModuleNotFoundError: No module named 'semaphore_flags'$/,
    /^add --with semaphore-flags$/,
    true,
  ],
  [
    "broken-conftest",
    "missing_module",
    /^ModuleNotFoundError: No module named 'semaphore_flags'$/,
    /^add --with semaphore-flags$/,
    true,
  ],
  ["future-python", "wrong_interpreter", /asks for >=4\.2/, /^install a CPython that fits/, false],
  [
    "missing-library",
    "missing_library",
    /^OSError: libfoghorn\.so\.7: cannot open shared object file/,
    /^install the system's package that has libfoghorn\.so\.7$/,
    false,
  ],
  // Without a compiler that is what is missing first.
  ["missing-header", "missing_header", /lead_line\.h|Python\.h|gcc|cc/, /^install /, false],
  ["missing-fixture", "missing_fixture", /^fixture 'tug' not found$/, /that has "tug": --with NAME$/, true],
  ["missing-variable", "missing_variable", /PILOT_CHANNEL/, /^add --env PILOT_CHANNEL=VALUE$/, false],
  ["broken-test-file", "not_collected", /^RuntimeError: the tests never worked$/, /log/, true],
  ["failing-tests", "tests_fail", /^2 of 2 tests fail, most often: AssertionError/, /log/, false],
  ["skipped-tests", "tests_skipped", /^all 1 tests are skipped$/, /log/, true],
];

/** One where an import fails, one where nothing is installed and one where tests do not run. */
const QUICK = new Set(["missing-module", "future-python", "failing-tests"]);

describe.skipIf(obstacle !== undefined)(`advice (${obstacle ?? "installed"})`, () => {
  for (const [fixture, kind, problem, next, ranNone] of OBSTACLES) {
    const register = QUICK.has(fixture) ? test : slowTest;
    register(`on ${fixture}: ${kind}`, async () => {
      const outcome = await build(fixture);
      const told = { kind, problem: expect.stringMatching(problem), next: expect.stringMatching(next) };
      expect(outcome.advice).toEqual(told);
      expect(ranNoTest(outcome)).toBe(ranNone);
      const lines = describeShortfall("SOURCE", outcome);
      expect(lines.at(-1)).toBe("  log   diorama environment build SOURCE --log");
      expect(lines.join("\n")).toContain(`  next  ${outcome.advice?.next ?? "?"}`);
    });
  }

  // Where nobody asks for a release, an older one is taken without a word.
  slowTest("names an older interpreter where the one that was asked for has lost a name", async () => {
    const outcome = await build("removed-name", { python: ">=3.10" });
    expect(outcome.advice).toEqual({
      kind: "wrong_interpreter",
      problem: expect.stringMatching(
        /^ImportError: cannot import name 'Mapping' from 'collections'/,
      ) as string,
      next: expect.stringMatching(/^add --python 3\.[89]$|^install a CPython before 3\.10/) as string,
    });
  });

  slowTest("that is followed brings a missing package, under hashes and for good", async () => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-wheels-"));
    chmodSync(folder, 0o755);
    try {
      const text = "def spell(word):\n    return [letter.upper() for letter in word]\n";
      writeWheel(folder, { name: "semaphore_flags", version: "1.2", module: "semaphore_flags", text });
      const indexConfiguration = withWheelsOf(folder);
      const requested = { with: ["semaphore-flags>=1"] };
      const outcome = await build("missing-module", requested, { indexConfiguration });
      if (outcome.status === "failed") throw new Error(JSON.stringify(outcome.attempts));
      expect(outcome).toMatchObject({ status: "verified", tests: { passed: 1, failed: 0 } });
      expect(outcome.advice).toBeUndefined();
      expect(describeShortfall("SOURCE", outcome)).toEqual([]);
      const { recipe, digest } = outcome.environment;
      expect(recipe).toMatchObject({ requested });
      expect(recipe.lock).toMatch(/^semaphore-flags==1\.2 \\\n {4}--hash=sha256:/m);
      const restored = await restoreEnvironment(recipe, await givenOptions());
      expect(restored).toMatchObject({ status: "made", value: { digest } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  slowTest("that is followed sets a variable, in another environment than without it", async () => {
    const outcomes = [
      await build("missing-variable"),
      await build("missing-variable", { env: { PILOT_CHANNEL: "12" } }),
    ];
    const [without, given] = outcomes.map((outcome) => (outcome.status === "failed" ? undefined : outcome));
    expect(without).toMatchObject({ status: "collected", tests: { passed: 0, failed: 1 } });
    expect(given).toMatchObject({ status: "verified", tests: { passed: 1, failed: 0 } });
    expect(given?.environment.recipe.variables).toMatchObject({ PILOT_CHANNEL: "12", TZ: "UTC" });
    expect(given?.environment.digest).not.toBe(without?.environment.digest);
  });

  slowTest("that is followed runs tests that no rule finds, and of them what is selected", async () => {
    expect((await build("odd-layout")).advice?.kind).toBe("no_tests");
    const requested = { test_command: "pytest checks -o python_files=verify_*.py -k 'not wet'" };
    const outcome = await build("odd-layout", requested);
    expect(outcome).toMatchObject({ status: "verified", hasTests: true });
    expect(outcome).toMatchObject({
      testRecords: [{ id: "pytest:checks/verify_ropes.py::test_splice" }],
      testInvocation: { addopts: ["-o", "python_files=verify_*.py", "-k", "not wet"], files: ["checks"] },
    });
    const mistyped = await build("odd-layout", { test_command: "pytest cheks" });
    expect(mistyped.advice).toMatchObject({
      kind: "wrong_command",
      problem: expect.stringContaining("cheks") as string,
    });
    expect(ranNoTest(mistyped)).toBe(true);
  });

  test("names the interpreters that there are where the one asked for is not", async () => {
    const { machine } = await givenOptions();
    const last = (await findInterpreters(machine)).at(-1)?.release ?? "";
    const missing = await build("modules-only", { python: "3.99" });
    expect(missing).toMatchObject({ status: "failed", failure: { category: "no_interpreter" } });
    expect(missing.advice?.problem).toContain("you ask for 3.99");
    expect(missing.advice?.next).toContain(last);
    const requested = { with: ["pytest<8"], env: { A: "it's" }, submodules: true };
    expect(describeShortfall("my source", missing, requested).at(-1)).toBe(
      `  log   diorama environment build 'my source' --with 'pytest<8' --env 'A=it'\\''s' --submodules --log`,
    );
  });
});

test("of the interpreters that were asked for, one that the repository wants is taken, and else the best", () => {
  const interpreters = ["3.11.2", "3.13.1", "3.9.18", "3.9.2"].map((release) => ({
    release,
    path: asHostPath("/"),
    description: "",
    platform: "",
  }));
  const choose = (requires: string | undefined, requested: string): string | undefined =>
    chooseInterpreter(interpreters, requires, requested)?.release;
  expect(choose(undefined, "3.9")).toBe("3.9.18");
  expect(choose(undefined, "3.9.2")).toBe("3.9.2");
  expect(choose("<3.12", ">=3.10")).toBe("3.11.2");
  expect(choose(">=3.12", "3.9")).toBe("3.9.18");
  expect(choose(undefined, "3.8")).toBeUndefined();
});

test("what was asked for is in every attempt, in the place of what the tests declare of that name", () => {
  const wheel = {
    path: asHostPath("/w"),
    fileName: "w",
    name: "w",
    digest: "d",
    extras: ["test", "moon"],
    requires: [],
  };
  using given = givenRepository("tide-tables");
  const project = readDeclaredProject(given.directory, given.files);
  const attempts = requirementsToTry({ project, wheel, requested: ["pytest<8", ".[moon]", "six"] });
  for (const { request } of attempts) {
    expect(request.requirements).toEqual(expect.arrayContaining(["pytest<8", "six"]));
    expect(request.requirements).not.toContain("pytest>=6");
    expect(request.wheel?.extras).toContain("moon");
  }
  expect(unknownExtra([".[sun]"], wheel)).toMatchObject({
    failure: { message: 'The repository has no extra "sun": it has test, moon.' },
  });
  expect(unknownExtra([".[moon]"], wheel)).toBeUndefined();
});

test.each([
  "error: [Errno 2] No such file or directory: 'x86_64-linux-gnu-gcc'",
  "error: command 'aarch64-linux-gnu-gcc' failed: No such file or directory",
  "unable to execute 'cmake': No such file or directory",
])("names the program that a build misses: %s", (message) => {
  const failure = {
    category: "build_failed" as const,
    message: `running build_ext\n${message}\nhint: see above`,
  };
  expect(adviseOnInstalling({ releases: [] }, failure, undefined)).toMatchObject({
    kind: "missing_header",
    problem: message,
    next: expect.stringMatching(/^install (?:gcc|cmake)/) as unknown,
  });
});
