import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { madeIn, partsOfMade } from "./made-parts.ts";
import type { SeenParts } from "./target-context.ts";
import { shapeOf } from "./value-shape.ts";

/** What the callables that make objects are given nowhere, by the place as `MadePart` names it. */
export interface MakingContract {
  /** Places that are never given a negative number. */
  readonly neverNegative: ReadonlySet<string>;
  /** The only texts of places that take a choice of few. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Distinct numbers of a place before it is believed never to be given a negative one. */
const ENOUGH_NUMBERS = 3;
/** A place that was given this many texts or more, and few distinct ones, takes only those. */
const ENOUGH_TEXTS = 6;
const LARGEST_CHOICE = 3;

/** What the making of all objects that were observed says of what it is given: an object made of anything else is one that nobody makes. */
export function inferMaking(seen: SeenParts): MakingContract {
  const neverNegative = new Set<string>();
  const choices = new Map<string, ReadonlySet<string>>();
  for (const [name, { values, times }] of seen) {
    const numbers = values.filter((value) => numberOf(value) !== undefined);
    const texts = new Set(values.filter((value) => typeof value === "string"));
    if (numbers.length >= ENOUGH_NUMBERS && numbers.every((value) => (numberOf(value) ?? 0) >= 0))
      neverNegative.add(name);
    if (
      texts.size > 0 &&
      texts.size === values.length &&
      texts.size <= LARGEST_CHOICE &&
      times >= ENOUGH_TEXTS
    )
      choices.set(name, texts);
  }
  return { neverNegative, choices };
}

/** True where every object in a recipe is made of what such objects are made of. */
export function keepsMaking({ neverNegative, choices }: MakingContract, recipe: CaseRecipe): boolean {
  if (neverNegative.size === 0 && choices.size === 0) return true;
  for (const node of madeIn([recipe.receiver, recipe.positional, recipe.keywords, recipe.shared]))
    for (const { name, value } of partsOfMade(node)) {
      if ((numberOf(value) ?? 0) < 0 && neverNegative.has(name)) return false;
      if (typeof value === "string" && choices.get(name)?.has(value) === false) return false;
    }
  return true;
}

function numberOf(value: ValueRecipe): number | undefined {
  if (typeof value === "number") return value;
  const { tag, content } = shapeOf(value);
  return tag === "float" && Number.isFinite(Number(content)) ? Number(content) : undefined;
}
