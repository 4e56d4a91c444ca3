import { gradedFile, type TargetFile } from "../../../analysis/index.ts";
import type { Definition } from "../../../languages/index.ts";
import {
  functionOf,
  proveByTests,
  proveTask,
  type ProofOutcome,
  type ProofTarget,
  type Rejected,
} from "../../../proof/index.ts";
import { DEFAULT_LIMITS, type RejectionReason } from "../../../spec/index.ts";
import { growSuite, type Contract } from "../../../testgen/index.ts";
import type { BuildOptions } from "../../curation.ts";
import { comparingOutput, findOutput, speakingTarget } from "./said-output.ts";
import { visibleTextOf } from "./instruction/instruction.ts";
import { createTestReader } from "./instruction/test-text.ts";
import { findSimplicity } from "./simplicity.ts";
import type { HiddenGrading } from "../../context-tests.ts";
import type { CountedTarget, PreparedSource, PreparedTarget } from "../../prepared-source.ts";
import type { TaskOutcome } from "../kind.ts";
import { draftTask, type ProvenBy } from "./task-draft.ts";
import { maskedTwins } from "../../twin-plan.ts";

/** Distinct outcomes that a core task's suite shows at least. */
const FEWEST_CORE_OUTCOMES = 3;

/** Makes a suite for a screened target, proves it, and drafts the task. */
export async function makeTask(
  prepared: PreparedSource,
  target: PreparedTarget,
  options: BuildOptions,
): Promise<TaskOutcome> {
  const counted = prepared.openTarget(target);
  const quiet = await growAndProveTwice(counted, prepared, target, options);
  const made = (await makeWithOutput(quiet, counted, prepared, target, options)) ?? quiet;
  if (made.status === "rejected")
    return MAY_BE_TESTED.has(made.reason)
      ? makeByTests(made, counted, prepared, target, options)
      : reject(counted.evaluations(), made.reason, made.detail);
  return draft(counted, prepared, target, options, { ...made, kind: "observed" });
}

/** Drafts the task of a proven target, unless it shows too little for the tier that is asked for. */
async function draft(
  counted: CountedTarget,
  prepared: PreparedSource,
  target: PreparedTarget,
  { tier: asked, seed }: BuildOptions,
  proven: ProvenBy,
): Promise<TaskOutcome> {
  const { summary } = proven.proof.evidence;
  const isCore = findSimplicity(prepared, target.definition) === undefined;
  const tier = isCore && summary.distinct_outcomes >= FEWEST_CORE_OUTCOMES ? "core" : "simple";
  if (tier === "simple" && asked === "core")
    return reject(counted.evaluations(), "tier", "it shows fewer than three distinct outcomes");
  const { proofTarget } = counted;
  const policy = proven.kind === "observed" ? proven.proof.policy : proofTarget.policy;
  const mentions = prepared.mentionsOf(target);
  const contextTests = await prepared.contextTestsOf(target, hiddenOf(proven));
  const given = {
    prepared,
    target,
    subject: proofTarget,
    policy,
    proven,
    tier,
    mentions,
    contextTests,
    seed,
  } as const;
  return { status: "accepted", draft: draftTask(given), evaluations: counted.evaluations() };
}

function hiddenOf(proven: ProvenBy): HiddenGrading {
  return proven.kind === "observed"
    ? { cases: proven.proof.cases, tests: [] }
    : { cases: [], tests: proven.proof.hidden.map(functionOf) };
}

type Made =
  | {
      readonly status: "proven";
      readonly proof: Extract<ProofOutcome, { status: "proven" }>;
      readonly contract: Contract;
    }
  | { readonly status: "rejected"; readonly reason: RejectionReason; readonly detail: string };

/**
 * Reasons to reject that say that arguments or outcomes cannot be written down, or too few of them: tests of the repository may see more.
 */
const MAY_BE_TESTED: ReadonlySet<RejectionReason> = new Set<RejectionReason>([
  "no_input",
  "reference_fails",
  "trivial",
  "unstable",
  "weak_coverage",
  "weak_mutation_score",
]);

/** Those that say so of all arguments or outcomes: then tests are worth a longer search. */
const NEEDS_TESTS: ReadonlySet<RejectionReason> = new Set<RejectionReason>([
  "no_input",
  "reference_fails",
  "unstable",
]);

