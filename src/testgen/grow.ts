/**
 * Makes a target's suite: first inputs from the strategies, then growth. The model: a corpus of cases that each have merits
 * (arcs of the reference they take, bodies they tell from it, the outcome they show). Growth varies cases of the corpus inside
 * the contract and keeps what has a merit that nothing had before; the suite is a small part of the corpus with all merits.
 * Every decision follows from counts and the seed, never from time.
 */
import { canonicalJson, createRandom, evenChoice, type Random } from "../base/index.ts";
import { locate, referenceLines } from "../judge/index.ts";
import type { InputHints } from "../languages/index.ts";
import { findLoadedOriginal, observeReference, type ProofTarget } from "../proof/index.ts";
import { asMade, type CaseRecipe, type SuiteCase } from "../spec/index.ts";
import { chooseBreadth, createOpenness, DEFAULT_BREADTH, observeNearby } from "./breadth/breadth.ts";
import { observeLeading } from "./breadth/leading-calls.ts";
import { withAdversaryLiterals } from "./adversary-hints.ts";
import { findContested } from "./contested.ts";
import { tellMistakes } from "./breadth/tell-mistakes.ts";
import { chooseExamples } from "./choose-examples.ts";
import { hintsOf, isInside, type Contract } from "./contract.ts";
import { inferContract } from "./infer-contract.ts";
import { Corpus, WANTED_HOLDERS, type EmptyCorpus, type ObservedCase } from "./corpus.ts";
import { settingsNamed } from "./made-parts.ts";
import { minimiseSuite, nameCases } from "./minimise.ts";
import { SurvivorSearch } from "./survivor-search.ts";
import { proposeSeeds, type SeedBudget } from "./propose-seeds.ts";
import { findRounding } from "./rounding.ts";
import type { ProposedCase } from "./test-strategy.ts";
import type { TargetContext } from "./target-context.ts";
import { varyCase, type CaseSource } from "./vary-case.ts";

/** Budgets, all in counts. */
export interface GrowthBudget extends SeedBudget {
  /** Variations tried in one round. */
  readonly batch: number;
  /** Rounds at most. */
  readonly rounds: number;
  /** Rounds without a new merit after which growth ends; more while many mutants survive, or the score is nearly reached; fewer where it is ample. */
  readonly patience: number;
}

/** Rounds of growth for a target whose first inputs show nothing, before it is given up. */
const SILENT_ROUNDS = 3;

/** Enough for nearly all targets of the packages this was tuned on; see docs/decisions. */
export const DEFAULT_GROWTH: GrowthBudget = { observed: 160, seeds: 64, batch: 48, rounds: 20, patience: 4 };

/** Share of surviving mutants above which growth is more patient. */
const WEAK_SHARE = 0.1;
/** What a mutation score may have to spare for growth to go on for less long than usual. */
const AMPLE = 0.1;
/** What a mutation score may lack for growth to go on for longer than usual. */
const NEAR_MISS = 0.08;
/** Shares of surviving mutants above which growth ends after so many rounds: what it still finds would not be enough. */
const HOPELESS = [
  { rounds: 2, share: 0.6 },
  { rounds: 4, share: 0.42 },
  { rounds: 10, share: 0.28 },
] as const;

/** A suite, or why there is none. */
export type GrowthOutcome =
  | {
      readonly status: "grown";
      /** What is graded: `case-001`, … */
      readonly suite: readonly SuiteCase[];
      /** What a solver is shown: `example-1`, …; none of them is in the suite. */
      readonly examples: readonly SuiteCase[];
      readonly contract: Contract;
      /** Of mistakes by their ids, an input that tells it from the reference; it may be one of the suite. */
      readonly witnesses: ReadonlyMap<string, SuiteCase>;
      /** Ids of the mistakes that no input tells. */
      readonly untold: ReadonlySet<string>;
    }
  /** All known cases together kill fewer mutants than were asked for. */
  | { readonly status: "weak"; readonly bestMutationScore: number }
  | EmptyCorpus;

/** How to grow. */
export interface GrowthOptions {
  readonly seed: number;
  /**
   * Whether the suite keeps a case against each trivial body that any known case tells from the reference. Nearly every suite does
   * without being asked; looking for them costs as much as looking for inputs that kill mutants.
   */
  readonly guardsTrivialBodies: boolean;
  /** Mutation score, in `[0, 1]`, that all known cases together must reach for a suite to be made. */
  readonly leastScore: number;
  /** Whether what no example shows may be graded. Default: it may not. */
  readonly gradesUnshown?: boolean;
  readonly budget?: GrowthBudget;
}

