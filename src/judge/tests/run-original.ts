/** A repository's tests over the original of an edited file, as our own code. */
import type { EditableTree, EditedTexts, EvaluationLimits, Variation } from "../judge.ts";
import { plainVariation } from "../protocol/world.ts";
import type { AssertionRules } from "./assertions.ts";
import {
  keysOf,
  testId,
  type PreparedTests,
  type TestEvaluator,
  type TestKey,
  type TestRun,
  type TestSources,
} from "./test-run.ts";

/** A repository's tests over one edited file. */
export interface TestSubject extends Pick<AssertionRules, "language"> {
  readonly evaluator: TestEvaluator;
  readonly editableTree: EditableTree;
  readonly sources: TestSources;
  /** The edited file as it is in the repository. */
  readonly originalText: string;
  /** The other files that may be edited, as they are there; absent where there are none. */
  readonly otherFiles?: EditedTexts["otherFiles"];
  readonly limits: EvaluationLimits;
  /** Classes (`module:Name`) that candidates write themselves. */
  readonly freeClasses?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Surroundings in which a test that can be counted on does the same. */
export const SURROUNDINGS: readonly [Variation, Variation] = [
  plainVariation,
  { hashSeed: 4242, timeZone: "Pacific/Auckland", locale: "C.UTF-8" },
];

/** How tests are run. An empty `order` runs all that are found. */
export interface OriginalRun {
  readonly order: readonly TestKey[];
  readonly variation: Variation;
  readonly traceLines?: boolean;
  readonly collectsAll?: boolean;
}

/** Runs the original file over tests. */
export function runOriginal(
  { evaluator, editableTree, originalText, otherFiles, limits, signal }: TestSubject,
  tests: PreparedTests,
  about: OriginalRun,
): Promise<TestRun> {
  const order = keysOf(about.order);
  return evaluator.runTests(
    { editableTree, fileText: originalText, otherFiles, tests, limits, trust: "own", ...about, order },
    signal,
  );
}

/** Tests that end their process: each costs a run of all. */
const MOST_KILLERS = 5;

/**
 * `runOriginal`, again without each test that ends the process or goes past its limit: its id is added to `killers`, whose tests are left out from
 * the start where an order is given. The last run where more than five end it, or one ends as no test runs.
 */
export async function runOriginalWithoutKillers(
  subject: TestSubject,
  prepared: PreparedTests,
  about: OriginalRun,
  killers: Set<string>,
): Promise<TestRun> {
  const without = (order: readonly TestKey[]): readonly TestKey[] =>
    order.filter((key) => !killers.has(testId(key)));
  let run = await runOriginal(subject, prepared, { ...about, order: without(about.order) });
  for (let tries = 0; tries < MOST_KILLERS && run.status !== "observed"; tries++) {
    const killer = "caseId" in run ? run.caseId : undefined;
    if (killer === undefined || run.collected.length === 0) return run;
    killers.add(killer);
    const order = without(about.order.length === 0 ? run.collected : about.order);
    if (order.length === 0) return run;
    run = await runOriginal(subject, prepared, { ...about, order });
  }
  return run;
}
