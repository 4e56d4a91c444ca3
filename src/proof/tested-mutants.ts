/** Mutants of a target judged by tests of its repository, each in a fork that has imported nothing of the target's file before. */
import {
  editTarget,
  keysOf,
  locate,
  referenceFile,
  referenceLines,
  testId,
  type EditedFile,
  type EditOutcome,
  type EvaluationOutcome,
  type JudgeEvaluator,
  type TargetInTree,
  type TestRun,
  type TestSubject,
} from "../judge/index.ts";
import type { Variant } from "../languages/index.ts";
import type { ChosenMutants } from "./given-mutants.ts";
import { createMutants, describeMutant, classifyMutant, type Mutant } from "./mutation.ts";
import type { JudgedMutant } from "./mutation-result.ts";
import { lineOfEdit } from "./raising-lines.ts";
import { ReachedLines } from "./reached-lines.ts";
import type { SteadyTest, SteadyTests } from "./steady-tests.ts";

/** A target with the tests of its repository. */
export interface TestedTarget extends Omit<TestSubject, "evaluator" | "language">, TargetInTree {
  readonly evaluator: TestSubject["evaluator"] & Pick<JudgeEvaluator, "evaluate" | "findPossibleArcs">;
}

/** Which mutants, and who is told how many there are and each time that one is stable. */
export interface MutantRequest {
  readonly chosen?: ChosenMutants | undefined;
  readonly onBegun?: (all: number) => void;
  readonly onJudged?: (stable: number) => void;
}

/**
 * Runs mutants over the tests that execute what they change, up to the first that does not pass. One is killed where a test fails that passes on
 * the original, and where the process does not get to the end. What no comparison of observations can see (texts of exceptions and logs) a test
 * may look at all the same: such a mutant is left out only where no test tells it from the original.
 */
export async function testMutants(
  target: TestedTarget,
  steady: SteadyTests,
  { chosen, onBegun, onJudged }: MutantRequest = {},
): Promise<JudgedMutant[]> {
  const mutants = createMutants(target, chosen);
  const edits = mutants.map(({ variant: { completion } }) => editTarget(target, completion));
  await leaveOutEqual(target, mutants, edits);
  const finder = await createTestFinder(target, steady);
  let stable = 0;
  onBegun?.(mutants.length);
  const judgements = mutants.map(async (mutant, index): Promise<JudgedMutant> => {
    const edit = edits[index];
    const judged = await (isRun(mutant) && edit?.status === "spliced"
      ? judge(target, steady, mutant, edit, finder)
      : describeMutant(target, mutant));
    onJudged?.(++stable);
    return judged;
  });
  return Promise.all(judgements);
}

/** True for mutants that a run can say something of. */
export function isRun({ status }: Mutant): boolean {
  return status === "open" || status === "unobservable";
}

/** Settles mutants that do not compile, and those that compile to what the original or an earlier one does. */
export async function leaveOutEqual(
  target: TestedTarget,
  mutants: readonly Mutant[],
  edits: readonly EditOutcome[],
): Promise<void> {
  const reference = await importOnly(target, referenceFile(target));
  const imports = await Promise.all(
    edits.map(async (edit, index) => {
      const mutant = mutants[index];
      return edit.status === "spliced" && mutant && isRun(mutant) ? importOnly(target, edit) : undefined;
    }),
  );
  const seen = new Map<string, string>();
  for (const [index, mutant] of mutants.entries()) {
    if (!isRun(mutant)) continue;
    const isBuilt = imports[index] !== undefined && imports[index].status !== "not-built";
    const nothing = { failedCases: [], difference: undefined, passedOver: [] };
    const run = isBuilt
      ? { verdict: "resolved" as const, reason: undefined, codeDigest: imports[index]?.codeDigest }
      : { verdict: "unresolved" as const, reason: "not_built", codeDigest: undefined };
    classifyMutant(mutant, { ...run, ...nothing }, reference.codeDigest, seen);
  }
}

/** Those of some bodies that compile to what the original does. */
export async function findEqualBodies(
  target: TestedTarget,
  variants: readonly Variant[],
): Promise<ReadonlySet<Variant>> {
  if (variants.length === 0) return new Set();
  const { codeDigest } = await importOnly(target, referenceFile(target));
  const isEqual = await Promise.all(
    variants.map(async ({ completion }) => {
      const edit = editTarget(target, completion);
      return edit.status === "spliced" && (await importOnly(target, edit)).codeDigest === codeDigest;
    }),
  );
  return new Set(variants.filter((_, index) => isEqual[index]));
}

