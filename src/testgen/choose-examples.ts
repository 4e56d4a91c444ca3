/**
 * Which of the known cases a solver is shown. What is graded must follow from what is shown, so the examples take every branch, show every kind of outcome, and tell
 * most bodies apart that the graded cases do; and nothing shown is graded, so a merit that one case alone has can serve one side only.
 */
import { FEWEST_EXAMPLES } from "../proof/index.ts";
import { isBodyMerit, isVisibleMerit } from "./corpus.ts";
import type { ValuedCase } from "./minimise.ts";

/** Where many cases are known, this many are shown even if fewer would do: bodies exist that no mutant is like. */
const COMFORTABLE_EXAMPLES = 6;
/** Cases known for each example beyond the fewest. */
const CASES_PER_EXAMPLE = 3;
/** More are not read by anybody. */
const MOST_EXAMPLES = 16;

/** Cases shown and cases that may be graded. */
export interface ChosenExamples<Case> {
  readonly shown: readonly Case[];
  /** The others, without those that take a branch, or end in a way, that no shown one does (unless all may be graded). */
  readonly gradable: readonly Case[];
}

/**
 * Chooses examples greedily until all branches are shown and a share `goal` (in `[0, 1]`) of the bodies is told apart: first those that cover
 * most and leave every body to the graded cases too, then, as long as the goal is not reached, those that take least from them; among equals the
 * lightest. Where more are wanted than that takes, the others are spread from light to heavy. At least three where so many are known beside one
 * that is graded; six where many are known; never more than half of the cases beyond three. With `gradesUnshown` all others may be graded, and only
 * what they can do without is shown.
 */
export function chooseExamples<Case extends ValuedCase>(
  cases: readonly Case[],
  goal: number,
  gradesUnshown: boolean,
): ChosenExamples<Case> {
  const choice = new Choice(cases, gradesUnshown);
  if (gradesUnshown) return showSpare(choice, cases.length, goal);
  const most = Math.min(
    MOST_EXAMPLES,
    Math.max(FEWEST_EXAMPLES, Math.floor(cases.length / 2)),
    cases.length - 1,
  );
  while (choice.shown.size < most && !choice.isCovering(goal)) {
    const next = choice.bestOf(choice.free()) ?? choice.bestOf(choice.left());
    if (next === undefined) break;
    choice.show(next);
  }
  while (choice.shown.size < Math.min(most, FEWEST_EXAMPLES)) choice.showOneOf(choice.free(), choice.left());
  const comfortable = Math.min(COMFORTABLE_EXAMPLES, Math.floor(cases.length / CASES_PER_EXAMPLE));
  while (choice.shown.size < Math.min(most, comfortable) && choice.free().length > 0)
    choice.showOneOf(choice.free());
  return choice.result();
}

/** Shows only what the graded cases can do without, though that may be nothing. */
function showSpare<Case extends ValuedCase>(
  choice: Choice<Case>,
  known: number,
  goal: number,
): ChosenExamples<Case> {
  const most = Math.min(MOST_EXAMPLES, Math.floor(known / 2));
  while (choice.shown.size < most && !choice.isCovering(goal)) {
    const next = choice.bestOf(choice.free());
    if (next === undefined) break;
    choice.show(next);
  }
  while (choice.shown.size < Math.min(most, COMFORTABLE_EXAMPLES) && choice.free().length > 0)
    choice.showOneOf(choice.free());
  return choice.result();
}

type Ranked<Case> = Case & { readonly index: number; readonly weight: number };

/** Places among the other cases, from light to heavy, from which examples beyond the needed ones are taken. */
const SPREAD = [0.5, 0.75, 0.25, 0.9, 0.6] as const;

/** What a branch or a kind of outcome that no example shows yet is worth, in bodies: without one, no graded case may take it. */
const NEW_BRANCH = 3;

/** What an example that is the last to tell a body apart takes from the graded cases: nearly what it gives. */
const LAST_HOLDER = 0.9;

/** What is shown so far, and what that leaves. */
class Choice<Case extends ValuedCase> {
  readonly shown = new Set<Ranked<Case>>();
  readonly #ranked: readonly Ranked<Case>[];
  readonly #wanted: ReadonlySet<string>;
  readonly #bodies: readonly string[];
  readonly #covered = new Set<string>();
  /** How many of the cases that are not shown have each merit. */
  readonly #left = new Map<string, number>();

