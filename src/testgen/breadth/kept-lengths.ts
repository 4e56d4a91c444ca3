/** Numbers that are the length of a text in every call of tests: where the text is changed, they go with it. */
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";

/** Different lengths that a number was given as before it is believed to be one. */
const ENOUGH_LENGTHS = 3;

/** The names of two arguments: a place among positional ones, or a keyword. */
export interface KeptLength {
  readonly text: string;
  readonly length: string;
}

/** Which numbers are lengths of which texts in all of the calls that have both. */
export function keptLengths(recipes: readonly CaseRecipe[]): readonly KeptLength[] {
  const given = recipes.map(argumentsOf);
  const names = [...new Set(given.flatMap((one) => [...one.keys()]))];
  return names.flatMap((text) =>
    names.flatMap((length) => {
      const pairs = given.flatMap((one) => {
        const [written, number] = [one.get(text), one.get(length)];
        return written === undefined || number === undefined ? [] : [{ written, number }];
      });
      const isLength = pairs.every(({ written, number }) => number === lengthOf(written));
      const distinct = new Set(pairs.map(({ number }) => number));
      return isLength && distinct.size >= ENOUGH_LENGTHS ? [{ text, length }] : [];
    }),
  );
}

/** A call that was made from `base`, with the lengths of the texts that are others now; numbers that are others themselves stay. */
export function withLengths(recipe: CaseRecipe, base: CaseRecipe, kept: readonly KeptLength[]): CaseRecipe {
  const [before, now] = [argumentsOf(base), argumentsOf(recipe)];
  let changed = recipe;
  for (const { text, length } of kept) {
    const own = lengthOf(now.get(text));
    if (own === undefined || own === lengthOf(before.get(text)) || now.get(length) !== before.get(length))
      continue;
    changed = withArgument(changed, length, own);
  }
  return changed;
}

function argumentsOf({ positional, keywords }: CaseRecipe): ReadonlyMap<string, ValueRecipe> {
  const placed = positional.map((value, at): [string, ValueRecipe] => [String(at), value]);
  return new Map([...placed, ...Object.entries(keywords)]);
}

/** In signs, each counted once. */
function lengthOf(value: ValueRecipe | undefined): number | undefined {
  return typeof value === "string" ? Array.from(value).length : undefined;
}

function withArgument(recipe: CaseRecipe, name: string, value: number): CaseRecipe {
  const at = Number(name);
  return Number.isInteger(at)
    ? { ...recipe, positional: recipe.positional.with(at, value) }
    : { ...recipe, keywords: { ...recipe.keywords, [name]: value } };
}