/** Makes a suite for the target's target. */
export async function growSuite(
  proven: ProofTarget,
  context: TargetContext,
  { seed, guardsTrivialBodies, leastScore, gradesUnshown = false, budget = DEFAULT_GROWTH }: GrowthOptions,
): Promise<GrowthOutcome> {
  const target = { ...proven, repeatsSlowCases: false };
  const { evaluator, editableTree, originalText } = target;
  const lines = referenceLines(target);
  const compiledPatterns = await evaluator.findPatterns({
    editableTree,
    fileText: originalText,
    otherFiles: target.otherFiles,
    target: locate(target, lines),
  });
  const hints = {
    ...hintsOf(context),
    readsOneLine: context.inputs.readsOneLine(context.text, compiledPatterns),
  };
  const contract = inferContract(context, hints);
  const own = await proposeSeeds(context, contract, budget);
  const leading = leadingSeeds(context, budget);
  if (own.length === 0 && leading.length === 0)
    return {
      status: "rejected",
      reason: "no_input",
      detail: "no observed call and no way to make an argument or receiver",
    };
  const possible = await evaluator.findPossibleArcs(editableTree, originalText, lines);
  const corpus = new Corpus(target, contract, possible);
  corpus.exceptionsOfLeading = context.leading?.exceptions ?? new Set();
  const refused = own.length === 0 ? undefined : await corpus.admitSeeds(own);
  // Where no input of it can be written, or nothing that it gives, as what makes functions gives, there are calls that lead to it.
  const isLed = leading.length > 0 && (own.length === 0 || refused?.reason === "no_input");
  const failure = isLed ? await corpus.admitSeeds(leading) : refused;
  if (failure !== undefined) return failure;

  const limited = await withLimits(target, corpus);
  // What it takes to make their inputs decides how much is tried.
  if (isLed) await corpus.traceConditions(limited);
  const random = createRandom(`grow ${seed} ${context.module} ${context.definition.name}`);
  const growth = { corpus, context, contract, hints, random };
  for (let round = 0; round < SILENT_ROUNDS && corpus.isSilent; round++) {
    const batch = varyCorpus({ ...growth, focus: [] }, corpus.batchSize(budget.batch), `silent-${round}`);
    if (batch.length > 0) corpus.keepNewArcs(await corpus.observe(limited, batch));
  }
  if (corpus.isSilent) return corpus.reject("no_input", "nothing to observe");

  const search = new SurvivorSearch(limited, corpus);
  if (guardsTrivialBodies) await search.runTrivialBodies();
  await search.run();
  await searchSurvivors({ ...growth, search, limited, budget }, leastScore);
  const words = new Set(context.definition.facts.words);
  const features = {
    literals: hints.literals,
    values: context.values,
    settings: settingsNamed(context.pools.makings, words),
    entries: featuresOfHarvested(context),
  };
  const named = withAdversaryLiterals(hints, context, target);
  const beside = await observeNearby(
    { ...growth, context: { ...context, compiledPatterns }, hints: named, limited, seed },
    DEFAULT_BREADTH,
  );
  const ledTo =
    context.leading === undefined
      ? []
      : await observeLeading(corpus, limited, context.leading, {
          seed,
          named: { literals: hints.literals, words },
        });
  const tried = [...corpus.spareHarvested(), ...beside, ...ledTo];
  corpus.keepNewWays(tried);
  const mostLookedAt = corpus.casesWithin(LOOKED_AT_CHARACTERS, FEWEST_BROAD, MOST_LOOKED_AT);
  const ranked = chooseBreadth(tried, corpus.valued(), features, {
    characters: DEFAULT_BREADTH.characters,
    fewest: mostLookedAt,
  });
  const nearby = ranked.slice(0, mostLookedAt);
  await search.run(nearby);
  const bestMutationScore = search.bestScore();
  if (bestMutationScore < leastScore) return { status: "weak", bestMutationScore };
  await search.seekOtherKills(nearby);
  await seekOtherHolders({ ...growth, search, limited, budget });
  const goal = context.definition.docstring === undefined ? SHOWN_WITHOUT_WORDS : SHOWN_WITH_WORDS;
  const rounding = await findRounding(limited, [...corpus.valued(), ...ranked]);
  const contested =
    context.reimplementations === undefined
      ? new Set<string>()
      : await findContested(limited, [...corpus.valued(), ...tried], context.reimplementations);
  const isSteady = ({ proposed: { id } }: ObservedCase): boolean => !rounding.has(id) && !contested.has(id);
  const { shown, gradable } = chooseExamples(corpus.valued().filter(isSteady), goal, gradesUnshown);
  const cover = minimiseSuite(gradable);
  const chosen = [...cover, ...shown];
  const isOpen = createOpenness(chosen, gradesUnshown);
  const open = [
    ...new Map([...gradable, ...ranked.filter(isSteady)].map((one) => [one.proposed.id, one])).values(),
  ].filter(isOpen);
  const others = open.slice(0, gradable.length + mostLookedAt);
  const known = new Set(others.map(({ proposed }) => proposed.id));
  const spare = tried.filter(
    (one) =>
      one.isIdle !== true && !known.has(one.proposed.id) && !contested.has(one.proposed.id) && isOpen(one),
  );
  const mostSpare = corpus.casesWithin(SPARE_CHARACTERS, FEWEST_BROAD, MOST_SPARE);
  const atHand = { chosen, others, spare: evenChoice(spare, mostSpare) };
  const told = await tellMistakes(limited, atHand, {
    reached: corpus.reachedLines,
    adversaries: context.adversaries?.programs,
    mostFurtherRuns: corpus.casesWithin(FURTHER_CHARACTERS, FEWEST_FURTHER_RUNS, MOST_FURTHER_RUNS),
  });
  context.adversaries?.tell(told.fates);
  const { witnesses, untold } = told;
  const unsteady = await findRounding(
    limited,
    told.telling.filter(({ proposed }) => !known.has(proposed.id)),
  );
  const telling = told.telling.filter(({ proposed }) => !unsteady.has(proposed.id));
  const broad = chooseBreadth(open, [...chosen, ...telling], features, {
    characters: DEFAULT_BREADTH.characters,
    fewest: Math.min(MOST_HEAVY, mostLookedAt),
  });
  const suite = [...cover, ...telling, ...broad].map(({ proposed }) => proposed);
  return {
    status: "grown",
    suite: nameCases(suite),
    witnesses,
    untold,
    examples: shown.map(({ proposed }, index) => ({ ...proposed, id: `example-${index + 1}` })),
    contract,
  };
}

