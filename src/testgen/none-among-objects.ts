/** None in the place of an object among others (`{"a": <Node>, "b": None}`): nobody makes that by chance, and code for objects has no word on it. */
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { itemsOf, pairsOf, shapeOf, someInput } from "./value-shape.ts";

/** True where a list, or the values of a dictionary, anywhere in a call hold None beside objects; in a list of tuples each of their places is a list of its own. */
export function holdsNoneAmongObjects(recipe: CaseRecipe): boolean {
  return someInput(
    recipe,
    (value) => value !== null && typeof value === "object" && rowsOf(value as ValueRecipe).some(isMixed),
  );
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

function isMixed(row: readonly ValueRecipe[]): boolean {
  return row.includes(null) && row.some((item) => ["object", "made"].includes(shapeOf(item).tag));
}