  readonly #gradesUnshown: boolean;

  constructor(cases: readonly Case[], gradesUnshown: boolean) {
    this.#gradesUnshown = gradesUnshown;
    this.#ranked = cases
      .map((valued, index) => ({ ...valued, index, weight: weightOfCase(valued) }))
      .toSorted((a, b) => a.weight - b.weight || a.index - b.index);
    for (const { merits } of cases)
      for (const merit of merits) this.#left.set(merit, (this.#left.get(merit) ?? 0) + 1);
    this.#wanted = new Set(
      [...this.#left.keys()].filter((merit) => isVisibleMerit(merit) || isBodyMerit(merit)),
    );
    this.#bodies = [...this.#wanted].filter(isBodyMerit);
  }

  isCovering(goal: number): boolean {
    const told = this.#bodies.filter((merit) => this.#covered.has(merit)).length;
    return (
      this.shown.size > 0 &&
      told >= goal * this.#bodies.length &&
      [...this.#wanted].every((merit) => this.#covered.has(merit) || !isVisibleMerit(merit))
    );
  }

  left(): readonly Ranked<Case>[] {
    return this.#ranked.filter((valued) => !this.shown.has(valued));
  }

  /** Those that are not the last to tell a body apart. One that alone takes some branch is free too: if it is not shown, it cannot be graded. */
  free(): readonly Ranked<Case>[] {
    if (this.#gradesUnshown)
      return this.left().filter(({ merits }) =>
        [...merits].every((merit) => !this.#wanted.has(merit) || !this.#isLast(merit)),
      );
    return this.left().filter(({ merits }) => {
      const isLone = [...merits].some((merit) => isVisibleMerit(merit) && this.#isLast(merit));
      return isLone || ![...merits].some((merit) => isBodyMerit(merit) && this.#isLast(merit));
    });
  }

  /** The one that gives most that is not covered; undefined where none gives anything. */
  bestOf(candidates: readonly Ranked<Case>[]): Ranked<Case> | undefined {
    const values = candidates.map(({ merits }) => this.#valueOf(merits));
    const best = Math.max(...values);
    return best > 0 ? candidates[values.indexOf(best)] : undefined;
  }

  show(next: Ranked<Case>): void {
    this.shown.add(next);
    for (const merit of next.merits) {
      this.#covered.add(merit);
      this.#left.set(merit, (this.#left.get(merit) ?? 0) - 1);
    }
  }

  /** Shows one of the first list that is not empty, from another place of it each time. */
  showOneOf(...lists: readonly (readonly Ranked<Case>[])[]): void {
    const usable = lists.find((list) => list.length > 0) ?? [];
    const place = SPREAD[this.shown.size % SPREAD.length] ?? 0;
    const next = usable[Math.floor((usable.length - 1) * place)];
    if (next !== undefined) this.show(next);
  }

  result(): ChosenExamples<Case> {
    const isGradable = ({ merits }: Ranked<Case>): boolean =>
      this.#gradesUnshown || [...merits].every((merit) => !isVisibleMerit(merit) || this.#covered.has(merit));
    const byIndex = this.#ranked.toSorted((a, b) => a.index - b.index);
    return {
      shown: byIndex.filter((valued) => this.shown.has(valued)),
      gradable: byIndex.filter((valued) => !this.shown.has(valued) && isGradable(valued)),
    };
  }

  #isLast(merit: string): boolean {
    return this.#left.get(merit) === 1;
  }

  #valueOf(merits: ReadonlySet<string>): number {
    let value = 0;
    for (const merit of merits) {
      if (this.#wanted.has(merit) && !this.#covered.has(merit))
        value += isVisibleMerit(merit) ? NEW_BRANCH : 1;
      if (isBodyMerit(merit) && this.#isLast(merit)) value -= LAST_HOLDER;
    }
    return value;
  }
}

/** What is short, input and outcome, and was really used comes first. */
function weightOfCase({ proposed, characters }: ValuedCase): number {
  const isGrown = proposed.origin !== "observed" && proposed.origin !== "documented";
  const { recipe, as_made: made = recipe } = proposed;
  const spared = made === recipe ? 0 : JSON.stringify(recipe).length - JSON.stringify(made).length;
  return characters - spared + (isGrown ? 80 : 0);
}
