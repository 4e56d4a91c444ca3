import { describeKnownNames, UsageError } from "../base/index.ts";
import { ctest, makeTests, mesonTest } from "./c/tests/c-tests.ts";
import { goTest } from "./go/tests/go-test.ts";
import { surefire } from "./java/tests/surefire.ts";
import { jest, mocha, nodeTest, tap, testScript, vitest } from "./javascript/tests/javascript-tests.ts";
import { cargoTest } from "./rust/tests/cargo-test.ts";
import { pytest } from "./python/tests/pytest.ts";
import { nose } from "./python/tests/nose.ts";
import { unittest } from "./python/tests/unittest.ts";
import type { TestFramework } from "./test-framework.ts";

/** Every test framework the toolkit knows. */
export const testFrameworks = {
  pytest,
  unittest,
  nose,
  gotest: goTest,
  cargotest: cargoTest,
  surefire,
  ctest,
  meson: mesonTest,
  make: makeTests,
  jest,
  vitest,
  mocha,
  nodetest: nodeTest,
  tap,
  script: testScript,
} satisfies Record<string, TestFramework>;

/** The framework whose commands begin with a word; undefined where there is none. */
export function findFrameworkOf(program: string): TestFramework | undefined {
  const known: readonly TestFramework[] = Object.values(testFrameworks);
  return known.find(({ programs }) => programs.includes(program));
}

/** The framework of that name. Throws `unknown-test-framework`. */
export function getTestFramework(name: string): TestFramework {
  const found = Object.values(testFrameworks).find((framework) => framework.name === name);
  if (found !== undefined) return found;
  const known = describeKnownNames(name, Object.keys(testFrameworks));
  throw new UsageError("unknown-test-framework", `There is no test framework "${name}". ${known}`);
}
