/**
 * The cases of a target that are worth knowing, each with its merits: arcs of the reference it takes, bodies it tells from it,
 * the outcome it shows. What is admitted depends on what cases show and weigh, never on time.
 */
import { canonicalJson } from "../base/index.ts";
import {
  exceptionOf,
  isUnchanged,
  isTrivialObservation,
  limitsFor,
  measureCoverage,
  outcomeKey,
  outcomeKind,
  type CaseResult,
  type EvaluationLimits,
  type EvaluationOutcome,
  type PossibleArcs,
} from "../judge/index.ts";
import {
  observeReference,
  RaisingLines,
  ReachedLines,
  type ProofTarget,
  type ReferenceRun,
} from "../proof/index.ts";
import {
  asMade,
  DEFAULT_LIMITS,
  elementsOf,
  holdsMade,
  ITERATORS,
  taggedValue,
  type CaseRecipe,
  type Observation,
  type RaisedException,
  type RejectionReason,
  type SuiteCase,
} from "../spec/index.ts";
import { givesUnseenEmpty, type Contract } from "./contract.ts";
import { isHelper } from "./helper-texts.ts";
import type { ValuedCase } from "./minimise.ts";
import type { ProposedCase } from "./test-strategy.ts";

/** What the observations of the first inputs may hold together, in characters: every body is run over all of them. */
const CORPUS_CHARACTERS = 60_000;
/** First inputs that are kept whatever they weigh. */
const FEWEST_FIRST_CASES = 5;
/** First inputs that every body is run over, at most, but for those that alone take an arc. */
const MOST_FIRST_CASES = 40;
/** What the other first inputs may hold together, in characters: only bodies that need another case are run over them. */
const SPARE_CHARACTERS = 600_000;
/** Cases up to this many characters (recipe and observation) cost next to nothing. */
const LIGHT_CASE_CHARACTERS = 4_000;
/** A grown case may weigh this much. */
const HEAVIEST_GROWN_CHARACTERS = 16_000;
/** Where objects are large every case is heavy: one that weighs so many times as much as the middle one of the first inputs is not. */
const AS_HEAVY_AS_OTHERS = 1.5;

/** Cases wanted for each merit: some are shown to the solver, others graded. */
export const WANTED_HOLDERS = 3;

/** A case that may be graded, with what it showed; `arcs` are merits: arcs it took (`arc FROM TO`), branches, and the kind and the text of its outcome. */
export interface ObservedCase {
  readonly proposed: SuiteCase;
  readonly observation: Observation;
  readonly arcs: readonly string[];
  /** Which way conditions of the reference went; see `CaseResult`. Absent where it was not traced. */
  readonly conditions?: readonly string[];
  /** Characters of recipe and observation. */
  readonly characters: number;
  /** Names of the respect in which it differs from the case that it was made from, where it is one; several where that counts for more. */
  readonly respects?: readonly string[];
  /** True where it shows what that one shows, though it differs where other values hardly ever matter, or at several places. */
  readonly isIdle?: boolean;
}

/** True for the merit of taking a branch of the reference, as coverage counts them, or of showing an outcome of some kind: what is graded must be shown. */
export function isVisibleMerit(merit: string): boolean {
  return merit.startsWith("branch ") || merit.startsWith("kind ");
}

/** True for the merit of telling a body from the reference. */
export function isBodyMerit(merit: string): boolean {
  return merit.startsWith("body ");
}

/** The merit of telling the body of that id from the reference. */
export function bodyMerit(body: string): string {
  return `body ${body}`;
}

/** The merit of showing that the body of that id differs from the reference in what no comparison sees. */
export function messageMerit(body: string): string {
  return `message ${body}`;
}

/** Why a corpus is empty. */
export interface EmptyCorpus {
  readonly status: "rejected";
  readonly reason: RejectionReason;
  readonly detail: string;
}