/** Imports an edited file, for the digest of the target's byte code. */
function importOnly(target: TestedTarget, { lines, ...files }: EditedFile): Promise<EvaluationOutcome> {
  const { evaluator, editableTree, limits, signal } = target;
  const job = { editableTree, target: locate(target, lines), ...files, cases: [], limits, output: [] };
  return evaluator.evaluate({ ...job, trust: "own" }, signal);
}

/** The tests that execute what a mutant changes, in an order in which the original passes them. */
type TestFinder = (
  mutant: Mutant,
) => Promise<{ readonly covering: readonly SteadyTest[]; readonly order: readonly SteadyTest[] }>;

async function createTestFinder(target: TestedTarget, steady: SteadyTests): Promise<TestFinder> {
  const { evaluator, editableTree, originalText } = target;
  const possible = await evaluator.findPossibleArcs(editableTree, originalText, referenceLines(target));
  const reached = new ReachedLines(possible);
  for (const { id, lines } of steady.tests) reached.add(id, lines);
  const orders = new Map<string, Promise<readonly SteadyTest[]>>();
  return async ({ variant }) => {
    const line = lineOfEdit(target, variant);
    const covering = steady.tests.filter(({ id }) => reached.mayReach(id, line));
    const key = covering.map(({ id }) => id).join("\n");
    const order = orders.get(key) ?? checkOrder(target, steady, covering);
    orders.set(key, order);
    return { covering, order: await order };
  };
}

/** Some of the tests by themselves where the original passes them, else all of them. */
async function checkOrder(
  target: TestedTarget,
  steady: SteadyTests,
  covering: readonly SteadyTest[],
): Promise<readonly SteadyTest[]> {
  if (covering.length === 0 || covering.length === steady.tests.length) return covering;
  const run = await runTests(target, steady, referenceFile(target), covering);
  return run.status === "observed" ? covering : steady.tests;
}

async function judge(
  target: TestedTarget,
  steady: SteadyTests,
  mutant: Mutant,
  edited: EditedFile,
  findTests: TestFinder,
): Promise<JudgedMutant> {
  const { covering, order } = await findTests(mutant);
  const coveredBy = covering.map(({ id }) => id);
  const isLeftOut = mutant.status === "unobservable";
  if (order.length === 0 && isLeftOut) return describeMutant(target, mutant);
  if (order.length === 0) return { ...describeMutant(target, mutant), status: "not_covered", coveredBy };
  let run = await runTests(target, steady, edited, order);
  if (run.status === "lost-worker") run = await runTests(target, steady, edited, order);
  if (run.status === "lost-worker")
    return { ...describeMutant(target, mutant), status: "not_judged", detail: run.message, coveredBy };
  const fault = findFault(run, order);
  if (fault === undefined && isLeftOut) return describeMutant(target, mutant);
  if (fault !== undefined) {
    mutant.status = fault.isLate ? "timed_out" : "killed";
    mutant.detail = fault.what;
  }
  const killedBy = fault?.testId === undefined ? {} : { killedBy: [fault.testId] };
  return { ...describeMutant(target, mutant), coveredBy, ...killedBy };
}

function runTests(
  { evaluator, editableTree, signal }: TestedTarget,
  { prepared, limits }: SteadyTests,
  { fileText, otherFiles }: EditedFile,
  tests: readonly SteadyTest[],
): Promise<TestRun> {
  const order = keysOf(tests);
  const job = { editableTree, fileText, otherFiles, tests: prepared, order, limits, trust: "own" as const };
  return evaluator.runTests({ ...job, stopsAtFailure: true }, signal);
}

/** What a mutant did that the original does not; undefined where every test passed. */
function findFault(
  run: TestRun,
  order: readonly SteadyTest[],
): { readonly isLate: boolean; readonly testId: string | undefined; readonly what: string } | undefined {
  const bad = run.results.find(({ outcome }) => outcome !== "passed");
  if (bad !== undefined) return { isLate: false, testId: testId(bad), what: `${testId(bad)} ${bad.outcome}` };
  if (run.status === "observed") return undefined;
  const current = "caseId" in run ? run.caseId : order[run.results.length]?.id;
  const what = [current, run.status.replaceAll("-", " ")].filter((part) => part !== undefined).join(" ");
  return { isLate: run.status === "timed-out", testId: current, what };
}
