/**
 * The proof of a task that the repository's own tests grade, for targets whose arguments or outcomes cannot be written down: the questions of
 * `prove.ts`, asked of tests instead of cases.
 */
import {
  chooseTests,
  limitsFor,
  measureLines,
  referenceFile,
  referenceLines,
  storeExpectation,
  testId,
  type ChosenTests,
  type LearntTests,
  type TestExpectation,
} from "../../judge/index.ts";
import {
  isKilled,
  PROOF_VERSION,
  summariseMutation,
  type EvidenceRecord,
  type EvidenceSummary,
  type TestsRecord,
} from "../../spec/index.ts";
import { findUnstated, measureDeterminacy, type Determinacy } from "../determinacy.ts";
import { countResolved, describeBodies, describeMistakes, summariseRewrites } from "../evidence.ts";
import type { ProvenMistakes } from "../mistakes.ts";
import { countedMutants, describeMutant, type ProvenMutants } from "../mutation.ts";
import { PROOF_CHEATS } from "../proof-cheats.ts";
import {
  findFailure,
  findIndeterminacy,
  findLeak,
  leastDeterminacy,
  LEAST_HIDDEN_SCORE,
  namesOf,
  type ProofOptions,
} from "../prove.ts";
import { reject, type Rejected } from "../rejection.ts";
import type { TestedTarget } from "../tested-mutants.ts";
import type { Bodies } from "../tried-bodies.ts";
import { chooseFirstTests, chooseGradingTests, type GradingChoice } from "./grading-tests.ts";
import { judgeBodies, judgeEdited, type TestGrading } from "./graded-bodies.ts";
import { findUntold, judgeMistakes } from "./judge-mistakes.ts";
import { chooseShownTests, findTooFew, functionOf } from "./shown-tests.ts";
import { findTold, type ToldMutant } from "./tests-told.ts";

/** What a proof by tests needs beside the target and its tests. */
export interface TestProofOptions extends Omit<ProofOptions, "whole">, GradingChoice {
  /** The text of test functions as solvers would read it; undefined where a function is not to be shown. */
  readonly textOf: (functionNames: readonly string[]) => string | undefined;
}

/** Ids of the tests that are to grade a target, and of those that are shown: as a task has them. */
export interface GivenTests {
  readonly ids: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
}

/** A target that its repository's tests grade, or why they cannot. */
export type TestProofOutcome =
  | {
      readonly status: "proven";
      readonly tests: TestsRecord;
      /** Ids of tests that solvers see. */
      readonly shown: readonly string[];
      readonly hidden: readonly string[];
      readonly unstated: readonly string[];
      readonly evidence: EvidenceRecord;
    }
  | (Rejected & { readonly evidence?: EvidenceRecord });

/** Runs of the reference as a candidate, warm ones and one from a fresh interpreter: each must be resolved. */
const WARM_RUNS = 2;

/**
 * Proves a target by tests that were learnt over its file. Without `given` the tests are those that execute its body, and those to show are chosen.
 * Runs code in sandboxes only; throws only when interrupted or on a bug.
 */
