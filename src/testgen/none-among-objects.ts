/** None in the place of an object among others (`{"a": <Node>, "b": None}`): nobody makes that by chance, and code for objects has no word on it. */
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { itemsOf, pairsOf, shapeOf } from "./value-shape.ts";

/** True where a list, or the values of a dictionary, anywhere in a call hold None beside objects; in a list of tuples each of their places is a list of its own. */
export function holdsNoneAmongObjects({ receiver, positional, keywords, shared }: CaseRecipe): boolean {
  const open: unknown[] = [receiver, ...positional, ...Object.values(keywords), ...shared];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== "object") continue;
    if (rowsOf(value as ValueRecipe).some(isMixed)) return true;
    open.push(...Object.values(value));
  }
  return false;
}

function rowsOf(value: ValueRecipe): readonly (readonly ValueRecipe[])[] {
  const { tag, content } = shapeOf(value);
  if (tag === "dict") return [pairsOf(content).map(([, held]) => held)];
  if (tag !== "list") return [];
  const items = itemsOf(content);
  const tuples = items.map(shapeOf).filter((item) => item.tag === "tuple");
  const columns = tuples
    .map((tuple) => itemsOf(tuple.content))
    .reduce<ValueRecipe[][]>((all, tuple) => {
      for (const [at, item] of tuple.entries()) (all[at] ??= []).push(item);
      return all;
    }, []);
  return [items, ...columns];
}

function isMixed(row: readonly ValueRecipe[]): boolean {
  return row.includes(null) && row.some((item) => ["object", "made"].includes(shapeOf(item).tag));
}
