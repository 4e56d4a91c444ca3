/** What of the cases at hand is sure enough to be shown and graded, and what the reference does with it. */
import {
  givesIterator,
  inputReturned,
  limitsFor,
  measureCoverage,
  outcomeKind,
  referenceLines,
  type Coverage,
  type EvaluationOutcome,
  type PossibleArcs,
} from "../judge/index.ts";
import type { Definition } from "../languages/index.ts";
import {
  classNameOf,
  elementsOf,
  membersOf,
  taggedValue,
  type ComparisonPolicy,
  type LimitsPolicy,
  type Observation,
  type SuiteCase,
} from "../spec/index.ts";
import { RaisingLines } from "./raising-lines.ts";
import { ReachedLines } from "./reached-lines.ts";
import { reject, type Rejected } from "./rejection.ts";
import { findLoadedOriginal } from "./loaded-original.ts";
import { observationsOf, observeReference, type ProofTarget, type ReferenceRun } from "./proof-target.ts";
import { checkStability, type StabilityResult } from "./stability.ts";

/** Fewer examples tell a solver too little. */
export const FEWEST_EXAMPLES = 3;

/** The cases of a target: hidden ones, and those that a solver is shown. No case is in both, and a candidate is judged by all of them. */
export interface TaskCases {
  /** The hidden ones. */
  readonly suite: readonly SuiteCase[];
  readonly examples: readonly SuiteCase[];
  /** Of mistakes by their ids, an input inside the contract that tells it from the reference; it may be one of the cases. Absent: none is known. */
  readonly witnesses?: ReadonlyMap<string, SuiteCase>;
  /** Ids of mistakes that were run over every input known, cases among them, and told by none: they are not run again. Absent: none. */
  readonly untold?: ReadonlySet<string>;
}

/** What is left of the cases, and what the reference showed of it. */
export interface StableSuite {
  readonly status: "stable";
  /** The target with the limits that follow from its reference, and without attributes that change in its comparison. */
  readonly limited: ProofTarget;
  /** What is not shown: at least one. */
  readonly cases: readonly SuiteCase[];
  /** What is shown: at least as many as were asked for. */
  readonly examples: readonly SuiteCase[];
  /** Of both, by id. */
  readonly expected: Readonly<Record<string, Observation>>;
  readonly codeDigest: string | undefined;
  /** Of graded cases and examples. */
  readonly raisingLines: RaisingLines;
  /** Of graded cases and examples. */
  readonly reachedLines: ReachedLines;
  /** Of graded cases and examples. */
  readonly coverage: Coverage;
  /** Of the examples. */
  readonly shownCoverage: Coverage;
  /** Kinds of outcome that a hidden case shows and no example does. */
  readonly unshownKinds: readonly string[];
  /** What could not stay, and why. */
  readonly dropped: readonly { readonly reason: string; readonly detail: string }[];
  readonly parents: number;
}

/** What stabilising takes beside the cases. */
export interface SampleRunnerOptions {
  /** Becomes the limits. */
  readonly policy: LimitsPolicy;
  /** Examples that are left at least. */
  readonly fewestExamples: number;
}

/**
 * Observes the reference, drops what is not stable, with what is graded of kinds that nothing shows any more, and observes what is left again so that nothing depends on
 * what was dropped.
 */
