import { atBoundary } from "../../base/index.ts";
import type { EditableTree, EditedTexts, EvaluationLimits, Trust } from "../judge.ts";
import { addJudgement, nothingRun, type Judgement } from "../judgement.ts";
import type { LimitsPolicy } from "../../spec/index.ts";
import { limitsFor, measuringLimits } from "../limits.ts";
import type { TargetInTree } from "../target.ts";
import { decideTests, type TestExpectation } from "./judge-tests.ts";
import { keysOf, testId, type TestEvaluator, type TestRun } from "./test-run.ts";

/** A candidate to judge by tests. */
export interface TestedCandidate extends EditedTexts {
  readonly editableTree: EditableTree;
  readonly limits: EvaluationLimits;
  readonly trust: Trust;
}

/**
 * Runs a candidate over the tests, and where it passes again over the blind ones; see `TestExpectation.blind`. Undefined where the worker
 * died with the candidate: no word on it is possible. Never throws for anything that a candidate can do.
 */
export async function judgeByTests(
  evaluator: Pick<TestEvaluator, "runTests" | "runTestsCold">,
  expectation: TestExpectation,
  candidate: TestedCandidate,
  options: { readonly isCold?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<Judgement | undefined> {
  const run = (half: Pick<TestExpectation, "prepared" | "tests">): Promise<TestRun> => {
    const job = { ...candidate, tests: half.prepared, order: keysOf(half.tests) };
    return options.isCold === true
      ? evaluator.runTestsCold(job, options.signal)
      : evaluator.runTests(job, options.signal);
  };
  let judgement: Judgement | undefined;
  for (const half of [expectation, ...expectation.blind]) {
    const seen = await run(half);
    if (seen.status === "lost-worker") return undefined;
    const next = atBoundary(
      () => decideTests({ ...expectation, ...half }, seen),
      () => ({ ...nothingRun("unresolved", "malformed_output"), cpuMs: seen.cpuSeconds * 1000 }),
    );
    judgement = judgement === undefined ? next : addJudgement(judgement, next);
    if (judgement.verdict !== "resolved") break;
  }
  return judgement;
}

/** Why both attempts at something lost their workers. */
export type LossReason = "destroyed_worker" | "reference_failed_too";

/**
 * What `attempt` gives, once more from a fresh interpreter where it is undefined: its worker was lost. Where that is lost too, a run of the reference tells whether
 * what was tried did it.
 */
export async function attemptTwice<R>(
  attempt: (isCold: boolean) => Promise<R | undefined>,
  judgeReference: () => Promise<Judgement | undefined>,
): Promise<R | LossReason> {
  const found = (await attempt(false)) ?? (await attempt(true));
  if (found !== undefined) return found;
  return (await judgeReference())?.verdict === "resolved" ? "destroyed_worker" : "reference_failed_too";
}

/** The same as `judgeByTests`, with a judgement where workers were lost. */
export async function judgeLosingWorkers(
  evaluator: Pick<TestEvaluator, "runTests" | "runTestsCold">,
  expectation: TestExpectation,
  candidate: TestedCandidate,
  { fileText, otherFiles }: EditedTexts,
  options: Parameters<typeof judgeByTests>[3] = {},
): Promise<Judgement> {
  const cold = { ...options, isCold: true };
  const original = { ...candidate, fileText, otherFiles };
  const judged = await attemptTwice(
    (isCold) => judgeByTests(evaluator, expectation, candidate, isCold ? cold : options),
    () => judgeByTests(evaluator, expectation, original, cold),
  );
  if (typeof judged !== "string") return judged;
  const ids = expectation.tests.map(testId);
  if (judged === "destroyed_worker") return nothingRun("unresolved", judged, { ids });
  const detail = "The candidate's worker was lost twice, and the original does not pass the tests either.";
  return nothingRun("infrastructure", judged, { ids, detail });
}

/** Limits of an expectation on this machine, by a run of the original; undefined where it does not pass. */
export async function measureTests(
  runner: Pick<TestEvaluator, "runTests">,
  expectation: TestExpectation,
  subject: Pick<TargetInTree, "editableTree" | "originalText" | "otherFiles">,
  { policy, signal }: { readonly policy: LimitsPolicy; readonly signal?: AbortSignal | undefined },
): Promise<EvaluationLimits | undefined> {
  const tests = { tests: expectation.prepared, order: keysOf(expectation.tests) };
  const { editableTree, originalText: fileText, otherFiles } = subject;
  const job = { editableTree, fileText, otherFiles, ...tests, limits: measuringLimits };
  const run = await runner.runTests({ ...job, trust: "own" }, signal);
  return decideTests(expectation, run).verdict === "resolved" ? limitsFor(policy, run) : undefined;
}