/** The first of the calls that lead to the target. */
function leadingSeeds({ leading }: TargetContext, { observed }: GrowthBudget): readonly ProposedCase[] {
  const known = leading?.known ?? [];
  return evenChoice(known, observed).map((recipe) => ({ origin: "harvested", recipe }));
}

/** Of harvested calls, by their recipes, in what the calls that led to them differ. */
function featuresOfHarvested({ calls }: TargetContext): ReadonlyMap<string, readonly string[]> {
  return new Map(
    calls.flatMap(({ recipe, features }) =>
      features === undefined ? [] : [[canonicalJson(recipe), features] as const],
    ),
  );
}

/**
 * Of what breadth tries, what differs most is looked at by mutants and mistakes, as far as running bodies over it all stays bearable: fewer where cases are
 * heavy. A suite may hold more.
 */
const MOST_LOOKED_AT = 300;
const LOOKED_AT_CHARACTERS = 3_000_000;

/** Cases beyond those at which mistakes are looked that nothing else tells: each is run over all of them. */
const MOST_SPARE = 1_600;
const SPARE_CHARACTERS = 6_000_000;

/** Runs of mistakes that nothing else tells over these cases, in all: one in a hundred is told by those, the others are mostly equivalent. */
const MOST_FURTHER_RUNS = 40_000;
const FEWEST_FURTHER_RUNS = 1_000;
const FURTHER_CHARACTERS = 40_000_000;

/** Cases that breadth adds, and looks at, whatever they weigh. */
const FEWEST_BROAD = 24;
/** Of heavy cases, as those on objects of large tables are, breadth adds so many: each takes some milliseconds, in every evaluation. */
const MOST_HEAVY = 64;

/** Share of the bodies told apart that examples should tell apart: a little more than the proof asks for. */
const SHOWN_WITHOUT_WORDS = 0.93;
const SHOWN_WITH_WORDS = 0.65;

interface SurvivorRounds extends Omit<GrowthRound, "focus"> {
  readonly search: SurvivorSearch;
  readonly limited: ProofTarget;
  readonly budget: GrowthBudget;
}