export async function stabiliseSuite(
  target: ProofTarget,
  given: TaskCases,
  { policy, fewestExamples }: SampleRunnerOptions,
): Promise<StableSuite | Rejected> {
  const isEnough = ({ suite, examples }: TaskCases): boolean =>
    suite.length > 0 && examples.length >= fewestExamples;
  if (!isEnough(given)) {
    const { examples, suite } = given;
    return reject("indeterminate", `${examples.length} inputs can be shown, ${suite.length} graded`);
  }
  const begun = await observeUnrefused(target, [...given.suite, ...given.examples]);
  const { outcome: first } = begun;
  const unusable = describeFailedReference(first);
  if (unusable !== undefined) return unusable;
  const measured = { ...target, limits: limitsFor(policy, first) };
  const stability = await checkStability(measured, begun.cases, first);
  const { parents } = stability;
  const limited = { ...measured, policy: withResults(stability.policy, measured.definition, first) };
  const graded = new Set(given.suite.map(({ id }) => id));
  const leftOf = (cases: readonly SuiteCase[]): TaskCases => ({
    suite: cases.filter(({ id }) => graded.has(id)),
    examples: cases.filter(({ id }) => !graded.has(id)),
  });
  const withoutUnshown = ({ suite, examples }: TaskCases): readonly SuiteCase[] => {
    const kindOf = createKinds(observationsOf(first.results), limited);
    const shown = new Set(examples.map(kindOf));
    return [...suite.filter((single) => shown.has(kindOf(single))), ...examples];
  };
  const dropped = [...begun.refused, ...stability.dropped];
  // Who asks for no example grades what nothing shows.
  const isAsShown = dropped.length === 0 || fewestExamples === 0;
  const stillShown = isAsShown ? stability.stable : withoutUnshown(leftOf(stability.stable));
  const left = leftOf(stillShown);
  if (!isEnough(left)) return rejectUnstable({ given, left, dropped, fewestExamples });
  const ended = await observeUnrefused(limited, stillShown, { traceArcs: true });
  const { cases: stable, outcome: reference } = ended;
  dropped.push(...ended.refused);
  const { suite, examples } = leftOf(stable);
  if (!isEnough({ suite, examples }))
    return rejectUnstable({ given, left: { suite, examples }, dropped, fewestExamples });
  const failed = describeFailedReference(reference);
  if (failed !== undefined) return failed;
  const resident = await findLoadedOriginal(limited, stable, reference);
  const { evaluator, editableTree, originalText } = target;
  const possible = await evaluator.findPossibleArcs(editableTree, originalText, referenceLines(target));
  const coverageOf = createCoverage(possible, reference);
  const reachedLines = new ReachedLines(possible);
  for (const { id, arcs = [] } of reference.results) reachedLines.add(id, arcs.flat());
  return {
    status: "stable",
    limited: { ...limited, resident },
    cases: suite,
    examples,
    expected: observationsOf(reference.results),
    codeDigest: reference.codeDigest,
    raisingLines: findRaisingLines(reference.results),
    reachedLines,
    coverage: coverageOf(stable),
    shownCoverage: coverageOf(examples),
    unshownKinds: findUnshownKinds(
      { suite, examples },
      createKinds(observationsOf(reference.results), limited),
    ),
    dropped,
    parents,
  };
}

/** Times that cases are left out for what ran before them, at most. */
const MOST_ROUNDS = 4;

/**
 * What the reference shows, without the cases that it refuses: inputs that are made by code that keeps something between calls may fail to be made behind others. Left out are
 * those, until none is refused.
 */
async function observeUnrefused(
  target: ProofTarget,
  given: readonly SuiteCase[],
  options?: ReferenceRun,
): Promise<{
  readonly cases: readonly SuiteCase[];
  readonly outcome: EvaluationOutcome;
  readonly refused: StabilityResult["dropped"];
}> {
  let cases = given;
  const refused: StabilityResult["dropped"][number][] = [];
  for (let round = 1; ; round++) {
    const outcome = await observeReference(target, cases, options);
    const found = outcome.status === "observed" ? refusedIn(outcome) : [];
    if (found.length === 0 || found.length === cases.length || round === MOST_ROUNDS)
      return { cases, outcome, refused };
    refused.push(...found);
    const ids = new Set(found.map(({ id }) => id));
    cases = cases.filter(({ id }) => !ids.has(id));
  }
}

function refusedIn({ results }: EvaluationOutcome): StabilityResult["dropped"] {
  return results.flatMap(({ id, observation }) => {
    if (observation.status !== "refused") return [];
    const detail = `${id} cannot be observed every time: ${observation.message}`;
    return [{ id, reason: "unstable" as const, detail }];
  });
}

/** The policy, with whether the reference gives iterators, and whether other values where it says that it gives truth values. */
function withResults(
  policy: ComparisonPolicy,
  { isGenerator, facts }: Definition,
  { results }: EvaluationOutcome,
): ComparisonPolicy {
  const gives = isGenerator || results.some(({ observation }) => givesIterator(observation));
  const givesOthers = results.some(
    ({ observation }) => observation.status === "returned" && typeof observation.value !== "boolean",
  );
  return {
    ...policy,
    gives_iterators: gives,
    truth_only: facts.declaresTruth && givesOthers,
    fresh_results: policy.fresh_results && results.every(({ observation }) => !isShared(observation)),
    allows_copies: returnsBoth(results.map(({ observation }) => observation)),
    bytes_alike:
      facts.declaresBytes &&
      results.some(
        ({ observation }) => observation.status === "returned" && holdsBytearray(observation.value),
      ),
  };
}

