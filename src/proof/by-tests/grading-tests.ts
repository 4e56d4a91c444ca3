/** Which of the tests that execute a target grade it. */
import { evenChoice } from "../../base/index.ts";
import {
  editTarget,
  keysOf,
  limitsFor,
  runOriginal,
  SURROUNDINGS,
  testId,
  type EvaluationLimits,
  type LearntTests,
} from "../../judge/index.ts";
import type { LimitsPolicy, TestKey } from "../../spec/index.ts";
import { testMutants, type TestedTarget } from "../tested-mutants.ts";

/** Most tests that grade a target. */
const MOST_TESTS = 40;

/** Of these, how many are an even choice of all where there are more: the others are there for the mutants that these do not tell. */
const EVENLY_CHOSEN = 24;

type LearntTest = LearntTests["tests"][number];

/** Most of the others that mutants are tried over: a mutant that none of them tells takes the time of all. */
const MOST_TRIED = 120;

/** Ids of an even choice of the tests that execute one of the lines: enough to see whether such tests can grade at all. */
export function chooseFirstTests(learnt: LearntTests, lines: readonly number[]): ReadonlySet<string> {
  const found = executing(learnt, lines);
  return idsOf(found.length <= MOST_TESTS ? found : evenChoice(found, EVENLY_CHOSEN));
}

/** How tests that grade are chosen. */
export interface GradingChoice {
  readonly limits: LimitsPolicy;
  /** Whether tests are looked for that tell mutants which others do not: every mutant is run over more tests than grade in the end. */
  readonly seeksTellers: boolean;
}

/**
 * Ids of the tests that grade a target: those that execute one of the lines. Of more than forty an even choice; where tellers are sought a smaller one, those of the others
 * that tell mutants which that choice does not, whichever are the first to tell most, and then again an even choice.
 */
export async function chooseGradingTests(
  target: TestedTarget,
  learnt: LearntTests,
  lines: readonly number[],
  { limits: policy, seeksTellers }: GradingChoice,
): Promise<ReadonlySet<string>> {
  const found = executing(learnt, lines);
  if (found.length <= MOST_TESTS) return idsOf(found);
  if (!seeksTellers) return idsOf(evenChoice(found, MOST_TESTS));
  const even = evenChoice(found, EVENLY_CHOSEN);
  const others = evenChoice(without(found, even), MOST_TRIED);
  const tellers = await findTellers(target, learnt, even, others, policy);
  const chosen = [...even, ...tellers.slice(0, MOST_TESTS - even.length)];
  return idsOf([...chosen, ...evenChoice(without(found, chosen), MOST_TESTS - chosen.length)]);
}

function executing(learnt: LearntTests, lines: readonly number[]): readonly LearntTest[] {
  const body = new Set(lines);
  return learnt.tests.filter((test) => test.lines.some((line) => body.has(line)));
}

/** Tests that are the first to tell mutants which those before them do not, by how many; of equals the one collected first. */
async function findTellers(
  target: TestedTarget,
  { prepared }: LearntTests,
  before: readonly LearntTest[],
  others: readonly LearntTest[],
  policy: LimitsPolicy,
): Promise<readonly LearntTest[]> {
  const order = [...before, ...others];
  const run = await runOriginal(target, prepared, { order, variation: SURROUNDINGS[0] });
  const passed = new Set(
    run.results.flatMap((result) => (result.outcome === "passed" ? testId(result) : [])),
  );
  const tests = order
    .map(({ name, number, lines }) => ({ id: testId({ name, number }), name, number, lines }))
    .filter(({ id }) => passed.has(id));
  const limits = limitsFor(policy, run);
  if (await isIdlePassed(target, prepared, tests, limits)) return [];
  const judged = await testMutants(target, { prepared, tests, leftOut: [], limits });
  const counts = new Map<string, number>();
  for (const id of judged.flatMap(({ killedBy = [] }) => killedBy)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const countOf = (test: LearntTest): number => counts.get(testId(test)) ?? 0;
  return others.filter((test) => countOf(test) > 0).sort((a, b) => countOf(b) - countOf(a));
}

/** True where all tests pass with the first trivial body: then none need be asked for mutants. */
async function isIdlePassed(
  target: TestedTarget,
  prepared: LearntTests["prepared"],
  tests: readonly TestKey[],
  limits: EvaluationLimits,
): Promise<boolean> {
  const { evaluator, editableTree, language, originalText, definition, signal } = target;
  const [idle] = language.variants.trivialBodies(originalText, definition, []);
  const edited = idle && editTarget(target, idle.completion);
  if (edited?.status !== "spliced") return false;
  const { fileText, otherFiles } = edited;
  const job = { editableTree, fileText, otherFiles, tests: prepared, order: keysOf(tests), limits };
  const run = await evaluator.runTests({ ...job, trust: "own", stopsAtFailure: true }, signal);
  return run.status === "observed" && run.results.every(({ outcome }) => outcome === "passed");
}

function without(tests: readonly LearntTest[], others: readonly LearntTest[]): readonly LearntTest[] {
  const left = new Set(others);
  return tests.filter((test) => !left.has(test));
}

function idsOf(tests: readonly LearntTest[]): ReadonlySet<string> {
  return new Set(tests.map(testId));
}
