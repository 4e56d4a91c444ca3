/**
 * What a repository's tests expect, learnt from runs of the reference: first as they stand, twice and in different
 * surroundings, then with everything cut out that the judge need not share with a candidate. Tests that do not show the same
 * each time are left out by name.
 */
import { comparisonPolicy } from "../../spec/index.ts";
import { compareValues } from "../compare-values.ts";
import type { EvaluationLimits, Variation, EditableTree } from "../judge.ts";
import type { ExpectedTest } from "./judge-tests.ts";
import { plainVariation } from "../protocol/world.ts";
import { exceptionOf, type AssertionPolicy, type ExpectedRecord } from "./assertions.ts";
import {
  keysOf,
  testId,
  type PreparedTests,
  type TestEvaluator,
  type TestKey,
  type TestResult,
  type TestRun,
  type TestSources,
} from "./test-run.ts";

/** A repository's tests over one edited file. */
export interface TestSubject {
  readonly evaluator: TestEvaluator;
  readonly editableTree: EditableTree;
  readonly sources: TestSources;
  /** The edited file as it is in the repository. */
  readonly originalText: string;
  readonly limits: EvaluationLimits;
  /** Classes (`module:Name`) that candidates write themselves. */
  readonly freeClasses?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Why a test cannot be used. */
export type TestRefusal =
  | "not_passed"
  | "unstable"
  | "too_many_records"
  | "not_canonical"
  | "changed_by_cutting";

/** The tests of a file as the reference ran them, nothing cut out. */
export interface LearntTests {
  readonly prepared: PreparedTests;
  readonly collected: readonly TestKey[];
  /** In the order of collection. `lines`: those of the edited file that the test executes. */
  readonly tests: readonly (ExpectedTest & { readonly lines: readonly number[] })[];
  readonly dropped: readonly { readonly id: string; readonly reason: TestRefusal }[];
  readonly policy: AssertionPolicy;
  /** Plug-ins that the framework loaded. */
  readonly plugins: readonly string[];
}

const second: Variation = { hashSeed: 4242, timeZone: "Pacific/Auckland", locale: "C.UTF-8" };

/** Runs all tests as they stand. Returns the outcome of the run where it did not come to its end. */
export async function learnTests(
  subject: TestSubject,
): Promise<
  ({ readonly status: "learnt" } & LearntTests) | { readonly status: "failed"; readonly run: TestRun }
> {
  const { evaluator, editableTree, sources } = subject;
  const prepared = await evaluator.prepareTests(editableTree, sources);
  const policy: AssertionPolicy = { ...comparisonPolicy.parse({}), free_classes: [] };
  const runs: TestRun[] = [];
  for (const variation of [plainVariation, second]) {
    const run = await runOriginal(subject, prepared, {
      order: [],
      variation,
      traceLines: variation === plainVariation,
    });
    if (run.status !== "observed") return { status: "failed", run };
    runs.push(run);
  }
  const [one, other] = runs;
  const again = new Map(other?.results.map((result) => [testId(result), result]));
  const tests: LearntTests["tests"][number][] = [];
  const dropped: { id: string; reason: TestRefusal }[] = [];
  for (const result of one?.results ?? []) {
    const found = settle(result, again.get(testId(result)), policy);
    if (typeof found === "string") dropped.push({ id: testId(result), reason: found });
    else tests.push({ ...found, lines: result.lines ?? [] });
  }
  return {
    status: "learnt",
    prepared,
    collected: one?.collected ?? [],
    tests,
    dropped,
    policy,
    plugins: one?.plugins ?? [],
  };
}

/** Runs the original file over tests, as our own code. */
export function runOriginal(
  { evaluator, editableTree, originalText, limits, signal }: TestSubject,
  tests: PreparedTests,
  about: { readonly order: readonly TestKey[]; readonly variation: Variation; readonly traceLines?: boolean },
): Promise<TestRun> {
  const order = keysOf(about.order);
  return evaluator.runTests(
    { editableTree, fileText: originalText, tests, limits, trust: "own", ...about, order },
    signal,
  );
}

/** A test that shows the same twice, or why it cannot be used. */
function settle(
  one: TestResult,
  other: TestResult | undefined,
  policy: AssertionPolicy,
): ExpectedTest | TestRefusal {
  if (one.outcome !== "passed") return "not_passed";
  if (other === undefined || other.outcome !== one.outcome) return "unstable";
  if (one.leftOut > 0) return "too_many_records";
  const operands = one.records.flatMap((record) => record.operands);
  if (operands.length > 0 && operands.every(isRefused)) return "not_canonical";
  const records = one.records.map(expectedRecord);
  const { name, number, outcome } = one;
  if (areSame(records, other.records.map(expectedRecord), policy))
    return { name, number, outcome, records, isUnordered: false };
  const [sorted, again] = [bySite(records), bySite(other.records.map(expectedRecord))];
  return areSame(sorted, again, policy) ? { name, number, outcome, records, isUnordered: true } : "unstable";
}

function expectedRecord({ site, operands, truth }: TestResult["records"][number]): ExpectedRecord {
  return { site, operands, truth: truth ?? true, places: operands.map((_, index) => index) };
}

/** Records by site, those of one site by their text. */
function bySite(records: readonly ExpectedRecord[]): ExpectedRecord[] {
  const keyed = records.map((record) => ({ record, key: JSON.stringify(record.operands) }));
  keyed.sort((a, b) => a.record.site - b.record.site || (a.key < b.key ? -1 : Number(a.key > b.key)));
  return keyed.map(({ record }) => record);
}

function areSame(
  records: readonly ExpectedRecord[],
  others: readonly ExpectedRecord[],
  policy: AssertionPolicy,
): boolean {
  return (
    records.length === others.length &&
    records.every(({ site, truth, operands }, index) => {
      const other = others[index];
      return (
        other?.site === site &&
        other.truth === truth &&
        other.operands.length === operands.length &&
        operands.every((operand, at) => isSameOperand(operand, other.operands[at], policy))
      );
    })
  );
}

function isSameOperand(one: unknown, other: unknown, policy: AssertionPolicy): boolean {
  const raised = exceptionOf(one);
  if (raised !== undefined) return raised.name === exceptionOf(other)?.name;
  if (isRefused(one) || isRefused(other)) return JSON.stringify(one) === JSON.stringify(other);
  return compareValues(one, other, "", policy) === undefined;
}

/** True for what could not be made canonical. */
export function isRefused(operand: unknown): boolean {
  return typeof operand === "object" && operand !== null && "refused" in operand;
}
