/**
 * The proof of one task (design, section 6): given a target and its suite, everything that must hold before it may ship, in the
 * order of cost. The first thing that does not hold is the reason of the rejection.
 */
import type { TargetFile } from "../analysis/index.ts";
import type { TargetInTree } from "../judge/index.ts";
import type { Definition, ShortcutMaterial } from "../languages/index.ts";
import type {
  ComparisonPolicy,
  EvidenceRecord,
  EvidenceSummary,
  LimitsPolicy,
  Observation,
  SuiteCase,
} from "../spec/index.ts";
import { findAmbiguity } from "./ambiguity.ts";
import type { BodyVerdict } from "./bodies.ts";
import { contentOf, describeExamples, findUnstated, measureDeterminacy } from "./determinacy.ts";
import { writeEvidence } from "./evidence.ts";
import type { LeakIndex } from "./leaks.ts";
import { proveMistakes } from "./mistakes.ts";
import { proveMutants } from "./mutation.ts";
import { reject, type Rejected } from "./rejection.ts";
import { FEWEST_EXAMPLES, stabiliseSuite, type TaskCases } from "./stabilise-suite.ts";
import type { ProofTarget } from "./proof-target.ts";
import { stabiliseWithoutTwins } from "./twin-need.ts";
import { runOtherBodies, runShortcuts, runTrivialBodies, type Bodies } from "./tried-bodies.ts";

/** What a task must reach. Everything else the proof asks for is absolute. */
export interface Thresholds {
  /** Lowest mutation score, in `[0, 1]`. Default 0.8. */
  readonly mutationScore: number;
  /** The same of a target that the repository's tests grade: nothing is grown beside them that would tell more than its mutants do. Default 0.9. */
  readonly mutationScoreByTests: number;
  /** Lowest branch coverage (line coverage where there is no branch), in `[0, 1]`. Default 0.8. */
  readonly branchCoverage: number;
  /** Lowest determinacy, in `[0, 1]`, of a target with a docstring. Default 0.6. */
  readonly determinacyWithDocstring: number;
  /** The same of one without. Default 0.9. */
  readonly determinacyWithout: number;
  /**
   * Whether a target is taken as somebody else chose it: one that does nothing but forward, and one whose examples tell too little, which is then
   * on record. Default: neither makes a task.
   */
  readonly takesAsChosen?: boolean;
}

/** The design's thresholds to ship. */
export const DEFAULT_THRESHOLDS: Thresholds = {
  mutationScore: 0.8,
  mutationScoreByTests: 0.9,
  branchCoverage: 0.8,
  determinacyWithDocstring: 0.6,
  determinacyWithout: 0.9,
};

/** Of the mutants that count, the share that the hidden cases alone kill at least: the examples are known to whoever would cheat. */
export const LEAST_HIDDEN_SCORE = 0.6;

/** Of the mistakes that some input inside the contract tells, the share that the cases may let through. */
export const MOST_SURVIVING_MISTAKES = 0.05;

/** A constant of more characters is not stated: it is an answer of its own. */
const LONGEST_STATED_CONSTANT = 300;

/** What a proof found: the evidence with the cases that are left, or why the target is no task. */
export type ProofOutcome =
  | {
      readonly status: "proven";
      /** How candidates are compared: the target's policy without attributes that change from one run to the next. */
      readonly policy: ComparisonPolicy;
      /** What is graded and not shown. */
      readonly cases: readonly SuiteCase[];
      /** What is graded and shown. */
      readonly examples: readonly SuiteCase[];
      /** What the reference showed of both, by id. */
      readonly expected: Readonly<Record<string, Observation>>;
      /** Constants that a verdict depends on and nothing visible has: the instruction must state them. */
      readonly unstated: readonly string[];
      readonly evidence: EvidenceRecord;
    }
  | (Rejected & { readonly evidence?: EvidenceRecord });

/** What a proof needs beside the target. */
export interface ProofOptions {
  /** Becomes seconds and bytes by running the reference over the suite first. */
  readonly limits: LimitsPolicy;
  readonly thresholds: Thresholds;
  readonly leaks: LeakIndex;
  /** What a solver reads beside the examples: header, docstring, documentation. */
  readonly visibleText: string;
  /** What a solver can import: the source files of the candidate's tree. */
  readonly modules: ShortcutMaterial["modules"];
  /** The target in its file as the repository has it, where near copies are cut out of the file that is proven. */
  readonly whole?: TargetFile | undefined;
}