function holdsBytearray(value: unknown): boolean {
  const within = membersOf(value);
  return within.has("bytearray") || [...(elementsOf(value) ?? within.values())].some(holdsBytearray);
}

function isShared(observation: Observation): boolean {
  return observation.status === "returned" && observation.shares === true;
}

/** Whether an argument (or the receiver) itself is returned for some calls, and a new value of its type for others: then it is no matter which. */
function returnsBoth(observations: readonly Observation[]): boolean {
  const returned = observations.flatMap((one) =>
    one.status === "returned" ? { value: one.value, input: inputReturned(one) } : [],
  );
  const isNew = ({ input }: { readonly input: unknown }): boolean => input === undefined;
  const types = new Set(returned.filter(isNew).map(({ value }) => typeOf(value)));
  return returned.some((one) => !isNew(one) && types.has(typeOf(one.input)));
}

/** The type of an observed value, of an object its class. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  const { tag, content } = taggedValue(value) ?? {};
  if (tag === undefined) return typeof value;
  return tag === "object" ? `object ${String(classNameOf(membersOf(content)))}` : tag;
}

/** Too little is left, for the first reason that a case of the kind that is lacking was dropped for. */
function rejectUnstable({
  given,
  left,
  dropped,
  fewestExamples,
}: {
  readonly given: TaskCases;
  readonly left: TaskCases;
  readonly dropped: StabilityResult["dropped"];
  readonly fewestExamples: number;
}): Rejected {
  const isGraded = left.suite.length === 0;
  const lacking = new Set((isGraded ? given.suite : given.examples).map(({ id }) => id));
  const cause = dropped.find(({ id }) => lacking.has(id));
  const what = isGraded
    ? `no case of ${given.suite.length} that would be graded is stable`
    : `${left.examples.length} of ${given.examples.length} cases that would be shown are stable, ${fewestExamples} are needed`;
  return reject(cause?.reason ?? "unstable", `${what}; ${cause?.detail ?? ""}`);
}

function findRaisingLines(results: EvaluationOutcome["results"]): RaisingLines {
  return new RaisingLines(
    results.map(({ observation, arcs }) => ({
      lines: (arcs ?? []).flat(),
      hasRaised: observation.status === "raised",
    })),
  );
}

/** Tells of which kind the outcome of a case is; undefined where nothing was observed of it. */
function createKinds(
  expected: Readonly<Record<string, Observation>>,
  rules: ProofTarget,
): (single: SuiteCase) => string | undefined {
  return ({ id, recipe }) => {
    const observation = expected[id];
    return observation === undefined ? undefined : outcomeKind(observation, recipe, rules);
  };
}

function findUnshownKinds(
  { suite, examples }: TaskCases,
  kindOf: ReturnType<typeof createKinds>,
): readonly string[] {
  const kindsOf = (cases: readonly SuiteCase[]): ReadonlySet<string> =>
    new Set(cases.flatMap((single) => kindOf(single) ?? []));
  return [...kindsOf(suite).difference(kindsOf(examples))];
}

/** Measures what the traced reference took of its branches and lines in some of its cases. */
function createCoverage(
  possible: PossibleArcs,
  { results }: EvaluationOutcome,
): (cases: readonly SuiteCase[]) => Coverage {
  const arcsOf = new Map(results.map(({ id, arcs }) => [id, arcs ?? []]));
  return (cases) =>
    measureCoverage(
      possible,
      cases.flatMap(({ id }) => arcsOf.get(id) ?? []),
    );
}

/** What could be observed with room to spare may not be within the limits of the suite. */
function describeRefusal(outcome: EvaluationOutcome): Rejected | undefined {
  const [first] = refusedIn(outcome);
  return first === undefined ? undefined : reject(first.reason, first.detail);
}

function describeFailedReference(outcome: EvaluationOutcome): Rejected | undefined {
  switch (outcome.status) {
    case "observed":
      return describeRefusal(outcome);
    case "import-failed":
    case "not-built":
      return reject("import_failed", outcome.message);
    case "timed-out":
      return reject("too_slow", `case ${outcome.caseId ?? "before the first"} passed its limit`);
    case "lost-worker":
      return reject("infrastructure", outcome.message);
    default:
      return reject("reference_fails", `the reference ended with ${outcome.status}`);
  }
}
