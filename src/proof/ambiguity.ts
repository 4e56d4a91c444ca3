import { shorten } from "../base/index.ts";
import {
  areInputsAlike,
  compareObservations,
  describeInput,
  isComparedAttribute,
  type CountsAttribute,
} from "../judge/index.ts";
import type { ShortcutMaterial } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { describeCallable } from "./determinacy.ts";
import type { ProofTarget } from "./proof-target.ts";

/** A call in the detail of a rejection, in characters. */
const LONGEST_CALL = 120;

/**
 * Two of the cases, shown or graded, that are printed alike and end differently, as a sentence; undefined where there are none. What tells
 * them apart then is a private attribute of an object of the repository that nothing reads by its name, so a solver cannot know what to do.
 * Anything else that print leaves out (the rest of a long value, a module's name, what a class of somebody else's keeps) is no ambiguity.
 */
export function findAmbiguity(
  { definition, ...rules }: Pick<ProofTarget, "language" | "definition" | "policy">,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
  modules: ShortcutMaterial["modules"],
): string | undefined {
  const own = new Set(modules.map(({ module }) => module));
  const target = describeCallable(rules.language, definition);
  const counts: CountsAttribute = (name, className) =>
    isComparedAttribute(name, rules.policy) ||
    target.reads?.has(name) === true ||
    !own.has(className.slice(0, className.indexOf(":")));
  const isAmbiguous = (first: SuiteCase, second: SuiteCase): boolean => {
    const [wanted, other] = [expected[first.id], expected[second.id]];
    if (wanted === undefined || other === undefined) return false;
    const difference = compareObservations(second.id, wanted, other, rules);
    return difference !== undefined && areInputsAlike(first.recipe, second.recipe, counts);
  };
  const byText = Map.groupBy(cases, (single) => describeInput(target, single, rules));
  for (const [text, alike] of byText) {
    for (const [index, first] of alike.entries()) {
      const second = alike.slice(index + 1).find((later) => isAmbiguous(first, later));
      if (second !== undefined)
        return `${first.id} and ${second.id} are printed alike and end differently: ${shorten(text.replaceAll("\n", " "), LONGEST_CALL)}`;
    }
  }
  return undefined;
}
