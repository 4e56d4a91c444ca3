import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import type { ValuePools } from "./target-context.ts";
import { shapeOf } from "./value-shape.ts";

/** Attributes, as `module:Class.name`, of which no object that was seen has a negative number. */
export type NeverNegative = ReadonlySet<string>;

/** Distinct numbers of an attribute before it is believed never to be negative. */
const ENOUGH_NUMBERS = 3;

/** What the objects of all observed calls say of their numeric attributes: a position below zero is nothing that a program makes. */
export function inferAttributes({ byType }: ValuePools): NeverNegative {
  const seen = new Map<string, Set<number>>();
  for (const objects of byType.values()) {
    for (const { value } of objects) {
      for (const [attribute, number] of numbersOf(value)) {
        const numbers = seen.get(attribute) ?? new Set();
        seen.set(attribute, numbers.add(number));
      }
    }
  }
  const isFinished = (numbers: ReadonlySet<number>): boolean =>
    numbers.size >= ENOUGH_NUMBERS && [...numbers].every((number) => number >= 0);
  return new Set([...seen].flatMap(([attribute, numbers]) => (isFinished(numbers) ? [attribute] : [])));
}

/** True where no object anywhere in a recipe has a negative number where none was ever seen. */
export function keepsAttributes(neverNegative: NeverNegative, recipe: CaseRecipe): boolean {
  const open: unknown[] = [
    recipe.receiver,
    ...recipe.positional,
    ...Object.values(recipe.keywords),
    ...recipe.shared,
  ];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== "object") continue;
    for (const [attribute, number] of numbersOf(value as ValueRecipe))
      if (number < 0 && neverNegative.has(attribute)) return false;
    open.push(...Object.values(value));
  }
  return true;
}

/** The integers among the attributes of an object, with their qualified names; nothing for what is no object. */
function numbersOf(value: ValueRecipe): [string, number][] {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !("object" in value)) return [];
  const { tag, content } = shapeOf(value);
  if (tag !== "object" || content === null || typeof content !== "object") return [];
  const { class: name, state, slots } = content as { class?: unknown; state?: object; slots?: object };
  return Object.entries({ ...state, ...slots }).flatMap(([attribute, item]) =>
    typeof item === "number" ? [[`${String(name)}.${attribute}`, item]] : [],
  );
}
