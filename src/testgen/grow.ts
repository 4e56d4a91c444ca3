/**
 * Makes a target's suite: first inputs from the strategies, then growth. The model: a corpus of cases that each have merits
 * (arcs of the reference they take, bodies they tell from it, the outcome they show). Growth varies cases of the corpus inside
 * the contract and keeps what has a merit that nothing had before; the suite is a small part of the corpus with all merits.
 * Every decision follows from counts and the seed, never from time.
 */
import { canonicalJson, createRandom, type Random } from "../base/index.ts";
import {
  isTrivialObservation,
  limitsFor,
  outcomeKey,
  type CaseResult,
  type EvaluationLimits,
  type EvaluationOutcome,
} from "../judge/index.ts";
import {
  countedMutants,
  createMutants,
  findResident,
  type Mutant,
  observeReference,
  returnedLiterals,
  runBody,
  settleMutant,
  type Specimen,
} from "../proof/index.ts";
import {
  DEFAULT_LIMITS,
  type CaseRecipe,
  type Observation,
  type RejectionReason,
  type SuiteCase,
} from "../spec/index.ts";
import { type Contract, inferContract, isInside } from "./contract.ts";
import { minimiseSuite } from "./minimise.ts";
import { testStrategies } from "./registry.ts";
import type { ProposedCase, TargetContext } from "./test-strategy.ts";
import { type CaseSource, varyCase } from "./vary-case.ts";
import { literalsOf } from "./vary-value.ts";

/** Budgets, all in counts. */
export interface GrowthBudget {
  /** First inputs considered. */
  readonly seeds: number;
  /** Variations tried in one round. */
  readonly batch: number;
  /** Rounds at most. */
  readonly rounds: number;
  /** Rounds without a new merit after which growth ends. */
  readonly patience: number;
}

/** Enough for nearly all targets of the packages this was tuned on; see docs/decisions. */
export const DEFAULT_GROWTH: GrowthBudget = { seeds: 64, batch: 48, rounds: 12, patience: 4 };

/** A suite, or why there is none. */
export type GrowthOutcome =
  | {
      readonly status: "grown";
      readonly suite: readonly SuiteCase[];
      readonly contract: Contract;
    }
  | { readonly status: "rejected"; readonly reason: RejectionReason; readonly detail: string };

/** What the observations of the first inputs may hold together, in characters: every body is run over all of them. */
const CORPUS_CHARACTERS = 60_000;
/** Cases up to this many characters (recipe and observation) cost next to nothing. */
const LIGHT_CASE_CHARACTERS = 2_000;
/** A grown case may weigh this much. */
const HEAVIEST_GROWN_CHARACTERS = 8_000;

/** Makes a suite for the specimen's target. */
export async function growSuite(
  proven: Specimen,
  context: TargetContext,
  seed: number,
  budget: GrowthBudget = DEFAULT_GROWTH,
): Promise<GrowthOutcome> {
  const specimen = { ...proven, repeatsSlowCases: false };
  const contract = inferContract(context);
  const seeds = proposeSeeds(context, contract, budget.seeds);
  if (seeds.length === 0)
    return {
      status: "rejected",
      reason: "no_input",
      detail: "no observed call and no way to make an argument or receiver",
    };
  const corpus = new Corpus(specimen, contract);
  const failure = await corpus.admitSeeds(seeds);
  if (failure !== undefined) return failure;

  const limited = await settleSpecimen(specimen, corpus);
  const hunt = new MutantHunt(limited, corpus);
  await hunt.runTrivialBodies();
  await hunt.run(corpus.cases());
  const random = createRandom(`grow ${seed} ${context.module} ${context.definition.name}`);
  let idleRounds = 0;
  for (let round = 0; round < budget.rounds && idleRounds < budget.patience; round++) {
    if (round > 0 && hunt.survivors().length === 0 && idleRounds > 0) break;
    const batch = varyCorpus(
      { corpus, context, contract, random, focus: corpus.casesThrough(hunt.survivingLines()) },
      corpus.batchSize(budget.batch),
      round,
    );
    const fresh = batch.length === 0 ? [] : await corpus.observe(limited, batch);
    const meritsBefore = corpus.meritCount;
    corpus.keepNewArcs(fresh);
    await hunt.run(
      fresh.map(({ proposed }) => proposed),
      fresh,
    );
    idleRounds = corpus.meritCount > meritsBefore ? 0 : idleRounds + 1;
  }
  return { status: "grown", suite: minimiseSuite(corpus.valued()), contract };
}

