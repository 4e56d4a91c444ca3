/**
 * What a repository's tests expect, learnt from runs of the reference: first as they stand, twice and in different
 * surroundings, then with everything cut out that the judge need not share with a candidate. Tests that do not show the same
 * each time are left out by name.
 */
import { comparisonPolicy } from "../../spec/index.ts";
import { compareValues } from "../compare-values.ts";
import type { ValueRules } from "../comparison-rules.ts";
import { exceptionOf, type AssertionPolicy, type ExpectedRecord } from "./assertions.ts";
import type { ExpectedTest } from "./judge-tests.ts";
import { runOriginalWithoutKillers, SURROUNDINGS, type TestSubject } from "./run-original.ts";
import { testId, type PreparedTests, type TestKey, type TestResult, type TestRun } from "./test-run.ts";

/** Why a test cannot be used. */
export type TestRefusal =
  | "not_passed"
  | "unstable"
  | "too_many_records"
  | "too_long"
  | "not_canonical"
  | "changed_by_cutting";

/** Lines of the edited file that a test executes, at most: a candidate, and each of hundreds of mutants, runs it again. */
const MOST_STEPS = 1_000_000;

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

/**
 * Runs the tests as they stand: all that are found, or those of `only`; then once more, in other surroundings and with their own files alone, those that
 * passed and execute something of the edited file. Others could tell nothing of it, and are neither among `tests` nor among `dropped`, unless they did not pass. Returns the outcome
 * of a run that did not come to its end, whatever tests were left out.
 */
export async function learnTests(
  subject: TestSubject,
  only: readonly TestKey[] = [],
): Promise<
  ({ readonly status: "learnt" } & LearntTests) | { readonly status: "failed"; readonly run: TestRun }
> {
  const { evaluator, editableTree, sources } = subject;
  const prepared = await evaluator.prepareTests(editableTree, sources);
  const policy: AssertionPolicy = { ...comparisonPolicy.parse({}), free_classes: [] };
  const killers = new Set<string>();
  const [plain, other] = SURROUNDINGS;
  // What is not asked for is cut out of the tests by its name, and so has to be found.
  const about = { order: only, variation: plain, traceLines: true, collectsAll: true };
  const first = await runOriginalWithoutKillers(subject, prepared, about, killers);
  if (first.status !== "observed") return { status: "failed", run: first };
  const touching = first.results.filter(
    ({ outcome, lines = [], steps = 0 }) => outcome === "passed" && lines.length > 0 && steps <= MOST_STEPS,
  );
  const second =
    touching.length === 0
      ? undefined
      : await runOriginalWithoutKillers(subject, prepared, { order: touching, variation: other }, killers);
  if (second !== undefined && second.status !== "observed") return { status: "failed", run: second };
  const again = new Map(second?.results.map((result) => [testId(result), result]));
  const tests: LearntTests["tests"][number][] = [];
  const dropped: { id: string; reason: TestRefusal }[] = [...killers].map((id) => ({
    id,
    reason: "not_passed",
  }));
  for (const result of first.results) {
    const id = testId(result);
    const { outcome, lines = [], steps = 0 } = result;
    if (killers.has(id)) continue;
    if (outcome !== "passed") dropped.push({ id, reason: "not_passed" });
    if (outcome !== "passed" || lines.length === 0) continue;
    if (steps > MOST_STEPS) {
      dropped.push({ id, reason: "too_long" });
      continue;
    }
    const found = settle(result, again.get(id), { policy, language: subject.language });
    if (typeof found === "string") dropped.push({ id, reason: found });
    else tests.push({ ...found, lines });
  }
  const { collected, plugins } = first;
  return { status: "learnt", prepared, collected, tests, dropped, policy, plugins };
}

/** A test that shows the same twice, or why it cannot be used. */
function settle(
  one: TestResult,
  other: TestResult | undefined,
  rules: ValueRules,
): ExpectedTest | TestRefusal {
  if (other === undefined || other.outcome !== one.outcome) return "unstable";
  if (one.leftOut > 0) return "too_many_records";
  const operands = one.records.flatMap((record) => record.operands);
  if (operands.length > 0 && operands.every(isRefused)) return "not_canonical";
  const records = one.records.map(expectedRecord);
  const { name, number, outcome } = one;
  if (areSame(records, other.records.map(expectedRecord), rules))
    return { name, number, outcome, records, isUnordered: false };
  const [sorted, again] = [bySite(records), bySite(other.records.map(expectedRecord))];
  return areSame(sorted, again, rules) ? { name, number, outcome, records, isUnordered: true } : "unstable";
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
  rules: ValueRules,
): boolean {
  return (
    records.length === others.length &&
    records.every(({ site, truth, operands }, index) => {
      const other = others[index];
      return (
        other?.site === site &&
        other.truth === truth &&
        other.operands.length === operands.length &&
        operands.every((operand, at) => isSameOperand(operand, other.operands[at], rules))
      );
    })
  );
}

function isSameOperand(one: unknown, other: unknown, rules: ValueRules): boolean {
  const raised = exceptionOf(one);
  if (raised !== undefined) return raised.name === exceptionOf(other)?.name;
  if (isRefused(one) || isRefused(other)) return JSON.stringify(one) === JSON.stringify(other);
  return compareValues(one, other, "", rules) === undefined;
}

/** True for what could not be made canonical. */
export function isRefused(operand: unknown): boolean {
  return typeof operand === "object" && operand !== null && "refused" in operand;
}
