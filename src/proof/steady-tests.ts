/** Tests of a repository that can be counted on: they pass every time, also without the others. */
import {
  keysOf,
  limitsFor,
  plainVariation,
  testId,
  type EvaluationLimits,
  type PreparedTests,
  type TestKey,
  type TestResult,
  type TestRun,
  type TestSubject,
  type Variation,
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

const SURROUNDINGS: readonly [Variation, Variation] = [
  plainVariation,
  { hashSeed: 4242, timeZone: "Pacific/Auckland", locale: "C.UTF-8" },
];

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
  const leftOut: LeftOutTest[] = [];
  const one = await runAll(subject, prepared, { variation: SURROUNDINGS[0], traceLines: true }, leftOut);
  if (one.status !== "observed") return failed(one);
  const other = await runAll(subject, prepared, { variation: SURROUNDINGS[1] }, leftOut);
  if (other.status !== "observed") return failed(other);

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

/** Tests that end their process: each costs a run of all. */
const MOST_KILLERS = 5;

/** Runs all tests that are found. One that ends the process, or does not end itself, is added to those left out, and the others run again. */
async function runAll(
  subject: TestSubject,
  prepared: PreparedTests,
  about: { readonly variation: Variation; readonly traceLines?: boolean },
  leftOut: LeftOutTest[],
): Promise<TestRun> {
  let run = await runOriginal(subject, prepared, { order: [], ...about });
  for (let tries = 0; tries < MOST_KILLERS && run.status !== "observed"; tries++) {
    const killer = "caseId" in run ? run.caseId : undefined;
    if (killer === undefined || run.collected.length === 0) return run;
    if (!leftOut.some(({ id }) => id === killer)) leftOut.push({ id: killer, reason: "not_passed" });
    const order = run.collected.filter((key) => !leftOut.some(({ id }) => id === testId(key)));
    if (order.length === 0) return run;
    run = await runOriginal(subject, prepared, { ...about, order });
  }
  return run;
}

/** Runs the file as it is over tests; without an order over all that are found. */
function runOriginal(
  { evaluator, editableTree, originalText, limits, signal }: TestSubject,
  tests: PreparedTests,
  about: {
    readonly order: readonly TestKey[];
    readonly variation: Variation;
    readonly traceLines?: boolean;
  },
): Promise<TestRun> {
  const order = keysOf(about.order);
  const job = { editableTree, fileText: originalText, tests, limits, trust: "own" as const };
  return evaluator.runTests({ ...job, ...about, order }, signal);
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