/** All cases worth knowing, with their merits. */
export class Corpus {
  readonly #target: ProofTarget;
  readonly #contract: Contract;
  /** Exceptions that the target is known to raise: those of its contract and those of observed calls. */
  readonly #exceptions: Set<string>;
  /** Exceptions with which calls may end that lead to the target. */
  exceptionsOfLeading: ReadonlySet<string> = new Set();
  /** Accidents with which observed calls ended, as the language names them: tests want them. */
  readonly #accidents = new Set<string>();
  readonly #entries = new Map<string, ObservedCase & { readonly merits: Set<string> }>();
  readonly #seenRecipes = new Set<string>();
  /** How many cases have each merit. */
  readonly #holders = new Map<string, number>();
  /** First inputs that were not kept. */
  #spare: readonly ObservedCase[] = [];
  /** Whether a call of the first inputs left an iterator among its arguments with items: else how much one takes of it is how it works. */
  #hasSeenLeft = false;
  /** Characters of the middle one of the first inputs' cases. */
  #typicalCharacters = 0;
  /** The first thing that kept a case from being graded. */
  #refusal: string | undefined;
  readonly #possible: PossibleArcs;
  /** What each observed case reaches, kept or not. */
  readonly reachedLines: ReachedLines;
  /** Of the reference, once the first inputs were observed. */
  codeDigest: string | undefined;
  /** Those of the target until the first inputs were observed. */
  limits: EvaluationLimits;

  constructor(target: ProofTarget, contract: Contract, possible: PossibleArcs) {
    this.#contract = contract;
    this.#possible = possible;
    this.reachedLines = new ReachedLines(possible);
    this.#target = target;
    this.#exceptions = new Set(contract.exceptions);
    this.limits = target.limits;
  }

