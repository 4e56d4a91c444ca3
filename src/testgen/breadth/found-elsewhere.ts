/** Values that stand in other arguments of the same call: a key that is looked up is often there, an index often the last one. */
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import { itemsOf, pairsOf, SEQUENCE_TAGS, shapeOf } from "../value-shape.ts";

/** Values that are taken from the other arguments, and how deep these are looked into. */
const MOST_FOUND = 16;
const DEEPEST = 3;
/** Longer texts are no keys. */
const LONGEST = 60;

/** Texts for a text and whole numbers for a number, of all arguments but the one in which it stands; of texts and sequences how many items they have, and the last index. */
export function foundElsewhere(
  value: ValueRecipe,
  argument: string,
  recipe: CaseRecipe,
  contract: Contract,
): readonly ValueRecipe[] {
  const { tag } = shapeOf(value);
  if (tag !== "str" && tag !== "int") return [];
  const found = new Set<ValueRecipe>();
  for (const place of argumentPlaces(recipe, contract))
    if (place.name !== argument) collect(found, place.value, tag, 0);
  found.delete(value);
  return [...found].slice(0, MOST_FOUND);
}

/** Texts and numbers that stand in sequences among the other arguments. */
export function keysElsewhere(
  argument: string,
  recipe: CaseRecipe,
  contract: Contract,
): readonly ValueRecipe[] {
  const items = argumentPlaces(recipe, contract).flatMap(({ name, value }) => {
    const { tag, content } = shapeOf(value);
    return name !== argument && SEQUENCE_TAGS.has(tag) ? itemsOf(content) : [];
  });
  return [...new Set(items.filter((item) => typeof item === "string" || typeof item === "number"))].slice(
    0,
    MOST_FOUND,
  );
}

function collect(found: Set<ValueRecipe>, value: ValueRecipe, wanted: "str" | "int", depth: number): void {
  const { tag, content } = shapeOf(value);
  if (typeof value === "string") {
    if (wanted === "int") addSize(found, value.length);
    else if (value.length <= LONGEST) found.add(value);
  } else if (typeof value === "number") {
    if (wanted === "int") found.add(value);
  } else if (SEQUENCE_TAGS.has(tag) || tag === "dict") {
    const members = tag === "dict" ? pairsOf(content).flat() : itemsOf(content);
    if (wanted === "int") addSize(found, itemsOf(content).length);
    if (depth < DEEPEST) for (const member of members) collect(found, member, wanted, depth + 1);
  }
}

function addSize(found: Set<ValueRecipe>, size: number): void {
  found.add(size);
  if (size > 0) found.add(size - 1);
}
