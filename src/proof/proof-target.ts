/**
 * One target under proof, and the two things that are done with it: observing its reference, and running another body
 * against what the reference showed. Everything in this room is built from these.
 */
import { throwIfInterrupted } from "../base/index.ts";
import {
  compareObservations,
  editTarget,
  evaluateRepeatingSlow,
  locate,
  orderFor,
  referenceFile,
  type CaseResult,
  type Difference,
  type EditedFile,
  type EvaluationJob,
  type EvaluationLimits,
  type EvaluationOutcome,
  type JudgeEvaluator,
  type LoadedOriginal,
  type TargetInTree,
  type Variation,
} from "../judge/index.ts";
import type { ComparisonPolicy, Observation, SuiteCase } from "../spec/index.ts";

/** A target with everything that proving it takes. */
export interface ProofTarget extends TargetInTree {
  readonly evaluator: JudgeEvaluator;
  readonly policy: ComparisonPolicy;
  readonly limits: EvaluationLimits;
  /** Set once importing anew and replacing the code of a loaded original were seen to show the same. */
  readonly resident?: LoadedOriginal | undefined;
  /** Whether a case that is a little too slow is looked at once more, as verdicts need and growth does not. */
  readonly repeatsSlowCases: boolean;
  readonly signal: AbortSignal | undefined;
}

/** How to run the reference. */
export interface ReferenceRun {
  readonly traceArcs?: boolean;
  readonly traceConditions?: boolean;
  readonly variation?: Variation;
  readonly order?: readonly number[];
  readonly resident?: LoadedOriginal;
}

/** What running another body against the reference's observations gave. */
export interface BodyRun {
  readonly verdict: "resolved" | "unresolved" | "infrastructure";
  readonly reason: string | undefined;
  /** Cases whose observation differs or is missing, in the order they ran. */
  readonly failedCases: readonly string[];
  readonly difference: Difference | undefined;
  /** Where it passed: cases whose observation was another only in what the policy passes over, as the message of an exception. */
  readonly passedOver: readonly string[];
  /** Digest of the target's byte code, where it was built. */
  readonly codeDigest: string | undefined;
}

/** Runs the reference over cases, its file imported anew unless `run` says otherwise. */
export async function observeReference(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  run: ReferenceRun = {},
): Promise<EvaluationOutcome> {
  return evaluateFile(target, referenceFile(target), cases, run);
}

/** Runs an edited file over cases. Throws when interrupted. */
export async function evaluateFile(
  target: ProofTarget,
  { lines, ...files }: EditedFile,
  cases: readonly SuiteCase[],
  run: Partial<
    Pick<
      EvaluationJob,
      "traceArcs" | "traceConditions" | "variation" | "order" | "resident" | "expected" | "stopsAtFirst"
    >
  > = {},
): Promise<EvaluationOutcome> {
  const { evaluator, editableTree, limits, signal } = target;
  const { output } = target.policy;
  const job: EvaluationJob = {
    editableTree,
    target: locate(target, lines),
    ...files,
    cases,
    limits,
    output,
    trust: "own",
    ...run,
  };
  const outcome = await (target.repeatsSlowCases
    ? evaluateRepeatingSlow(evaluator, job, signal)
    : evaluator.evaluate(job, signal));
  throwIfInterrupted(signal);
  return outcome;
}

/**
 * Runs a completion over cases and compares each observation with the reference's. With `isComplete` every case runs
 * (to learn which ones tell the bodies apart); otherwise the first difference ends the evaluation.
 */
export async function runBody(
  target: ProofTarget,
  completion: string,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
  isComplete = false,
): Promise<BodyRun> {
  const edited = editTarget(target, completion);
  if (edited.status === "refused") return refusedRun(edited.reason);
  const outcome = await evaluateFile(target, edited, cases, {
    order: orderFor(edited.fileText, cases.length),
    ...residentFor(target, edited.fileText),
    ...(isComplete
      ? {}
      : {
          expected: { observations: expected, policy: target.policy, language: target.language },
          stopsAtFirst: true,
        }),
  });
  return readRun(target, outcome, cases, expected);
}

/** What a completion did over graded cases, and whether an example tells it from the reference. */
export interface BothRuns {
  readonly graded: BodyRun;
  readonly isKilledByExamples: boolean;
}

