/** Calls in which one object stands at several places: code that remembers objects, or changes what it was given, tells it from two that are equal. */
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { isAlone } from "../shared-values.ts";
import { itemsOf, pairsOf, sequenceOf, shapeOf } from "../value-shape.ts";

/** What can be told from another one that is equal. */
const MUTABLE = new Set(["list", "set", "dict", "deque", "object", "made"]);
const DEEPEST = 3;

/** The call with one object for the first two or more equal ones in a sequence or a dictionary of an argument; undefined where there are none. */
export function withAlias(recipe: CaseRecipe): CaseRecipe | undefined {
  for (const [index, value] of recipe.positional.entries()) {
    const found = aliasIn(value, recipe.shared.length, 0);
    if (found !== undefined)
      return {
        ...recipe,
        shared: [...recipe.shared, found.shared],
        positional: recipe.positional.with(index, found.value),
      };
  }
  return undefined;
}

interface Alias {
  readonly value: ValueRecipe;
  readonly shared: ValueRecipe;
}

function aliasIn(node: ValueRecipe, index: number, depth: number): Alias | undefined {
  const { tag, content } = shapeOf(node);
  if (depth > DEEPEST || (tag !== "list" && tag !== "tuple" && tag !== "dict")) return undefined;
  const pairs = tag === "dict" ? pairsOf(content) : [];
  const items = tag === "dict" ? pairs.map(([, value]) => value) : itemsOf(content);
  const write = (held: readonly ValueRecipe[]): ValueRecipe =>
    tag === "dict"
      ? { dict: pairs.map(([key, value], at) => [key, held[at] ?? value]) }
      : sequenceOf(tag, held);
  const written = items.map((item) => (MUTABLE.has(shapeOf(item).tag) ? JSON.stringify(item) : undefined));
  const first = written.findIndex((text, at) => text !== undefined && written.lastIndexOf(text) > at);
  const shared = items[first];
  if (shared !== undefined && isAlone(shared))
    return {
      shared,
      value: write(items.map((item, at) => (written[at] === written[first] ? { ref: index } : item))),
    };
  for (const [at, item] of items.entries()) {
    const found = aliasIn(item, index, depth + 1);
    if (found !== undefined) return { ...found, value: write(items.with(at, found.value)) };
  }
  return undefined;
}
