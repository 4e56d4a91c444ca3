/** None in the place of an object among others (`{"a": <Node>, "b": None}`): nobody makes that by chance, and code for objects has no word on it. */
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { partsOfMade } from "./made-parts.ts";
import {
  attributeEntries,
  inputsOf,
  itemsOf,
  openedShape,
  pairsOf,
  SEQUENCE_TAGS,
  shapeOf,
} from "./value-shape.ts";

/** True where a list, or the values of a dictionary, anywhere in a call hold None beside objects; in a list of tuples each of their places is a list of its own. */
export function holdsNoneAmongObjects(recipe: CaseRecipe): boolean {
  const isMixed = (row: readonly ValueRecipe[]): boolean =>
    row.includes(null) &&
    row.some((item) => ["object", "made"].includes(openedShape(item, recipe.shared).tag));
  const open = [...inputsOf(recipe)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (rowsOf(node).some(isMixed)) return true;
    open.push(...heldBy(node));
  }
  return false;
}

function rowsOf(value: ValueRecipe): readonly (readonly ValueRecipe[])[] {
  const { tag, content } = shapeOf(value);
  if (tag === "dict") return [pairsOf(content).map(([, held]) => held)];
  if (tag !== "list") return [];
  const items = itemsOf(content);
  const inTuples = items
    .map(shapeOf)
    .flatMap((item) => (item.tag === "tuple" ? itemsOf(item.content).map((held, at) => ({ held, at })) : []));
  const places = Map.groupBy(inTuples, ({ at }) => at).values();
  return [items, ...places.map((place) => place.map(({ held }) => held))];
}

function heldBy(value: ValueRecipe): readonly ValueRecipe[] {
  const { tag, content } = shapeOf(value);
  if (SEQUENCE_TAGS.has(tag)) return itemsOf(content);
  if (tag === "dict") return pairsOf(content).flat();
  if (tag === "made") return partsOfMade(value).map((part) => part.value);
  const attributes = attributeEntries({ tag, content });
  const { base } = (tag === "object" ? content : {}) as { readonly base?: ValueRecipe };
  return [
    ...attributes.map(({ attribute, held }) => held[attribute] ?? null),
    ...(base === undefined ? [] : [base]),
  ];
}
