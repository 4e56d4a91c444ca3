import type { CaseRecipe, SuiteCase } from "../spec/index.ts";
import { weightOf } from "./value-shape.ts";

/** A case with everything it is good for: arcs it takes, bodies it tells from the reference, the outcome it shows. */
export interface ValuedCase {
  readonly proposed: SuiteCase;
  /** Characters of recipe and observation. */
  readonly characters: number;
  readonly merits: ReadonlySet<string>;
}

/** Cases each merit is wanted from, so that one dropped or lucky case does not cost a kill. */
const WANTED_PER_MERIT = 2;
/** A suite has at least this many cases where so many are known: other wrong bodies exist than those tried. */
const FEWEST_CASES = 8;
/** Of heavy cases (more characters than this together) so many are enough: every body is run over all of them. */
const FEWEST_HEAVY_CASES = 5;
const HEAVY_CHARACTERS = 50_000;
/** A suite that covers everything once is not made larger than this. */
const MOST_COMFORTABLE_CASES = 24;
/** More cases than this are not read by anybody. */
const MOST_CASES = 60;

/**
 * A small suite that keeps every merit of the whole (greedy set cover, each merit twice where two cases have it and the suite stays
 * comfortable). Among equals, observed cases come before grown ones and light before heavy.
 */
export function minimiseSuite<Case extends ValuedCase>(cases: readonly Case[]): Case[] {
  const ranked = cases
    .map((valued, index) => ({ ...valued, index, cost: costOf(valued.proposed) }))
    .toSorted((a, b) => a.cost - b.cost || a.index - b.index);
  const covered = new Map<string, number>();
  const chosen = new Set<(typeof ranked)[number]>();
  while (chosen.size < Math.min(MOST_CASES, ranked.length)) {
    const gains = ranked.map((valued) => (chosen.has(valued) ? -1 : gainOf(valued.merits, covered)));
    const best = Math.max(...gains);
    if (best <= 0 && chosen.size >= fewestOf(chosen)) break;
    if (best < NEW_MERIT && chosen.size >= MOST_COMFORTABLE_CASES) break;
    const next = ranked[gains.indexOf(best)];
    if (next === undefined) break;
    chosen.add(next);
    for (const merit of next.merits) covered.set(merit, (covered.get(merit) ?? 0) + 1);
  }
  const places = new Set([...chosen].map(({ index }) => index));
  return cases.filter((_, index) => places.has(index));
}

function fewestOf(chosen: Iterable<ValuedCase>): number {
  let total = 0;
  for (const { characters } of chosen) total += characters;
  return total > HEAVY_CHARACTERS ? FEWEST_HEAVY_CASES : FEWEST_CASES;
}

/** The cases with the ids that cases of a suite have: `case-001`, … */
export function nameCases(cases: readonly SuiteCase[]): SuiteCase[] {
  return cases.map((single, index) => ({ ...single, id: `case-${String(index + 1).padStart(3, "0")}` }));
}

/** What the first cover of a merit counts; a second one counts one. */
const NEW_MERIT = 1000;

function gainOf(merits: ReadonlySet<string>, covered: ReadonlyMap<string, number>): number {
  let gain = 0;
  for (const merit of merits) {
    const times = covered.get(merit) ?? 0;
    if (times === 0) gain += NEW_MERIT;
    else if (times < WANTED_PER_MERIT) gain += 1;
  }
  return gain;
}

function costOf({ origin, recipe }: { readonly origin: string; readonly recipe: CaseRecipe }): number {
  return weightOf(recipe) + (origin === "observed" || origin === "documented" ? 0 : 20);
}