/** The specimen with its own limits, and with its original kept loaded where that shows the same. */
async function settleSpecimen(specimen: Specimen, corpus: Corpus): Promise<Specimen> {
  const limited = { ...specimen, limits: corpus.limits };
  const cases = corpus.cases();
  const reference = await observeReference(limited, cases);
  return { ...limited, resident: await findResident(limited, cases, reference) };
}

/** First inputs: what was observed; and synthesised ones where few were. */
function proposeSeeds(context: TargetContext, contract: Contract, most: number): ProposedCase[] {
  const seen = new Set<string>();
  const seeds: ProposedCase[] = [];
  const isNew = ({ recipe }: ProposedCase): boolean =>
    !seen.has(canonicalJson(recipe)) && seen.add(canonicalJson(recipe)).size > 0;
  for (const proposed of testStrategies.observed.propose(context))
    if (seeds.length < most && isNew(proposed)) seeds.push(proposed);
  if (seeds.length >= 8) return seeds;
  for (const proposed of testStrategies.synthesised.propose(context)) {
    if (seeds.length < most && isInside(contract, proposed.recipe) && isNew(proposed)) seeds.push(proposed);
  }
  return seeds;
}

/** What a round of growth draws on. */
interface GrowthRound {
  readonly corpus: Corpus;
  readonly context: TargetContext;
  readonly contract: Contract;
  readonly random: Random;
  /** Cases that run through lines on which a mutant survives: every other parent is one of these. */
  readonly focus: readonly CaseRecipe[];
}

function varyCorpus(growth: GrowthRound, size: number, round: number): SuiteCase[] {
  const { corpus, context, contract, random, focus } = growth;
  const recipes = corpus.cases().map(({ recipe }) => recipe);
  const source: CaseSource = { random, contract, corpus: recipes, literals: literalsOf(context.text) };
  const batch: SuiteCase[] = [];
  for (let attempt = 0; attempt < 6 * size && batch.length < size; attempt++) {
    const parents = focus.length > 0 && attempt % 2 === 0 ? focus : recipes;
    const recipe = varyCase(random.pick(parents), source);
    if (!isInside(contract, recipe) || !corpus.isUnseen(recipe)) continue;
    batch.push({ id: `grown-${round}-${batch.length}`, origin: "grown", recipe });
  }
  return batch;
}

/** Cases that take an arc no lighter case takes, then the lightest of the others while they fit. At least eight, where there are. */
function selectAffordable(observed: readonly ObservedCase[]): ObservedCase[] {
  const ranked = observed
    .map((entry, index) => ({ entry, index, characters: charactersOf(entry) }))
    .toSorted((a, b) => a.characters - b.characters || a.index - b.index);
  const taken = new Set<string>();
  const isNew = ({ entry }: (typeof ranked)[number]): boolean => {
    const before = taken.size;
    for (const arc of entry.arcs) if (arc.startsWith("arc ")) taken.add(arc);
    return taken.size > before;
  };
  const needed = ranked.filter(isNew);
  const chosen = new Set(needed);
  let characters = needed.reduce((sum, each) => sum + each.characters, 0);
  for (const each of ranked) {
    if (chosen.has(each)) continue;
    characters += each.characters;
    if (characters > CORPUS_CHARACTERS && chosen.size >= 8) break;
    chosen.add(each);
  }
  return [...chosen].toSorted((a, b) => a.index - b.index).map(({ entry }) => entry);
}