/** The same target graded by the repository's tests that execute it; the first rejection, with why these cannot, where they are not strong enough. */
async function makeByTests(
  first: Extract<Made, { status: "rejected" }>,
  counted: CountedTarget,
  prepared: PreparedSource,
  target: PreparedTarget,
  options: BuildOptions,
): Promise<TaskOutcome> {
  const found = await prepared.testsOf(target);
  if (found === undefined) return reject(counted.evaluations(), first.reason, first.detail);
  let runs = 0;
  const evaluations = (): number => counted.evaluations() + runs;
  const refuse = ({ reason, detail }: Rejected): TaskOutcome =>
    reject(evaluations(), first.reason, `${first.detail}; by its tests: ${reason}: ${detail}`);
  if (found.status === "rejected") return refuse(found);
  const { evaluator, sources, language } = found.target;
  const countedTests: typeof evaluator = {
    ...evaluator,
    runTests(job, signal) {
      runs++;
      return evaluator.runTests(job, signal);
    },
    runTestsCold(job, signal) {
      runs++;
      return evaluator.runTestsCold(job, signal);
    },
  };
  const tested = { ...found.target, evaluator: countedTests };
  const proof = await proveByTests(tested, found.learnt, {
    limits: DEFAULT_LIMITS,
    thresholds: options.thresholds,
    leaks: prepared.leaks,
    visibleText: visibleTextOf({
      language,
      definition: target.definition,
      ...prepared.mentionsOf(target),
    }),
    modules: prepared.modules,
    textOf: createTestReader(sources.texts, language.syntax),
    seeksTellers: NEEDS_TESTS.has(first.reason),
  });
  if (proof.status === "proven")
    return draft({ ...counted, evaluations }, prepared, target, options, { kind: "tests", proof });
  return refuse(proof);
}

/** As `growAndProve`, once more with cases against trivial bodies where one passed. */
async function growAndProveTwice(
  counted: CountedTarget,
  prepared: PreparedSource,
  target: PreparedTarget,
  options: BuildOptions,
): Promise<Made> {
  const plain = await growAndProve(counted, prepared, target, options, false);
  const wasTrivial = plain.status === "rejected" && plain.reason === "trivial";
  return wasTrivial ? growAndProve(counted, prepared, target, options, true) : plain;
}

/** Reasons to reject that seeing more of what a target does may remove. */
const SHOWS_TOO_LITTLE: ReadonlySet<RejectionReason> = new Set<RejectionReason>([
  "mistakes_survive",
  "no_input",
  "no_mutants",
  "shortcut_resolved",
  "trivial",
  "weak_coverage",
  "weak_mutation_score",
]);

/** The same target judged by what it prints and logs too, where that makes it stronger; undefined where it does not, or is not asked for. */
async function makeWithOutput(
  quiet: Made,
  counted: CountedTarget,
  prepared: PreparedSource,
  target: PreparedTarget,
  options: BuildOptions,
): Promise<Made | undefined> {
  const score = quiet.status === "proven" ? (quiet.proof.evidence.summary.mutation.score ?? 0) : 0;
  const mayGain = quiet.status === "proven" || SHOWS_TOO_LITTLE.has(quiet.reason);
  if (!mayGain || score >= (options.comparesOutputBelow ?? 0)) return undefined;
  const output = await findOutput(counted.proofTarget, target.calls);
  if (output.length === 0) return undefined;
  const speaking = { ...counted, proofTarget: comparingOutput(counted.proofTarget, output) };
  const made = await growAndProveTwice(speaking, prepared, speakingTarget(target), options);
  if (made.status === "rejected")
    return quiet.status === "rejected" && made.reason === "weak_mutation_score" ? made : undefined;
  return (made.proof.evidence.summary.mutation.score ?? 0) > score ? made : undefined;
}

async function growAndProve(
  { proofTarget }: CountedTarget,
  prepared: PreparedSource,
  target: PreparedTarget,
  { seed, thresholds, growth: budget }: BuildOptions,
  guardsTrivialBodies: boolean,
): Promise<Made> {
  const leastScore = thresholds.mutationScore;
  const gradesUnshown = thresholds.takesAsChosen === true;
  const growth = {
    seed,
    guardsTrivialBodies,
    leastScore,
    gradesUnshown,
    ...(budget === undefined ? {} : { budget }),
  };
  const grown = await growSuite(proofTarget, target.context, growth);
  if (grown.status === "rejected") return grown;
  if (grown.status === "weak") {
    const detail = `${grown.bestMutationScore.toFixed(3)} < ${leastScore}`;
    return { status: "rejected", reason: "weak_mutation_score", detail };
  }
  const { leaks, modules } = prepared;
  const mentions = prepared.mentionsOf(target);
  const visibleText = visibleTextOf({
    language: proofTarget.language,
    definition: target.definition,
    ...mentions,
  });
  const { graded, whole } = findGraded(proofTarget, maskedTwins(prepared.twinsOf(target.definition)));
  const options = { limits: DEFAULT_LIMITS, thresholds, leaks, visibleText, modules, whole };
  const proof = await proveTask(graded, grown, options);
  return proof.status === "rejected" ? proof : { status: "proven", proof, contract: grown.contract };
}

/** The same target in the file that grades it, and in the original where that is another. */
function findGraded(
  proofTarget: ProofTarget,
  twins: readonly Definition[],
): { readonly graded: ProofTarget; readonly whole: TargetFile | undefined } {
  if (twins.length === 0) return { graded: proofTarget, whole: undefined };
  const { language, originalText, definition } = proofTarget;
  const whole = { text: originalText, definition };
  const graded = gradedFile(language, whole, twins);
  return { graded: { ...proofTarget, originalText: graded.text, definition: graded.definition }, whole };
}

function reject(evaluations: number, reason: RejectionReason, detail: string): TaskOutcome {
  return { status: "rejected", reason, detail, evaluations };
}