/**
 * Runs a completion over all examples and then over the graded cases up to the first difference, as one evaluation. What it shows by that of the
 * graded cases holds only if it fails one: else they are run again without the examples before them, as a candidate's would be.
 */
export async function runBodyOverBoth(
  target: ProofTarget,
  completion: string,
  { suite, examples }: { readonly suite: readonly SuiteCase[]; readonly examples: readonly SuiteCase[] },
  expected: Readonly<Record<string, Observation>>,
): Promise<BothRuns> {
  const { policy, language } = target;
  const edited = editTarget(target, completion);
  if (edited.status === "refused") return { graded: refusedRun(edited.reason), isKilledByExamples: true };
  const gradedIds = new Set(suite.map(({ id }) => id));
  const observations = Object.fromEntries(Object.entries(expected).filter(([id]) => gradedIds.has(id)));
  const outcome = await evaluateFile(target, edited, [...examples, ...suite], {
    ...residentFor(target, edited.fileText),
    expected: { observations, policy, language },
    stopsAtFirst: true,
  });
  const hasFailed = outcome.status === "stopped";
  const graded = hasFailed
    ? readRun(target, outcome, suite, observations)
    : await runBody(target, completion, suite, expected);
  const seen = observationsOf(outcome.results);
  if (!examples.every(({ id }) => id in seen)) {
    const shown = await runBody(target, completion, examples, expected);
    return { graded, isKilledByExamples: shown.verdict === "unresolved" };
  }
  const isKilledByExamples = examples.some(({ id }) => {
    const [wanted, actual] = [expected[id], seen[id]];
    if (wanted === undefined || actual === undefined) return false;
    return compareObservations(id, wanted, actual, target) !== undefined;
  });
  return { graded, isKilledByExamples };
}

function refusedRun(reason: string): BodyRun {
  return {
    verdict: "unresolved",
    reason,
    failedCases: [],
    difference: undefined,
    passedOver: [],
    codeDigest: undefined,
  };
}

/** The loaded original, where a body may run in its place. */
function residentFor(target: ProofTarget, edited: string): { readonly resident?: LoadedOriginal } {
  const { resident } = target;
  return resident !== undefined && changesBodyOnly(target, edited) ? { resident } : {};
}

/** The expected observations of an outcome, by case id. */
export function observationsOf(results: readonly CaseResult[]): Record<string, Observation> {
  return Object.fromEntries(results.map(({ id, observation }) => [id, observation]));
}

/** True where an edited file differs from the original in the target's body alone. */
export function changesBodyOnly({ originalText, definition }: ProofTarget, edited: string): boolean {
  const bytes = Buffer.from(originalText);
  const before = bytes.subarray(0, definition.spans.body.start).toString();
  const after = bytes.subarray(definition.spans.body.end).toString();
  return edited.length >= before.length + after.length && edited.startsWith(before) && edited.endsWith(after);
}

/** What an outcome says of a body. */
export function readRun(
  target: ProofTarget,
  outcome: EvaluationOutcome,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): BodyRun {
  const seen = new Map(outcome.results.map((result) => [result.id, result.observation]));
  const failedCases: string[] = [];
  let first: Difference | undefined;
  for (const { id } of cases) {
    const wanted = expected[id];
    const actual = seen.get(id);
    if (wanted === undefined) continue;
    const difference = actual === undefined ? undefined : compareObservations(id, wanted, actual, target);
    if (actual !== undefined && difference === undefined) continue;
    const isReached = actual !== undefined || ("caseId" in outcome && outcome.caseId === id);
    if (isReached) failedCases.push(id);
    first ??= difference;
  }
  const found = { failedCases, difference: first, passedOver: [], codeDigest: outcome.codeDigest };
  if (outcome.status === "lost-worker")
    return { verdict: "infrastructure", reason: outcome.message, ...found };
  if (outcome.status === "observed" && first === undefined && failedCases.length === 0) {
    const strict = { ...target, policy: { ...target.policy, messages: true } };
    const passedOver = outcome.results.flatMap(({ id, observation }) => {
      const wanted = expected[id];
      const isOther =
        wanted !== undefined && compareObservations(id, wanted, observation, strict) !== undefined;
      return isOther ? [id] : [];
    });
    return { verdict: "resolved", reason: undefined, ...found, passedOver };
  }
  const reason = first === undefined ? outcome.status.replaceAll("-", "_") : "wrong_observation";
  return { verdict: "unresolved", reason, ...found };
}