/** All cases worth knowing, with their merits. */
class Corpus {
  readonly #specimen: Specimen;
  /** Exceptions that the target is known to raise: those of its contract and those of observed calls. */
  readonly #exceptions: Set<string>;
  readonly #entries = new Map<string, ObservedCase & { readonly merits: Set<string> }>();
  readonly #seenRecipes = new Set<string>();
  readonly #merits = new Set<string>();
  /** The first thing that kept a case from being graded. */
  #refusal: string | undefined;
  /** Those of the specimen until the first inputs were observed. */
  limits: EvaluationLimits;

  constructor(specimen: Specimen, contract: Contract) {
    this.#specimen = specimen;
    this.#exceptions = new Set(contract.exceptions);
    this.limits = specimen.limits;
  }

  /** Observes the first inputs; those that end the evaluation are dropped one by one, at most a few. */
  async admitSeeds(
    seeds: readonly ProposedCase[],
  ): Promise<Extract<GrowthOutcome, { status: "rejected" }> | undefined> {
    let open = seeds.map(({ origin, recipe }, index): SuiteCase => ({ id: `seed-${index}`, origin, recipe }));
    let last: EvaluationOutcome["status"] | undefined;
    for (let attempt = 0; attempt < 6 && open.length > 0; attempt++) {
      const outcome = await observeReference(this.#specimen, open, { traceArcs: true });
      last = outcome.status;
      if (outcome.status === "import-failed" || outcome.status === "not-built")
        return { status: "rejected", reason: "import_failed", detail: outcome.message };
      if (outcome.status === "lost-worker")
        return { status: "rejected", reason: "infrastructure", detail: outcome.message };
      this.#admit(open, outcome);
      const stopped = "caseId" in outcome ? outcome.caseId : undefined;
      if (outcome.status === "observed" || stopped === undefined) break;
      open = open.slice(open.findIndex(({ id }) => id === stopped) + 1);
    }
    if ([...this.#entries.values()].some((entry) => !this.#isSilent(entry))) return undefined;
    if (this.#entries.size > 0) this.#refusal = "nothing to observe";
    const reason = last === "timed-out" ? "too_slow" : "no_input";
    return {
      status: "rejected",
      reason,
      detail: `of ${seeds.length} inputs none gave an observation that may be graded (${this.#refusal ?? last ?? "none tried"})`,
    };
  }

  /** Runs the reference over new cases and returns those that may be graded; none is kept yet. */
  async observe(specimen: Specimen, cases: readonly SuiteCase[]): Promise<ObservedCase[]> {
    const { resident } = specimen;
    const outcome = await observeReference(specimen, cases, {
      traceArcs: true,
      ...(resident === undefined ? {} : { resident }),
    });
    return this.#gradable(cases, outcome.results);
  }

  /** Keeps the cases that take an arc or show an outcome that nothing did before. */
  keepNewArcs(fresh: readonly ObservedCase[]): void {
    for (const entry of fresh) if (entry.arcs.some((arc) => !this.#merits.has(arc))) this.#keep(entry);
  }

  /** Notes that a case tells a body from the reference; a fresh case is kept if nothing else did. */
  credit(id: string, body: string, fresh: readonly ObservedCase[]): void {
    const known = this.#entries.get(id);
    const merit = `body ${body}`;
    if (known !== undefined) {
      known.merits.add(merit);
      this.#merits.add(merit);
      return;
    }
    const entry = fresh.find(({ proposed }) => proposed.id === id);
    if (entry === undefined || this.#timesHeld(merit) >= 2) return;
    this.#keep(entry).add(merit);
    this.#merits.add(merit);
  }

  /** True the first time a recipe is asked about. */
  isUnseen(recipe: CaseRecipe): boolean {
    const text = canonicalJson(recipe);
    return !this.#seenRecipes.has(text) && this.#seenRecipes.add(text).size > 0;
  }

  cases(): SuiteCase[] {
    return [...this.#entries.values()].map(({ proposed }) => proposed);
  }

  expected(): Record<string, Observation> {
    return Object.fromEntries([...this.#entries].map(([id, { observation }]) => [id, observation]));
  }

  valued(): { proposed: SuiteCase; merits: ReadonlySet<string> }[] {
    return [...this.#entries.values()].map(({ proposed, merits }) => ({ proposed, merits }));
  }

  /** Cases of one round: fewer where cases are heavy, so that rounds cost about the same. At least an eighth of `most`. */
  batchSize(most: number): number {
    const entries = [...this.#entries.values()];
    const characters =
      entries.reduce((sum, entry) => sum + charactersOf(entry), 0) / Math.max(1, entries.length);
    return Math.max(
      Math.ceil(most / 8),
      Math.min(most, Math.floor((most * LIGHT_CASE_CHARACTERS) / Math.max(1, characters))),
    );
  }

  /** Cases whose arcs touch one of these lines of the file. */
  casesThrough(lines: ReadonlySet<number>): CaseRecipe[] {
    const touches = (arc: string): boolean =>
      arc.startsWith("arc ") && arc.split(" ").some((word) => lines.has(Number(word)));
    return [...this.#entries.values()]
      .filter(({ arcs }) => arcs.some(touches))
      .map(({ proposed }) => proposed.recipe);
  }

  get meritCount(): number {
    return this.#merits.size;
  }

  #admit(cases: readonly SuiteCase[], outcome: EvaluationOutcome): void {
    const kept = selectAffordable(this.#gradable(cases, outcome.results));
    for (const entry of kept) this.#keep(entry);
    const keptIds = new Set(kept.map(({ proposed }) => proposed.id));
    const left = outcome.results.filter(({ id }) => !keptIds.has(id));
    const results = outcome.results.filter(({ id }) => keptIds.has(id));
    const cpuSeconds = outcome.cpuSeconds - left.reduce((sum, result) => sum + result.cpuSeconds, 0);
    this.limits = limitsFor(DEFAULT_LIMITS, { ...outcome, results, cpuSeconds });
  }

  #gradable(cases: readonly SuiteCase[], results: readonly CaseResult[]): ObservedCase[] {
    const byId = new Map(cases.map((single) => [single.id, single]));
    return results.flatMap(({ id, observation, arcs }) => {
      const proposed = byId.get(id);
      if (proposed === undefined || !this.#mayBeGraded(proposed, observation)) return [];
      const outcome = `outcome ${outcomeKey(observation, this.#specimen.policy).slice(0, 200)}`;
      const names = (arcs ?? []).map(([from, to]) => `arc ${from} ${to}`);
      return [{ proposed, observation, arcs: this.#holdsOutcomes() ? names : [...names, outcome] }];
    });
  }

  /** A handful of distinct outcomes is worth having; more are not a merit. */
  #holdsOutcomes(): boolean {
    return [...this.#merits].filter((merit) => merit.startsWith("outcome ")).length >= 8;
  }

  /** True for a case that returned nothing and changed nothing: it tells something only beside others that do. */
  #isSilent({ proposed, observation }: ObservedCase): boolean {
    return isTrivialObservation(observation, proposed.recipe, this.#specimen.policy);
  }

  #mayBeGraded(single: SuiteCase, observation: Observation): boolean {
    const refusal = this.#findRefusal(single, observation);
    this.#refusal ??= refusal;
    return refusal === undefined;
  }

  #findRefusal({ origin }: SuiteCase, observation: Observation): string | undefined {
    if (observation.status === "refused") return `${observation.during}: ${observation.message}`;
    if (origin === "observed" || origin === "documented") {
      if (observation.status === "raised") this.#exceptions.add(simpleClassName(observation));
      return undefined;
    }
    if (JSON.stringify(observation).length > HEAVIEST_GROWN_CHARACTERS)
      return "it shows more than a person reads";
    if (observation.status !== "raised") return undefined;
    const name = simpleClassName(observation);
    return this.#exceptions.has(name) ? undefined : `raised an undeclared ${name}`;
  }

  #keep(entry: ObservedCase): Set<string> {
    const known = this.#entries.get(entry.proposed.id);
    if (known !== undefined) return known.merits;
    const merits = new Set(entry.arcs);
    this.#entries.set(entry.proposed.id, { ...entry, merits });
    for (const merit of merits) this.#merits.add(merit);
    this.isUnseen(entry.proposed.recipe);
    return merits;
  }

  #timesHeld(merit: string): number {
    return [...this.#entries.values()].filter(({ merits }) => merits.has(merit)).length;
  }
}

/** Mutants of the reference, and which of them no known case tells apart yet. */
class MutantHunt {
  readonly #specimen: Specimen;
  readonly #corpus: Corpus;
  readonly #mutants: readonly Mutant[];
  readonly #seenDigests = new Map<string, string>();

  constructor(specimen: Specimen, corpus: Corpus) {
    this.#specimen = specimen;
    this.#corpus = corpus;
    this.#mutants = createMutants(specimen);
  }

  survivors(): readonly Mutant[] {
    return countedMutants(this.#mutants).filter(({ status }) => status === "open");
  }

  /** Lines of the file on which a mutant survives. */
  survivingLines(): ReadonlySet<number> {
    const { definition, originalText } = this.#specimen;
    const bytes = Buffer.from(originalText);
    const lineOf = (offset: number): number =>
      bytes
        .subarray(0, definition.spans.whole.start + offset)
        .toString()
        .split("\n").length;
    return new Set(
      this.survivors().flatMap(({ variant }) =>
        variant.edit === undefined ? [] : [lineOf(variant.edit.start)],
      ),
    );
  }

  /** Runs the surviving mutants over cases and credits those that kill. */
  async run(cases: readonly SuiteCase[], fresh: readonly ObservedCase[] = []): Promise<void> {
    if (cases.length === 0) return;
    const expected = {
      ...this.#corpus.expected(),
      ...Object.fromEntries(fresh.map(({ proposed, observation }) => [proposed.id, observation])),
    };
    const survivors = this.survivors();
    const runs = await Promise.all(
      survivors.map(({ variant }) => runBody(this.#specimen, variant.completion, cases, expected, true)),
    );
    const digest = runs.length === 0 ? undefined : await this.#referenceDigest(cases);
    survivors.forEach((mutant, index) => {
      const run = runs[index];
      if (run === undefined) return;
      settleMutant(mutant, run, digest, this.#seenDigests);
      for (const id of run.failedCases) this.#corpus.credit(id, mutant.variant.id, fresh);
    });
  }

  /** Credits the first case that each trivial body fails, so that the suite keeps one. */
  async runTrivialBodies(): Promise<void> {
    const { language, originalText, definition } = this.#specimen;
    const expected = this.#corpus.expected();
    const cases = this.#corpus.cases();
    const bodies = language.variants.trivialBodies(originalText, definition, returnedLiterals(expected));
    const runs = await Promise.all(
      bodies.map(({ completion }) => runBody(this.#specimen, completion, cases, expected)),
    );
    runs.forEach((run, index) => {
      const [id] = run.failedCases;
      if (id !== undefined) this.#corpus.credit(id, bodies[index]?.id ?? "", []);
    });
  }

  #digest: string | undefined;

  async #referenceDigest(cases: readonly SuiteCase[]): Promise<string | undefined> {
    this.#digest ??= (await observeReference(this.#specimen, cases.slice(0, 1))).codeDigest;
    return this.#digest;
  }
}
