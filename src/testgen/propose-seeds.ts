/** The first inputs of a suite, from which growth starts. */
import { canonicalJson } from "../base/index.ts";
import type { CaseRecipe } from "../spec/index.ts";
import { isInside, type Contract } from "./contract.ts";
import { FirstCases } from "./first-cases.ts";
import type { TargetContext } from "./target-context.ts";
import type { ProposedCase, TestStrategy } from "./test-strategy.ts";

/** How many first inputs are wanted. */
export interface SeedBudget {
  /** Observed inputs considered. */
  readonly observed: number;
  /** Inputs, observed and made up, below which more are made up. */
  readonly seeds: number;
}

/** Fewer inputs than this are filled up with ones made up, as far as the budget goes. */
const FEW_SEEDS = 8;
/** Inputs made up beside enough others: they bring values together that no test did. */
const FILLING_BESIDE = 12;

/** First inputs: what was observed, then what the target's text calls for, then what is made up; `strategies`: all that are registered, by default. */
export async function proposeSeeds(
  context: TargetContext,
  contract: Contract,
  budget: SeedBudget,
  strategies?: readonly TestStrategy[],
): Promise<readonly ProposedCase[]> {
  const first = new FirstCases({ context, contract, strategies });
  const isWanted = (recipe: CaseRecipe): boolean => isInside(contract, recipe);
  await first.take("evidence", budget.observed);
  await first.take("required", Infinity, isWanted);
  const count = first.cases.length;
  await first.take(
    "filling",
    count < FEW_SEEDS ? budget.seeds : Math.min(budget.seeds, count + FILLING_BESIDE),
    isWanted,
  );
  return withinCharacters(first.cases);
}

/** What the recipes of first inputs may hold together, in characters; the heaviest few stay whatever they weigh. */
const SEED_CHARACTERS = 900_000;
const HEAVIEST_SEEDS = 3;

/** The lightest inputs that fit and the heaviest few, in their order: heavy ones cost time in every evaluation, but may be what matters. */
function withinCharacters(seeds: readonly ProposedCase[]): readonly ProposedCase[] {
  const ranked = seeds
    .map((seed) => ({ seed, characters: canonicalJson(seed.recipe).length }))
    .toSorted((a, b) => a.characters - b.characters);
  const kept = new Set(ranked.slice(-HEAVIEST_SEEDS).map(({ seed }) => seed));
  let characters = 0;
  for (const each of ranked) if ((characters += each.characters) <= SEED_CHARACTERS) kept.add(each.seed);
  return seeds.filter((seed) => kept.has(seed));
}