/** Runs what survives over the first inputs that the corpus had no room for, then varies cases until every mutant is killed or growth finds nothing any more. */
async function searchSurvivors(
  { search, limited, budget, ...growth }: SurvivorRounds,
  leastScore: number,
): Promise<void> {
  const { corpus } = growth;
  for (const spare of corpus.spare(corpus.batchSize(budget.batch))) await search.run(spare);
  let idleRounds = 0;
  let { patience, rounds } = budget;
  for (let round = 0; round < rounds && idleRounds < patience; round++) {
    if (round > 0 && search.survivors().length === 0 && idleRounds > 0) break;
    const focus = corpus.casesThrough(search.survivingLines());
    const batch = varyCorpus({ ...growth, focus }, corpus.batchSize(budget.batch), String(round));
    const fresh = batch.length === 0 ? [] : await corpus.observe(limited, batch);
    const meritsBefore = corpus.meritCount;
    corpus.keepNewArcs(fresh);
    await search.run(fresh);
    idleRounds = corpus.meritCount > meritsBefore ? 0 : idleRounds + 1;
    const best = search.bestScore();
    if (HOPELESS.some((limit) => round + 1 >= limit.rounds && 1 - best > limit.share)) break;
    const score = search.score();
    const isNearMiss = score < leastScore && best >= leastScore - NEAR_MISS;
    const patienceFactor = isNearMiss
      ? 3
      : 1 - score > WEAK_SHARE
        ? 2
        : score > leastScore + AMPLE
          ? 0.75
          : 1;
    patience = patienceFactor * budget.patience;
    rounds = isNearMiss ? 2 * budget.rounds : budget.rounds;
  }
}

/** Rounds of varying the cases that alone have some merit, so that others have it too; it ends earlier where three in a row find none. */
const OTHER_HOLDER_ROUNDS = 10;
const OTHER_HOLDER_PATIENCE = 3;
/** Share of the merits that one case alone may have: both sides do without so few. */
const FEW_LONELY = 0.05;

/** Looks for other cases with the merits that one alone has: what is shown cannot be graded. */
async function seekOtherHolders({ search, limited, budget, ...growth }: SurvivorRounds): Promise<void> {
  const { corpus } = growth;
  await search.seekOtherKills();
  for (const spare of corpus.spare(corpus.batchSize(budget.batch))) {
    corpus.keepNewArcs(spare, WANTED_HOLDERS);
    await search.seekOtherKills(spare);
  }
  let idleRounds = 0;
  for (let round = 0; round < OTHER_HOLDER_ROUNDS && idleRounds < OTHER_HOLDER_PATIENCE; round++) {
    const lonely = corpus.lonelyMerits();
    if (lonely.size <= FEW_LONELY * corpus.meritCount) return;
    const focus = corpus.casesWith(lonely);
    const narrow = { ...growth, focus, isNarrow: true };
    const batch = varyCorpus(narrow, corpus.batchSize(budget.batch), `other-${round}`);
    const fresh = batch.length === 0 ? [] : await corpus.observe(limited, batch);
    corpus.keepNewArcs(fresh, WANTED_HOLDERS);
    await search.seekOtherKills(fresh);
    idleRounds = corpus.lonelyMerits().isSupersetOf(lonely) ? idleRounds + 1 : 0;
  }
}

/** The target with its own limits, and with its original kept loaded where that shows the same. */
async function withLimits(target: ProofTarget, corpus: Corpus): Promise<ProofTarget> {
  const limited = { ...target, limits: corpus.limits };
  const cases = corpus.cases();
  const reference = await observeReference(limited, cases);
  return { ...limited, resident: await findLoadedOriginal(limited, cases, reference) };
}

/** What a round of growth draws on. */
interface GrowthRound {
  readonly corpus: Corpus;
  readonly context: TargetContext;
  readonly contract: Contract;
  /** What the target's text says of its inputs. */
  readonly hints: InputHints;
  readonly random: Random;
  /** Cases that are worth more than others: every other parent is one of these, or every one. */
  readonly focus: readonly CaseRecipe[];
  readonly isNarrow?: boolean;
}

/** True for a call of the target itself: what leads to it is varied inside another contract. */
function isOfTarget({ call }: CaseRecipe): boolean {
  return call === undefined;
}

function varyCorpus(growth: GrowthRound, size: number, round: string): SuiteCase[] {
  const { corpus, context, contract, hints, random, focus, isNarrow = false } = growth;
  const recipes = corpus.cases().map(asMade).filter(isOfTarget);
  const source: CaseSource = {
    random,
    contract,
    corpus: recipes,
    pools: context.pools,
    literals: hints.literals,
    asked: hints,
    values: context.values,
  };
  if (recipes.length === 0) return [];
  const near = focus.filter(isOfTarget);
  const batch: SuiteCase[] = [];
  for (let attempt = 0; attempt < 6 * size && batch.length < size; attempt++) {
    const parents = near.length > 0 && (isNarrow || attempt % 2 === 0) ? near : recipes;
    const recipe = varyCase(random.pick(parents), source);
    if (!isInside(contract, recipe) || !corpus.isUnseen(recipe)) continue;
    batch.push({ id: `grown-${round}-${batch.length}`, origin: "grown", recipe });
  }
  return batch;
}
