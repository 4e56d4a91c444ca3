/** Which of the tests that grade a target tell each of its mutants from it. */
import { throwIfInterrupted } from "../../base/index.ts";
import {
  attemptTwice,
  decideTests,
  editTarget,
  findFirmFailures,
  judgeByTests,
  keysOf,
  referenceFile,
  testId,
  type EditedFile,
} from "../../judge/index.ts";
import type { ChosenMutants } from "../given-mutants.ts";
import { classifyMutant, createMutants, type Mutant } from "../mutation.ts";
import { isRun, leaveOutEqual } from "../tested-mutants.ts";
import type { TestGrading } from "./graded-bodies.ts";

/** A mutant, and the ids of the tests that it fails; of one whose process ended early, those that had not ended are not known. */
export interface ToldMutant {
  readonly mutant: Mutant;
  readonly told: ReadonlySet<string>;
  /** True where one of them fails by more than what a candidate could write down in the place of the assertions. */
  readonly isFirm: boolean;
  /** True where no word on it is possible: workers were lost, and not by what it does. */
  readonly isLost?: true;
}

/**
 * Runs every mutant over all tests to the end, and decides as on a candidate. One that makes no run at all (it cannot be imported) is told by every
 * test.
 */
export async function findTold(grading: TestGrading, chosen?: ChosenMutants): Promise<readonly ToldMutant[]> {
  const { target } = grading;
  const mutants = createMutants(target, chosen);
  const edits = mutants.map(({ variant: { completion } }) => editTarget(target, completion));
  await leaveOutEqual(target, mutants, edits);
  return Promise.all(
    mutants.map(async (mutant, index): Promise<ToldMutant> => {
      const edit = edits[index];
      if (!isRun(mutant) || edit?.status !== "spliced") return { mutant, told: new Set(), isFirm: false };
      const failing = await findFailing(grading, edit);
      if (failing === undefined) return { mutant, told: new Set(), isFirm: false, isLost: true };
      const { told, isFirm } = failing;
      const isLeftOut = mutant.status === "unobservable";
      if (told.size === 0) return { mutant, told, isFirm };
      const nothing = { difference: undefined, passedOver: [], codeDigest: undefined };
      const run = { verdict: "unresolved" as const, reason: "wrong_observation", ...nothing };
      // A test may look at what no comparison of observations can see.
      if (isLeftOut) mutant.status = "open";
      classifyMutant(mutant, { ...run, failedCases: [...told] }, undefined, new Map());
      return { mutant, told, isFirm };
    }),
  );
}

/** Undefined where no word on the mutant is possible. */
async function findFailing(
  { target, expectation, limits }: TestGrading,
  { fileText, otherFiles }: EditedFile,
): Promise<Omit<ToldMutant, "mutant"> | undefined> {
  const { evaluator, editableTree, signal } = target;
  const candidate = { editableTree, limits, trust: "own" as const };
  const job = {
    ...candidate,
    fileText,
    otherFiles,
    tests: expectation.prepared,
    order: keysOf(expectation.tests),
  };
  const run = await attemptTwice(
    async (isCold) => {
      const seen = await (isCold ? evaluator.runTestsCold(job, signal) : evaluator.runTests(job, signal));
      return seen.status === "lost-worker" ? undefined : seen;
    },
    () =>
      judgeByTests(
        evaluator,
        expectation,
        { ...candidate, ...referenceFile(target) },
        { isCold: true, signal },
      ),
  );
  throwIfInterrupted(signal);
  if (run === "reference_failed_too") return undefined;
  const all = new Set(expectation.tests.map(testId));
  if (run === "destroyed_worker")
    return { told: all, isFirm: findFirmFailures(expectation, { results: [] }).size > 0 };
  const { verdict, outcomes } = decideTests(expectation, run);
  if (verdict === "resolved") return { told: new Set(), isFirm: false };
  const failed = Object.entries(outcomes).flatMap(([id, outcome]) => (outcome === "failed" ? [id] : []));
  const current = "caseId" in run && run.caseId !== undefined ? [run.caseId] : [];
  const told = new Set([...failed, ...current]);
  return { told: told.size > 0 ? told : all, isFirm: findFirmFailures(expectation, run).size > 0 };
}