  /** Observes the first inputs; those that end the evaluation are dropped one by one, at most a few. */
  async admitSeeds(seeds: readonly ProposedCase[]): Promise<EmptyCorpus | undefined> {
    for (const { recipe } of seeds) this.isUnseen(recipe);
    const given = seeds.map((seed, index): SuiteCase => ({ id: `seed-${index}`, ...seed }));
    let last: EvaluationOutcome["status"] | undefined;
    const traced = { traceArcs: true, traceConditions: true };
    for await (const { cases, outcome } of observeOnwards(this.#target, given, traced)) {
      last = outcome.status;
      if (outcome.status === "import-failed" || outcome.status === "not-built")
        return { status: "rejected", reason: "import_failed", detail: outcome.message };
      if (outcome.status === "lost-worker")
        return { status: "rejected", reason: "infrastructure", detail: outcome.message };
      this.codeDigest ??= outcome.codeDigest;
      this.#admit(cases, outcome);
    }
    this.#typicalCharacters = this.#middleWeight();
    if (this.#entries.size > 0) return undefined;
    const isTooSlow = last === "timed-out" || this.#refusal === TOO_MANY_CALLS;
    return this.reject(isTooSlow ? "too_slow" : "no_input", last);
  }

  #middleWeight(): number {
    const weights = [...this.#entries.values()].map(({ characters }) => characters).toSorted((a, b) => a - b);
    return weights[weights.length >> 1] ?? 0;
  }

  /** True for a case that is no light one, of `most` characters, beside cases of this target. */
  isHeavy(characters: number, most: number): boolean {
    return characters > Math.max(most, AS_HEAVY_AS_OTHERS * this.#typicalCharacters);
  }

  /** Cases that weigh as much as so many characters, each as much as the first inputs; between `fewest` and `most`. */
  casesWithin(characters: number, fewest: number, most: number): number {
    const fitting = Math.floor(characters / Math.max(1, this.#typicalCharacters));
    return Math.min(most, Math.max(fewest, fitting));
  }

  /** The rejection of a target of which no case shows anything. */
  reject(reason: RejectionReason, why = "none tried"): EmptyCorpus {
    return {
      status: "rejected",
      reason,
      detail: `of ${this.#seenRecipes.size} inputs none gave an observation that may be graded (${this.#entries.size > 0 ? why : (this.#refusal ?? why)})`,
    };
  }

  /** True while no case returned or changed anything: all of them together tell nothing yet. */
  get isSilent(): boolean {
    return [...this.#entries.values()].every((entry) => this.#isSilent(entry));
  }

  /** Runs the reference over new cases and returns those that may be graded; none is kept yet. */
  async observe(
    target: ProofTarget,
    cases: readonly SuiteCase[],
    traced: Traced = { traceArcs: true },
  ): Promise<ObservedCase[]> {
    const observed: ObservedCase[] = [];
    for await (const { cases: run, outcome } of observeOnwards(target, cases, traced))
      observed.push(...this.#gradable(run, outcome.results));
    return observed;
  }

  /** Finds out which way conditions go in the cases that are known. */
  async traceConditions(target: ProofTarget): Promise<void> {
    for await (const { outcome } of observeOnwards(target, this.cases(), { traceConditions: true }))
      for (const { id, conditions } of outcome.results) {
        const entry = this.#entries.get(id);
        if (entry !== undefined && entry.conditions === undefined && conditions !== undefined)
          this.#entries.set(id, { ...entry, ...weighed(entry, conditions) });
      }
    this.#typicalCharacters = this.#middleWeight();
  }

  /** First inputs that were left out as too many or too heavy and have shown no merit since, in batches of `size`. */
  spare(size: number): ObservedCase[][] {
    const left = this.#spare.filter(({ proposed }) => !this.#entries.has(proposed.id));
    return Array.from({ length: Math.ceil(left.length / size) }, (_, batch) =>
      left.slice(batch * size, (batch + 1) * size),
    );
  }

  /** Of those the ones that were harvested. */
  spareHarvested(): readonly ObservedCase[] {
    return this.#spare.filter(
      ({ proposed }) => proposed.origin === "harvested" && !this.#entries.has(proposed.id),
    );
  }

  /** Keeps the cases that take an arc or show an outcome that fewer than `holders` did before. */
  keepNewArcs(fresh: readonly ObservedCase[], holders = 1): void {
    for (const entry of fresh)
      if (entry.arcs.some((arc) => (this.#holders.get(arc) ?? 0) < holders)) this.#keep(entry);
  }

  /** Keeps the lightest cases that go or end in a way that none does: what is shown of it may be graded. */
  keepNewWays(fresh: readonly ObservedCase[]): void {
    const isNew = (merit: string): boolean => isVisibleMerit(merit) && !this.#holders.has(merit);
    for (const entry of fresh.toSorted((a, b) => a.characters - b.characters))
      if (entry.arcs.some(isNew)) this.#keep(entry);
  }

  /** Notes that a case has a merit; a fresh case is kept if fewer than `holders` had it. */
  credit(id: string, merit: string, fresh: readonly ObservedCase[], holders = 2): void {
    const known = this.#entries.get(id);
    if (known !== undefined) {
      this.#hold(known.merits, merit);
      return;
    }
    const entry = fresh.find(({ proposed }) => proposed.id === id);
    if (entry === undefined || (this.#holders.get(merit) ?? 0) >= holders) return;
    this.#hold(this.#keep(entry), merit);
  }

  /** Branches, kinds of outcome and bodies that one case alone has the merit of: it can be shown or graded, not both. */
  lonelyMerits(): ReadonlySet<string> {
    return new Set(
      [...this.#holders].flatMap(([merit, held]) =>
        held === 1 && (isVisibleMerit(merit) || isBodyMerit(merit)) ? [merit] : [],
      ),
    );
  }

  /** The cases that have one of these merits. */
  casesWith(merits: ReadonlySet<string>): CaseRecipe[] {
    return [...this.#entries.values()]
      .filter((entry) => !entry.merits.isDisjointFrom(merits))
      .map(({ proposed }) => asMade(proposed));
  }

  /** True the first time a recipe is asked about. */
  isUnseen(recipe: CaseRecipe): boolean {
    const text = canonicalJson(recipe);
    return !this.#seenRecipes.has(text) && this.#seenRecipes.add(text).size > 0;
  }

  /** From now on only recipes of kept cases are no longer unseen: what showed nothing new to growth may be worth grading all the same. */
  forgetUnkept(): void {
    this.#seenRecipes.clear();
    for (const { proposed } of this.#entries.values())
      for (const recipe of [proposed.recipe, asMade(proposed)]) this.isUnseen(recipe);
  }

  cases(): SuiteCase[] {
    return [...this.#entries.values()].map(({ proposed }) => proposed);
  }

  expected(): Record<string, Observation> {
    return Object.fromEntries([...this.#entries].map(([id, { observation }]) => [id, observation]));
  }

  valued(): (ObservedCase & ValuedCase)[] {
    return [...this.#entries.values()];
  }

  /** Cases of one round: fewer where cases are heavy, so that rounds cost about the same. At least an eighth of `most`. */
  batchSize(most: number): number {
    const entries = [...this.#entries.values()];
    const characters =
      entries.reduce((sum, entry) => sum + entry.characters, 0) / Math.max(1, entries.length);
    return Math.max(
      Math.ceil(most / 8),
      Math.min(most, Math.floor((most * LIGHT_CASE_CHARACTERS) / Math.max(1, characters))),
    );
  }

  /** Cases whose arcs touch one of these lines of the file. */
  casesThrough(lines: ReadonlySet<number>): CaseRecipe[] {
    return [...this.#entries.values()]
      .filter((entry) => linesOf(entry).some((line) => lines.has(line)))
      .map(({ proposed }) => asMade(proposed));
  }

  /** Lines that only ran in cases that ended with an exception. */
  raisingLines(): RaisingLines {
    return new RaisingLines(
      [...this.#entries.values()].map((entry) => ({
        lines: linesOf(entry),
        hasRaised: entry.observation.status === "raised",
      })),
    );
  }

  get meritCount(): number {
    return this.#holders.size;
  }

  #admit(cases: readonly SuiteCase[], outcome: EvaluationOutcome): void {
    const { kept, spare } = selectAffordable(this.#gradable(cases, outcome.results, true), (entry) =>
      this.#isSilent(entry),
    );
    for (const entry of kept) this.#keep(entry);
    this.#spare = [...this.#spare, ...spare];
    const usedIds = new Set([...kept, ...spare].map(({ proposed }) => proposed.id));
    const left = outcome.results.filter(({ id }) => !usedIds.has(id));
    const results = outcome.results.filter(({ id }) => usedIds.has(id));
    const cpuSeconds = outcome.cpuSeconds - left.reduce((sum, result) => sum + result.cpuSeconds, 0);
    this.limits = limitsFor(DEFAULT_LIMITS, { ...outcome, results, cpuSeconds });
  }

  /** `isFirst`: of first inputs the conditions say whether they are slow, and nothing else yet. */
  #gradable(cases: readonly SuiteCase[], results: readonly CaseResult[], isFirst = false): ObservedCase[] {
    const byId = new Map(cases.map((single) => [single.id, single]));
    return results.flatMap(({ id, observation, arcs, conditions, recipe }) => {
      const proposed = this.#settled(byId.get(id), recipe);
      if (proposed === undefined || !this.#mayBeGraded(proposed, observation, conditions)) return [];
      this.reachedLines.add(id, (arcs ?? []).flat());
      const outcome = `outcome ${outcomeKey(observation, this.#target).slice(0, 200)}`;
      const branches = measureCoverage(this.#possible, arcs ?? []).branchArcs.executed;
      const names = [
        ...(arcs ?? []).map(([from, to]) => `arc ${from} ${to}`),
        ...branches.map(([from, to]) => `branch ${from} ${to}`),
        `kind ${outcomeKind(observation, proposed.recipe, this.#target)}`,
        ...(proposed.recipe.call === undefined ? [] : [`kind calls ${proposed.recipe.call}`]),
      ];
      const merits = this.#holdsOutcomes() ? names : [...names, outcome];
      const characters = JSON.stringify([proposed.recipe, observation]).length;
      const entry = { proposed, observation, arcs: merits, characters };
      return [conditions === undefined || isFirst ? entry : { ...entry, ...weighed(entry, conditions) }];
    });
  }

  /** A case with the state of what its recipe says how to make, as far as that can be written; undefined where the same inputs were known already. */
  #settled(single: SuiteCase | undefined, recipe: CaseRecipe | undefined): SuiteCase | undefined {
    if (single === undefined || recipe === undefined || holdsMade(recipe)) return single;
    return this.isUnseen(recipe) ? { ...single, recipe, as_made: single.recipe } : undefined;
  }

  /** A handful of distinct outcomes is worth having; more are not a merit. */
  #holdsOutcomes(): boolean {
    return [...this.#holders.keys()].filter((merit) => merit.startsWith("outcome ")).length >= 8;
  }

  /** True for a case that returned nothing and changed nothing: it tells something only beside others that do. */
  #isSilent({ proposed, observation }: ObservedCase): boolean {
    return isTrivialObservation(observation, proposed.recipe, this.#target);
  }

  #mayBeGraded(single: SuiteCase, observation: Observation, conditions: readonly string[] = []): boolean {
    const isSlow = callsWithin(conditions) > MOST_CALLS;
    const refusal = isSlow ? TOO_MANY_CALLS : this.#findRefusal(single, observation);
    this.#refusal ??= refusal;
    return refusal === undefined;
  }

  #accidentOf(raised: Pick<RaisedException, "class" | "message">): string | undefined {
    const { language, definition } = this.#target;
    return language.inputs.accidentOf(raised, isHelper(definition.name));
  }

  #findRefusal({ origin, recipe }: SuiteCase, observation: Observation): string | undefined {
    if (observation.status === "refused") return `${observation.during}: ${observation.message}`;
    if (asksUnknown(recipe, observation)) return "asked a recorded function what it has no answer to";
    const raised = exceptionOf(observation);
    const name = raised?.class.split(/[.:]/).at(-1) ?? "";
    if (origin === "observed" || origin === "documented") {
      this.#hasSeenLeft ||= leavesItems(observation);
      if (raised !== undefined) {
        this.#exceptions.add(name);
        const accident = this.#accidentOf(raised);
        if (accident !== undefined) this.#accidents.add(accident);
      }
      return undefined;
    }
    if (this.isHeavy(JSON.stringify(observation).length, HEAVIEST_GROWN_CHARACTERS))
      return "it shows more than a person reads";
    if (leavesItems(observation) && !this.#hasSeenLeft)
      return "it leaves part of an iterator, as no call was seen to";
    if (raised === undefined) return undefined;
    if (leftOfIterators(observation).length > 0)
      return "it raised while it had an iterator: how far it had come with it is an accident";
    if (this.#isHalfDone(observation, recipe))
      return "it raised after it had changed what it was given: how far it had come is an accident";
    if (givesUnseenEmpty(this.#contract, recipe)) return `refused an empty container: ${raised.message}`;
    const accident = this.#accidentOf(raised);
    if (accident !== undefined && !this.#accidents.has(accident))
      return `came upon an input that it was not written for: ${raised.message}`;
    if (recipe.call !== undefined && this.exceptionsOfLeading.has(name)) return undefined;
    return this.#exceptions.has(name) ? undefined : `raised an undeclared ${name}`;
  }

  /** True where a call raised and left changed what others see of its inputs: who checks first changes nothing, and is no worse. */
  #isHalfDone(observation: Observation, recipe: CaseRecipe): boolean {
    if (observation.status !== "raised") return false;
    const { policy, language } = this.#target;
    const rules = { language, policy: { ...policy, private_attributes: [] } };
    return !isUnchanged(observation, recipe, rules);
  }

  #keep(entry: ObservedCase): Set<string> {
    const known = this.#entries.get(entry.proposed.id);
    if (known !== undefined) return known.merits;
    const merits = new Set<string>();
    this.#entries.set(entry.proposed.id, { ...entry, merits });
    for (const merit of entry.arcs) this.#hold(merits, merit);
    this.isUnseen(entry.proposed.recipe);
    return merits;
  }

  #hold(merits: Set<string>, merit: string): void {
    if (merits.has(merit)) return;
    merits.add(merit);
    this.#holders.set(merit, (this.#holders.get(merit) ?? 0) + 1);
  }
}

/**
 * Kept are cases that take an arc or show a kind of outcome that no case before does, then the first of the others while they fit, and at least five, where there
 * are; spare are the first of those that are left. First come those that are not silent, and of these the lightest.
 */
function selectAffordable(
  observed: readonly ObservedCase[],
  isSilent: (entry: ObservedCase) => boolean,
): Record<"kept" | "spare", ObservedCase[]> {
  const ranked = observed
    .map((entry, index) => ({
      entry,
      index,
      silence: isSilent(entry) ? 1 : 0,
    }))
    .toSorted(
      (a, b) => a.silence - b.silence || a.entry.characters - b.entry.characters || a.index - b.index,
    );
  const taken = new Set<string>();
  const isNew = ({ entry }: (typeof ranked)[number]): boolean => {
    const before = taken.size;
    for (const arc of entry.arcs) if (/^(?:arc|kind) /u.test(arc)) taken.add(arc);
    return taken.size > before;
  };
  const needed = ranked.filter(isNew);
  const kept = new Set(needed);
  const spare: typeof needed = [];
  let characters = needed.reduce((sum, each) => sum + each.entry.characters, 0);
  let spareCharacters = 0;
  for (const each of ranked) {
    if (kept.has(each)) continue;
    const isKept =
      kept.size < FEWEST_FIRST_CASES ||
      (kept.size < MOST_FIRST_CASES && characters + each.entry.characters <= CORPUS_CHARACTERS);
    if (isKept) {
      kept.add(each);
      characters += each.entry.characters;
    } else if ((spareCharacters += each.entry.characters) <= SPARE_CHARACTERS) spare.push(each);
  }
  const entriesOf = (list: Iterable<(typeof ranked)[number]>): ObservedCase[] =>
    [...list].toSorted((a, b) => a.index - b.index).map(({ entry }) => entry);
  return { kept: entriesOf(kept), spare: entriesOf(spare) };
}

/** The lines of the file that a case's arcs touch. */
function linesOf({ arcs }: ObservedCase): number[] {
  return arcs
    .filter((merit) => merit.startsWith("arc "))
    .flatMap((arc) => arc.split(" ").slice(1).map(Number));
}

/** True where a call ended because a function made from a table was asked something else than the original: that is no behaviour. */
function asksUnknown(recipe: CaseRecipe, observation: Observation): boolean {
  return (
    JSON.stringify(recipe).includes('"callback":') &&
    JSON.stringify(observation).includes('"diorama_building:UnknownCall"')
  );
}

/** What is traced of the reference. */
type Traced = Pick<ReferenceRun, "traceArcs" | "traceConditions">;

/** Cases that end an evaluation of others before what is behind them is given up. */
const MOST_STOPS = 5;

/**
 * Runs the reference over cases; where one of them ends the evaluation, over those behind it again. Which cases are seen must not hang on one that is almost in
 * time, nor on how much the process had written when it was stopped for all its output: then the case at hand is tried again.
 */
async function* observeOnwards(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  traced: Traced,
): AsyncGenerator<{ readonly cases: readonly SuiteCase[]; readonly outcome: EvaluationOutcome }> {
  const { resident } = target;
  const options = { ...traced, ...(resident === undefined ? {} : { resident }) };
  let open = cases;
  for (let stops = 0; stops <= MOST_STOPS && open.length > 0; ) {
    const outcome = await observeReference(target, open, options);
    yield { cases: open, outcome };
    const stopped = "caseId" in outcome ? outcome.caseId : undefined;
    const at = open.findIndex(({ id }) => id === stopped);
    if (outcome.status === "observed" || at < 0) return;
    const isRepeated = outcome.status === "output-limit" && at > 0;
    open = open.slice(isRepeated ? at : at + 1);
    if (!isRepeated) stops++;
  }
}

type ShownCall = Exclude<Observation, { readonly status: "refused" }>;

/** What is left of each iterator that was given as an argument. */
function leftOfIterators({ positional, keywords }: ShownCall): readonly (readonly unknown[])[] {
  return [...positional, ...Object.values(keywords)].flatMap((given) => {
    const { tag = "", content } = taggedValue(given) ?? {};
    return ITERATORS.has(tag) ? [elementsOf(content) ?? []] : [];
  });
}

/** True where an iterator that was given as an argument has items left after the call. */
function leavesItems(observation: ShownCall): boolean {
  return leftOfIterators(observation).some(({ length }) => length > 0);
}

/** Processor time of a function that is called, in characters of a case: 10,000 characters take about a millisecond. */
const CALL_CHARACTERS = 10;
const ELSEWHERE = "calls <elsewhere> ";

/** A case with its conditions; where it calls what leads to the target, it weighs what the functions take that are called, wherever they are. */
function weighed(
  { proposed, characters }: Pick<ObservedCase, "proposed" | "characters">,
  conditions: readonly string[],
): Pick<ObservedCase, "conditions" | "characters"> {
  const own = conditions.filter((name) => !name.startsWith(ELSEWHERE));
  if (proposed.recipe.call === undefined) return { conditions: own, characters };
  return { conditions: own, characters: characters + CALL_CHARACTERS * callsWithin(conditions) };
}

/** Functions that a case may call, counted as `callsWithin` does: so many take a tenth of a second and more, in each of thousands of runs. */
const MOST_CALLS = 100_000;
const TOO_MANY_CALLS = "it calls functions so often that it takes too long";

/** How many functions were called; of each the power of two below counts. */
function callsWithin(conditions: readonly string[]): number {
  const calls = conditions.map((name) => Number(/^calls .* x(\d+)$/u.exec(name)?.[1] ?? 0));
  return calls.reduce((sum, times) => sum + times, 0);
}