/** Proves a target with its cases from nothing. Runs code in sandboxes only; throws only when interrupted or on a bug. */
export async function proveTask(
  target: ProofTarget,
  given: TaskCases,
  options: ProofOptions,
): Promise<ProofOutcome> {
  const leak = findLeak(target, options.leaks);
  if (leak !== undefined) return leak;

  const fewestExamples = options.thresholds.takesAsChosen === true ? 0 : FEWEST_EXAMPLES;
  const stabilising = { policy: options.limits, fewestExamples };
  const stable = await (options.whole === undefined
    ? stabiliseSuite(target, given, stabilising)
    : stabiliseWithoutTwins(target, options.whole, given, stabilising));
  if (stable.status === "rejected") return stable;
  const { limited, cases, examples, expected } = stable;
  const ambiguity = findAmbiguity(limited, [...examples, ...cases], expected, options.modules);
  if (ambiguity !== undefined) return reject("indeterminate", ambiguity);

  const trivial = await runTrivialBodies(limited, cases, expected);
  const passing = trivial.filter(({ verdict }) => verdict === "resolved");
  if (passing.length > 0) return reject("trivial", `passed by ${namesOf(passing)}`);
  const shortcuts = await runShortcuts(limited, { suite: cases, examples }, expected, options.modules);
  const short = shortcuts.filter((one) => one.verdict === "resolved" && !isOwnWay(target, one, options));
  if (short.length > 0) return reject("shortcut_resolved", `passed by ${namesOf(short)}`);
  const proven = await proveMutants(stable);
  const mistakes = await proveMistakes(stable, given);
  const determinacy = measureDeterminacy(limited, proven);
  const unstated = findUnstated(
    determinacy.constants,
    options.visibleText,
    describeExamples(limited, examples, expected),
  );
  const bodies = { trivial, shortcuts, ...(await runOtherBodies(limited, cases, expected)) };
  const evidence = writeEvidence({
    stable,
    bodies,
    proven,
    mistakes,
    determinacy,
    unstated,
    searched: options.leaks.places,
  });
  const failing =
    findFailure(evidence.summary, bodies, options.thresholds) ??
    findIndeterminacy(target, evidence.summary, unstated, options.thresholds);
  if (failing !== undefined) return { ...failing, evidence };
  return { status: "proven", policy: limited.policy, cases, examples, expected, unstated, evidence };
}

/** Why the answer could be read; undefined where it is nowhere. */
export function findLeak(
  { definition, originalText, language }: TargetInTree,
  leaks: LeakIndex,
): Rejected | undefined {
  const shown = language.editing.mask(originalText, definition).text;
  const [leak] = leaks.find(definition, originalText, shown);
  return leak && reject("answer_reachable", `${leak.place}: ${leak.detail}`);
}

/** True for a forwarding body where forwarding is what the reference does, and where such targets are taken. */
function isOwnWay({ definition }: ProofTarget, { kind }: BodyVerdict, { thresholds }: ProofOptions): boolean {
  const { isForwarding } = definition.facts;
  return thresholds.takesAsChosen === true && isForwarding && kind.startsWith("forward-");
}

/** The first threshold that evidence does not reach; undefined where it reaches all. */
export function findFailure(
  summary: EvidenceSummary,
  bodies: Bodies,
  thresholds: Thresholds,
): Rejected | undefined {
  const broken = Object.values<readonly BodyVerdict[]>({ ...bodies })
    .flat()
    .find(({ verdict }) => verdict === "infrastructure");
  if (broken !== undefined) return reject("infrastructure", `${broken.name}: ${broken.reason ?? ""}`);
  const passing = bodies.cheats.filter(({ verdict }) => verdict === "resolved");
  if (passing.length > 0) return reject("cheat_resolved", `passed by ${namesOf(passing)}`);
  const wronged = bodies.rewrites.find(({ verdict }) => verdict !== "resolved");
  if (wronged !== undefined) return reject("rewrite_rejected", `${wronged.name}: ${wronged.reason ?? ""}`);
  const { score, counted, killed_by_hidden: byHidden = 0 } = summary.mutation;
  if (score === null) return reject("no_mutants", "no mutant is left that a suite could tell apart");
  if (score < thresholds.mutationScore)
    return reject("weak_mutation_score", `${score.toFixed(3)} < ${thresholds.mutationScore}`);
  if (byHidden < LEAST_HIDDEN_SCORE * counted)
    return reject(
      "weak_mutation_score",
      `hidden cases alone: ${(byHidden / counted).toFixed(3)} < ${LEAST_HIDDEN_SCORE}`,
    );
  const coverage = summary.coverage.branch ?? summary.coverage.line;
  if (coverage < thresholds.branchCoverage)
    return reject("weak_coverage", `${coverage.toFixed(3)} < ${thresholds.branchCoverage}`);
  const { survived, tried } = summary.mistakes ?? { survived: 0, tried: 0 };
  if (survived > MOST_SURVIVING_MISTAKES * tried)
    return reject("mistakes_survive", `${survived} of ${tried} mistakes that an input tells pass every case`);
  return undefined;
}

/** Why a solver could not know what is graded; undefined where what is shown tells it. */
export function findIndeterminacy(
  { definition }: Pick<ProofTarget, "definition">,
  { determinacy }: EvidenceSummary,
  unstated: readonly string[],
  thresholds: Thresholds,
): Rejected | undefined {
  const least = leastDeterminacy(definition, thresholds);
  if (thresholds.takesAsChosen === true) return undefined;
  const { score, unshown_arcs: unshown, unshown_kinds: unshownKinds = 0 } = determinacy;
  if (score === null || score < least)
    return reject(
      "indeterminate",
      `examples kill ${score?.toFixed(3) ?? "none"} < ${least} of the killed mutants`,
    );
  if (unshown > 0) return reject("indeterminate", `${unshown} branches are graded and not shown`);
  if (unshownKinds > 0)
    return reject("indeterminate", `${unshownKinds} kinds of outcome are graded and not shown`);
  const long = unstated.map(contentOf).find(({ length }) => length > LONGEST_STATED_CONSTANT);
  if (long === undefined) return undefined;
  return reject(
    "unstated_constant",
    `a verdict depends on a text of ${long.length} characters that nothing shows`,
  );
}

/** Lowest determinacy of a target; none where a target is taken as somebody else chose it. */
export function leastDeterminacy({ docstring }: Definition, thresholds: Thresholds): number {
  if (thresholds.takesAsChosen === true) return 0;
  return docstring === undefined ? thresholds.determinacyWithout : thresholds.determinacyWithDocstring;
}

/** Names of bodies, for people. */
export function namesOf(bodies: readonly BodyVerdict[]): string {
  return bodies.map(({ name }) => name).join(", ");
}
