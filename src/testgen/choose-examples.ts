/**
 * Which of the known cases a solver is shown. What is graded must follow from what is shown, so the examples take every arc and tell
 * most bodies apart that the graded cases do; and nothing shown is graded, so a merit that one case alone has can serve one side only.
 */
import { isBodyMerit, isPathMerit } from "./corpus.ts";
import { weightOf } from "./value-shape.ts";
import type { ValuedCase } from "./minimise.ts";

/** Examples of a task at least; fewer tell too little. */
const FEWEST_EXAMPLES = 3;
/** Where many cases are known, this many are shown even if fewer would do: bodies exist that no mutant is like. */
const COMFORTABLE_EXAMPLES = 6;
/** Cases known for each example beyond the fewest. */
const CASES_PER_EXAMPLE = 3;
/** More are not read by anybody. */
const MOST_EXAMPLES = 12;

/** Cases shown and cases that may be graded. */
export interface ChosenExamples {
  readonly shown: readonly ValuedCase[];
  /** The others, without those that take a way through the reference that no shown one takes. */
  readonly gradable: readonly ValuedCase[];
}

/**
 * Chooses examples greedily: each next one covers most that is not covered yet, keeping for the graded cases what only it shows; among
 * equals the lightest. Where more are wanted than that takes, the others are spread from light to heavy. Ends when all ways are shown and a share `goal` (in `[0, 1]`) of the bodies is told apart. At least three where so many are known
 * beside one that is graded; six where many are known; never more than half of the cases beyond three.
 */
export function chooseExamples(cases: readonly ValuedCase[], goal: number): ChosenExamples {
  const most = Math.min(
    MOST_EXAMPLES,
    Math.max(FEWEST_EXAMPLES, Math.floor(cases.length / 2)),
    cases.length - 1,
  );
  const ranked = cases
    .map((valued, index) => ({ ...valued, index, weight: weightOfCase(valued) }))
    .toSorted((a, b) => a.weight - b.weight || a.index - b.index);
  const wanted = new Set(cases.flatMap(({ merits }) => [...merits]).filter(isShown));
  const bodies = [...wanted].filter(isBodyMerit);
  const left = countHolders(cases);
  const covered = new Set<string>();
  const shown = new Set<(typeof ranked)[number]>();
  const fewest = Math.max(
    FEWEST_EXAMPLES,
    Math.min(COMFORTABLE_EXAMPLES, Math.floor(cases.length / CASES_PER_EXAMPLE)),
  );
  const show = (next: (typeof ranked)[number]): void => {
    shown.add(next);
    for (const merit of next.merits) {
      covered.add(merit);
      left.set(merit, (left.get(merit) ?? 0) - 1);
    }
  };
  const isCovering = (): boolean =>
    [...wanted].every((merit) => covered.has(merit) || !isPathMerit(merit)) &&
    bodies.filter((merit) => covered.has(merit)).length >= goal * bodies.length;
  while (shown.size < most && !(shown.size > 0 && isCovering())) {
    const values = ranked.map((valued) =>
      shown.has(valued) ? -Infinity : valueOf(valued.merits, covered, left),
    );
    const next = ranked[values.indexOf(Math.max(...values))];
    if (next === undefined) break;
    show(next);
  }
  while (shown.size < Math.min(most, fewest)) {
    const free = ranked.filter((valued) => !shown.has(valued) && !isLastHolder(valued.merits, left));
    const usable = free.length > 0 ? free : ranked.filter((valued) => !shown.has(valued));
    const place = Math.floor((usable.length - 1) * (SPREAD[shown.size % SPREAD.length] ?? 0));
    const next = usable[place];
    if (next === undefined) break;
    show(next);
  }
  const isGradable = (valued: ValuedCase): boolean =>
    [...valued.merits].every((merit) => !isPathMerit(merit) || covered.has(merit));
  const byIndex = ranked.toSorted((a, b) => a.index - b.index);
  return {
    shown: byIndex.filter((valued) => shown.has(valued)),
    gradable: byIndex.filter((valued) => !shown.has(valued) && isGradable(valued)),
  };
}

function isShown(merit: string): boolean {
  return isPathMerit(merit) || isBodyMerit(merit);
}

function countHolders(cases: readonly ValuedCase[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const { merits } of cases)
    for (const merit of merits) holders.set(merit, (holders.get(merit) ?? 0) + 1);
  return holders;
}

/** Places among the other cases, from light to heavy, from which examples beyond the needed ones are taken. */
const SPREAD = [0.5, 0.75, 0.25, 0.9, 0.6] as const;

function isLastHolder(merits: ReadonlySet<string>, left: ReadonlyMap<string, number>): boolean {
  return [...merits].some((merit) => isBodyMerit(merit) && left.get(merit) === 1);
}

/** What an example that is the last to tell a body apart takes from the graded cases: nearly what it gives. */
const LAST_HOLDER = 0.9;

function valueOf(
  merits: ReadonlySet<string>,
  covered: ReadonlySet<string>,
  left: ReadonlyMap<string, number>,
): number {
  let value = 0;
  for (const merit of merits) {
    if (isShown(merit) && !covered.has(merit)) value += 1;
    if (isBodyMerit(merit) && left.get(merit) === 1) value -= LAST_HOLDER;
  }
  return value;
}

/** Short inputs that somebody really used come first. */
function weightOfCase({ proposed }: ValuedCase): number {
  const isGrown = proposed.origin === "grown" || proposed.origin === "synthesised";
  return weightOf(proposed.recipe) + (isGrown ? 8 : 0);
}
