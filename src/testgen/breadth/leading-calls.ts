/** Calls of other functions that lead to the target: its inputs are as the repository makes them, and a case holds what a reader would type. */
import { canonicalJson } from "../../base/index.ts";
import type { ProofTarget } from "../../proof/index.ts";
import type { CaseRecipe, SuiteCase } from "../../spec/index.ts";
import type { Corpus, ObservedCase } from "../corpus.ts";
import type { LeadingCalls, NamedByTarget } from "../target-context.ts";
import { wayOf } from "./known-call.ts";

/** Calls that are made of those that led to the target before, in each round, and what these may weigh together, in characters, by the weight of known ones; a few are made in any case. */
const VARIED = 320;
const VARIED_CHARACTERS = 800_000;
const FEWEST_VARIED = 24;
const ROUNDS = 6;
/** Of those the ones that others are made of: of each way through the target so many, and of each condition that is met there. */
const BASES_OF_WAY = 3;
/** A case of more characters is no light one. */
const HEAVIEST = 4_000;
/** Cases of one evaluation. */
const BATCH = 160;

/** Calls that reach the target's code and may be graded, with what they show: the known ones, and others made of them. None is kept in the corpus. */
export async function observeLeading(
  corpus: Corpus,
  target: ProofTarget,
  { known, vary }: LeadingCalls,
  { seed, named }: { readonly seed: number; readonly named: NamedByTarget },
): Promise<readonly ObservedCase[]> {
  const observed: ObservedCase[] = [];
  const tried = new Set<string>();
  let most = VARIED;
  for (let round = 0; round <= ROUNDS; round++) {
    const recipes =
      round === 0
        ? known
        : vary(basesOf(observed), { seed: `leading ${seed} ${round}`, most, target: named });
    const fresh = recipes
      .filter((recipe) => tried.size < tried.add(canonicalJson(recipe)).size)
      .map((recipe, index): SuiteCase => ({ id: `leading-${round}-${index}`, origin: "harvested", recipe }));
    let weight = 0;
    for (let at = 0; at < fresh.length; at += BATCH) {
      const shown = await corpus.observe(target, fresh.slice(at, at + BATCH), { traceConditions: true });
      weight += shown.reduce((sum, { characters }) => sum + characters, 0);
      observed.push(...shown.filter((one) => isOfUse(one, corpus)));
    }
    if (observed.length === 0) break;
    if (round === 0) most = callsWithin(weight / fresh.length);
  }
  return observed;
}

/** How many are made where one weighs so much: who reads a grammar at each call takes seconds for a hundred. */
function callsWithin(weight: number): number {
  return Math.min(VARIED, Math.max(FEWEST_VARIED, Math.floor(VARIED_CHARACTERS / Math.max(1, weight))));
}

/** Of each way through the target, and of each condition that is met there, the lightest. */
function basesOf(observed: readonly ObservedCase[]): readonly CaseRecipe[] {
  const ordered = observed.toSorted((one, other) => one.characters - other.characters);
  const chosen = new Set<ObservedCase>();
  for (const way of Map.groupBy(ordered, wayOf).values())
    for (const one of way.slice(0, BASES_OF_WAY)) chosen.add(one);
  const met = new Set<string>();
  for (const one of ordered) {
    const conditions = one.conditions ?? [];
    if (conditions.some((condition) => met.size < met.add(condition).size)) chosen.add(one);
  }
  return Array.from(chosen, ({ proposed }) => proposed.recipe);
}

function isOfUse({ arcs, characters }: ObservedCase, corpus: Corpus): boolean {
  return !corpus.isHeavy(characters, HEAVIEST) && arcs.some((merit) => merit.startsWith("arc "));
}