export async function proveByTests(
  target: TestedTarget,
  learnt: LearntTests,
  options: TestProofOptions,
  given?: GivenTests,
): Promise<TestProofOutcome> {
  const leak = findLeak(target, options.leaks);
  if (leak !== undefined) return leak;
  const possible = await target.evaluator.findPossibleArcs(
    target.editableTree,
    target.originalText,
    referenceLines(target),
  );
  const first = given?.ids ?? chooseFirstTests(learnt, possible.lines);
  const begun = await beginGrading(target, learnt, first, options);
  if (begun.status === "rejected") return begun;
  const ids = given?.ids ?? (await chooseGradingTests(target, learnt, possible.lines, options));
  const chosen =
    ids.symmetricDifference(first).size === 0 ? begun : await beginGrading(target, learnt, ids, options);
  if (chosen.status === "rejected") return chosen;
  const { grading, dropped } = chosen;
  const { expectation } = grading;
  if (given !== undefined && expectation.tests.length < given.ids.size)
    return reject("unstable", `${given.ids.size - expectation.tests.length} of its tests no longer hold`);

  const { language, originalText, definition, module } = target;
  const { variants } = language;
  const [idle, ...others] = variants.trivialBodies(originalText, definition, []);
  // Where the first passes nothing more need be known, and each that passes costs its blind runs too.
  const trivial = await judgeBodies(grading, idle === undefined ? [] : [idle]);
  if (!trivial.some(({ verdict }) => verdict === "resolved"))
    trivial.push(...(await judgeBodies(grading, others)));
  const passing = trivial.filter(({ verdict }) => verdict === "resolved");
  if (passing.length > 0) return reject("trivial", `passed by ${namesOf(passing)}`);
  const material = { examples: [], modules: options.modules };
  const shortcuts = await judgeBodies(
    grading,
    variants.shortcuts(originalText, definition, module, material),
  );
  const short = shortcuts.filter(({ verdict }) => verdict === "resolved");
  if (short.length > 0) return reject("shortcut_resolved", `passed by ${namesOf(short)}`);

  const told = await findTold(grading);
  const unjudged = told.find(({ isLost }) => isLost);
  if (unjudged !== undefined)
    return reject("infrastructure", `${unjudged.mutant.variant.id}: workers were lost`);
  const soft = findSoftness(told);
  if (soft !== undefined) return soft;
  const shown = given?.shown ?? chooseShown(target, expectation, told, options);
  if (shown === undefined)
    return reject("indeterminate", "no share of the tests can be shown that tells enough and leaves enough");
  const all = expectation.tests.map(testId);
  const hidden = all.filter((id) => !shown.has(id));
  const proven = asProven(target, told, shown);
  const determinacy = measureDeterminacy({ ...target, policy: learnt.policy }, proven);
  const shownText = options.textOf([...new Set([...shown].map(functionOf))]) ?? "";
  const unstated = findUnstated(determinacy.constants, options.visibleText, shownText);
  const lines = new Set(learnt.tests.filter((test) => ids.has(testId(test))).flatMap((test) => test.lines));
  const findings = {
    target,
    expectation,
    proven,
    determinacy,
    coverage: measureLines(possible, lines),
    constants: { needed: determinacy.constants.length, stated: unstated.length },
    dropped,
    searched: options.leaks.places,
  };
  const { thresholds } = options;
  const weigh = (
    bodies: Bodies,
    mistakes?: ProvenMistakes,
  ): { readonly evidence: EvidenceRecord; readonly failing?: Rejected } => {
    const evidence = writeTestEvidence({ ...findings, bodies, mistakes });
    const failing =
      findFailure(evidence.summary, bodies, {
        ...thresholds,
        mutationScore: thresholds.mutationScoreByTests,
      }) ?? findIndeterminacy(target, evidence.summary, unstated, thresholds);
    return { evidence, ...(failing && { failing }) };
  };
  // Rewrites and cheats each take a run of all tests: they are judged where nothing else is wrong.
  const before = weigh({ trivial, shortcuts, rewrites: [], cheats: [] });
  if (before.failing !== undefined) return { ...before.failing, evidence: before.evidence };
  const mistakes = await judgeMistakes(grading);
  const untold = findUntold(mistakes);
  if (untold !== undefined) return { ...untold, evidence: before.evidence };
  const cheats = variants
    .cheats(originalText, definition, module)
    .filter(({ kind }) => PROOF_CHEATS.has(kind));
  const bodies = {
    trivial,
    shortcuts,
    rewrites: await judgeBodies(grading, variants.rewrites(originalText, definition)),
    cheats: await judgeBodies(grading, [...cheats, ...variants.testCheats(originalText, definition)]),
  };
  const { evidence, failing } = weigh(bodies, mistakes);
  if (failing !== undefined) return { ...failing, evidence };
  const tests = storeExpectation({ ...target.sources, plugins: learnt.plugins }, expectation);
  return { status: "proven", tests, shown: all.filter((id) => shown.has(id)), hidden, unstated, evidence };
}

/** What grades by these tests, as far as they hold, and how many were dropped; or why they cannot: they are too few, or the reference parts from itself. */
async function beginGrading(
  target: TestedTarget,
  learnt: LearntTests,
  ids: ReadonlySet<string>,
  { limits }: TestProofOptions,
): Promise<
  | {
      readonly status: "begun";
      readonly grading: TestGrading;
      readonly dropped: Awaited<ReturnType<typeof chooseTests>>["dropped"];
    }
  | Rejected
> {
  const { expectation, run, dropped } = await chooseTests(target, learnt, ids);
  const few = findTooFew(expectation?.tests ?? []);
  if (few !== undefined) return few;
  if (expectation === undefined) return reject("unstable", "none of its tests holds any longer");
  const grading = { target, expectation, limits: limitsFor(limits, run) };
  return (await findParting(grading)) ?? { status: "begun", grading, dropped };
}

/** Why the reference is no stable solution: it parts from itself as a candidate would. */
async function findParting(grading: TestGrading): Promise<Rejected | undefined> {
  const reference = referenceFile(grading.target);
  for (let run = 0; run <= WARM_RUNS; run++) {
    const { verdict, reason } = await judgeEdited(grading, reference, run === WARM_RUNS);
    if (verdict === "infrastructure") return reject("infrastructure", `the reference: ${reason}`);
    if (verdict !== "resolved")
      return reject("unstable", `the reference as a candidate: ${reason ?? verdict}`);
  }
  return undefined;
}

