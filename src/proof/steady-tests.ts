/** Tests of a repository that can be counted on: they pass every time, also without the others. */
import {
  limitsFor,
  runOriginal,
  runOriginalWithoutKillers,
  SURROUNDINGS,
  testId,
  type EvaluationLimits,
  type PreparedTests,
  type TestKey,
  type TestResult,
  type TestRun,
  type OriginalRun,
  type TestSubject,
} from "../judge/index.ts";
import type { LimitsPolicy } from "../spec/index.ts";
import type { LeftOutTest } from "./mutation-result.ts";

/** A test that executes something of the target. */
export interface SteadyTest extends TestKey {
  readonly id: string;
  /** Lines of the target's file that it executes, and those that ran for all of them: any test may see what came of these. */
  readonly lines: readonly number[];
}

/** The tests that execute a target, as they stand. */
export interface SteadyTests {
  readonly prepared: PreparedTests;
  /** In the order of collection. */
  readonly tests: readonly SteadyTest[];
  readonly leftOut: readonly LeftOutTest[];
  /** What a mutant may use: of time as many times what the slowest of the tests does. */
  readonly limits: EvaluationLimits;
}

/** `message` says why there is nothing to count on: the original's run did not end, or no test passes. */
export type FoundTests =
  | ({ readonly status: "found" } & SteadyTests)
  | { readonly status: "failed"; readonly message: string };

const TEST_LIMITS: LimitsPolicy = {
  cpu_factor: 20,
  cpu_floor_seconds: 1,
  memory_factor: 4,
  memory_floor_bytes: 512 * 1024 * 1024,
};

/**
 * Runs all tests over the original, twice and in other surroundings, and those that execute one of the lines once more by themselves. What does
 * not pass each time is left out by name.
 */
export async function findSteadyTests(
  subject: TestSubject,
  lines: { readonly start: number; readonly end: number },
): Promise<FoundTests> {
  const { evaluator, editableTree, sources } = subject;
  const prepared = await evaluator.prepareTests(editableTree, sources);
  const killers = new Set<string>();
  const runAll = (variation: OriginalRun["variation"], traceLines: boolean): Promise<TestRun> =>
    runOriginalWithoutKillers(subject, prepared, { order: [], variation, traceLines }, killers);
  const one = await runAll(SURROUNDINGS[0], true);
  if (one.status !== "observed") return failed(one);
  const other = await runAll(SURROUNDINGS[1], false);
  if (other.status !== "observed") return failed(other);

  const leftOut: LeftOutTest[] = [...killers].map((id) => ({ id, reason: "not_passed" }));
  const again = new Map(other.results.map((result) => [testId(result), result.outcome]));
  const reaching: SteadyTest[] = [];
  for (const result of one.results) {
    const id = testId(result);
    if (leftOut.some((left) => left.id === id)) continue;
    const isSame = again.get(id) === result.outcome;
    if (!isSame) leftOut.push({ id, reason: "unstable" });
    else if (result.outcome === "failed" || result.outcome === "error")
      leftOut.push({ id, reason: "not_passed" });
    if (!isSame || result.outcome !== "passed") continue;
    const executed = [...(result.lines ?? []), ...(one.sharedLines ?? [])];
    if (executed.some((line) => line >= lines.start && line <= lines.end))
      reaching.push({ name: result.name, number: result.number, id, lines: executed });
  }
  const passes = ({ outcome, ...key }: TestResult): boolean =>
    outcome === "passed" && again.get(testId(key)) === outcome;
  if (leftOut.length > 0 && !one.results.some(passes)) return nonePassed(one, leftOut);
  if (reaching.length === 0)
    return { status: "found", prepared, tests: [], leftOut, limits: limitsFor(TEST_LIMITS, one) };
  const alone = await runOriginal(subject, prepared, { order: reaching, variation: SURROUNDINGS[0] });
  if (alone.status !== "observed") return failed(alone);
  const passed = new Set(
    alone.results.flatMap((result) => (result.outcome === "passed" ? testId(result) : [])),
  );
  const dependent = reaching.filter(({ id }) => !passed.has(id));
  return {
    status: "found",
    prepared,
    tests: reaching.filter(({ id }) => passed.has(id)),
    leftOut: [...leftOut, ...dependent.map(({ id }) => ({ id, reason: "depends_on_others" as const }))],
    limits: limitsFor(TEST_LIMITS, alone),
  };
}

function nonePassed({ results }: TestRun, leftOut: readonly LeftOutTest[]): FoundTests {
  const first = results.find((result) => leftOut.some(({ id }) => id === testId(result)));
  const words = first === undefined ? "" : `: ${testId(first)} ${first.outcome} ${first.message}`.trimEnd();
  return {
    status: "failed",
    message: `no test passes on the original each time (tried: ${leftOut.length})${words}`,
  };
}

function failed(run: TestRun): FoundTests {
  const at = "caseId" in run && run.caseId !== undefined ? ` at ${run.caseId}` : "";
  const message = "message" in run ? `: ${run.message}` : "";
  const words = `${run.status.replaceAll("-", " ")}${at}${message}`.replace(/\.$/, "");
  return { status: "failed", message: `the run of the tests over the original ended as ${words}` };
}
