/** Of which types what stands in a value is, by its place there: what makes an object is made for those, whatever else would pass. */
import type { ValueRecipe } from "../spec/index.ts";
import { FUNCTION_TYPES, itemsOf, pairsOf, SEQUENCE_TAGS, shapeOf, typeNameOf } from "./value-shape.ts";

/** By its place in a value (`` for the value itself, `[]` for items, `(1)` for one of a tuple, `{}` for values of a dictionary) the types seen there. */
export type PartTypes = ReadonlyMap<string, ReadonlySet<string>>;

/** How deep values are looked into, and items of one of its containers. */
const DEEPEST = 3;
const MOST_ITEMS = 40;

/** All places of a value with their types; nothing of what refers to values that are shared. */
function* typesIn(value: ValueRecipe, place = "", depth = 0): Iterable<readonly [string, string]> {
  const type = typeNameOf(value, []);
  if (type === "ref") return;
  yield [place, FUNCTION_TYPES.has(type) ? "function" : type];
  if (depth === DEEPEST) return;
  const { tag, content } = shapeOf(value);
  if (SEQUENCE_TAGS.has(tag))
    for (const [at, item] of itemsOf(content).slice(0, MOST_ITEMS).entries())
      yield* typesIn(item, place + (tag === "tuple" ? `(${at})` : "[]"), depth + 1);
  if (tag === "dict")
    for (const [, held] of pairsOf(content).slice(0, MOST_ITEMS))
      yield* typesIn(held, `${place}{}`, depth + 1);
}

/** Adds the types in a value to those seen before. */
export function addTypes(seen: Map<string, Set<string>>, value: ValueRecipe): void {
  for (const [place, type] of typesIn(value)) {
    const types = seen.get(place) ?? new Set();
    seen.set(place, types.add(type));
  }
}

/** True where each place of a value at which types were seen has one of these. */
export function keepsTypes(seen: PartTypes, value: ValueRecipe): boolean {
  for (const [place, type] of typesIn(value)) if (seen.get(place)?.has(type) === false) return false;
  return true;
}