/** Least share of the mutants that count that tests tell by what no candidate can write down itself. */
const LEAST_FIRM_SCORE = LEAST_HIDDEN_SCORE;

/** Why the tests would believe a candidate that tells them what they want to see. */
function findSoftness(told: readonly ToldMutant[]): Rejected | undefined {
  const counted = countedMutants(told.map(({ mutant }) => mutant)).length;
  const firm = told.filter(({ mutant, isFirm }) => isFirm && isKilled(mutant.status)).length;
  if (counted === 0 || firm >= LEAST_FIRM_SCORE * counted) return undefined;
  const share = (firm / counted).toFixed(3);
  return reject("weak_mutation_score", `by what a candidate cannot forge: ${share} < ${LEAST_FIRM_SCORE}`);
}

function chooseShown(
  { definition }: TestedTarget,
  expectation: TestExpectation,
  told: readonly ToldMutant[],
  { thresholds, textOf }: TestProofOptions,
): ReadonlySet<string> | undefined {
  const killed = told.filter(({ mutant }) => isKilled(mutant.status));
  return chooseShownTests(expectation.tests.map(testId), killed, {
    determinacy: leastDeterminacy(definition, thresholds),
    hiddenKills: LEAST_HIDDEN_SCORE * countedMutants(told.map(({ mutant }) => mutant)).length,
    mayShow: (name) => textOf([name]) !== undefined,
  });
}

function asProven(
  target: TestedTarget,
  told: readonly ToldMutant[],
  shown: ReadonlySet<string>,
): ProvenMutants {
  const killed = told.filter(({ mutant }) => isKilled(mutant.status));
  const idsTold = (by: (id: string) => boolean): Set<string> =>
    new Set(killed.flatMap(({ mutant, told: ids }) => ([...ids].some(by) ? [mutant.variant.id] : [])));
  return {
    mutants: told.map(({ mutant }) => describeMutant(target, mutant)),
    variants: told.map(({ mutant }) => mutant.variant),
    toldByExamples: idsTold((id) => shown.has(id)),
    toldByHidden: idsTold((id) => !shown.has(id)),
  };
}

interface TestFindings {
  readonly target: TestedTarget;
  readonly expectation: TestExpectation;
  readonly bodies: Bodies;
  readonly mistakes: ProvenMistakes | undefined;
  readonly proven: ProvenMutants;
  readonly determinacy: Determinacy;
  readonly coverage: { readonly possible: readonly number[]; readonly executed: readonly number[] };
  readonly constants: EvidenceSummary["constants"];
  readonly dropped: ChosenTests["dropped"];
  readonly searched: readonly string[];
}

function writeTestEvidence(findings: TestFindings): EvidenceRecord {
  const { target, expectation, bodies, mistakes, proven, determinacy, coverage } = findings;
  const { possible, executed } = coverage;
  const { trivial, rewrites, cheats, shortcuts } = bodies;
  const records = expectation.tests.flatMap((test) => test.records);
  const summary: EvidenceSummary = {
    proof_version: PROOF_VERSION,
    level: "verified",
    stability: { parents: WARM_RUNS + 1, dropped_cases: findings.dropped.length },
    trivial: countResolved(trivial),
    rewrites: summariseRewrites(target.language, rewrites),
    mutation: summariseMutation(
      proven.mutants.map(({ status }) => status),
      proven.toldByHidden.size,
    ),
    ...(mistakes === undefined ? {} : { mistakes: mistakes.counts }),
    coverage: {
      branch: null,
      line: possible.length === 0 ? 1 : executed.length / possible.length,
      arcs_possible: 0,
      arcs_executed: 0,
      lines_possible: possible.length,
      lines_executed: executed.length,
    },
    cheats: { ...countResolved(cheats), names: cheats.map(({ name }) => name) },
    shortcuts: { ...countResolved(shortcuts), names: shortcuts.map(({ name }) => name) },
    leaks: { searched: [...findings.searched], found: 0 },
    determinacy: { ...determinacy.summary, unshown_arcs: 0 },
    constants: findings.constants,
    distinct_outcomes: new Set(records.map(({ site, operands }) => JSON.stringify([site, operands]))).size,
  };
  return {
    format: "evidence/1",
    summary,
    mutants: [...proven.mutants],
    ...describeMistakes(mistakes),
    arcs: { possible: [], executed: [] },
    lines: { possible: [...possible], executed: [...executed] },
    ...describeBodies(bodies),
    leaks: [],
    undetermined: [...determinacy.undetermined],
    dropped_cases: findings.dropped.map(({ id, reason }) => ({ reason, detail: id })),
  };
}
