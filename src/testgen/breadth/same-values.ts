/** Calls in which one text or number stands at several places: a name and the table that has it, a key and what is looked up. All of them change together. */
import type { ValueEdge } from "../../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { itemsOf, pairsOf, SEQUENCE_TAGS, sequenceOf, shapeOf } from "../value-shape.ts";
import type { Spot } from "./places.ts";
import { asSpecific } from "./text-edge.ts";

/** Values that stand at several places and are changed there, at most. */
const MOST_VALUES = 4;
const DEEPEST = 3;

/** For each text or number that stands at two places or more of the arguments, as an item, a key or a value, a place that writes another one to all of them. */
export function spotsOfSame(
  recipe: CaseRecipe,
  edgesOf: (value: ValueRecipe) => readonly ValueEdge[],
): readonly Spot[] {
  const found = [...recipe.positional, ...Object.values(recipe.keywords)].flatMap((value) =>
    namesIn(value, 0),
  );
  const seen = new Set<Name>();
  const repeated = new Set(found.filter((value) => seen.size === seen.add(value).size));
  return [...repeated].slice(0, MOST_VALUES).map((value) => ({
    name: `${typeof value} wherever it stands`,
    value,
    write: (other, given) => replaced(other, value, given),
    edges: () => edgesOf(value).map(asSpecific),
  }));
}

/** A text that is not empty, or a number that is no flag. */
type Name = string | number;

function isName(value: ValueRecipe): value is Name {
  return typeof value === "string" ? value !== "" : typeof value === "number" && Math.abs(value) > 1;
}

function namesIn(node: ValueRecipe, depth: number): readonly Name[] {
  if (isName(node)) return [node];
  const { tag, content } = shapeOf(node);
  if (depth > DEEPEST) return [];
  if (tag === "dict")
    return pairsOf(content).flatMap((pair) => pair.flatMap((held) => namesIn(held, depth + 1)));
  return SEQUENCE_TAGS.has(tag) ? itemsOf(content).flatMap((item) => namesIn(item, depth + 1)) : [];
}

function replaced(recipe: CaseRecipe, name: Name, given: ValueRecipe): CaseRecipe {
  const change = (value: ValueRecipe): ValueRecipe => replacedIn(value, name, given, 0);
  return {
    ...recipe,
    positional: recipe.positional.map(change),
    keywords: Object.fromEntries(Object.entries(recipe.keywords).map(([key, value]) => [key, change(value)])),
  };
}

/** The value with another one for a name; of a dictionary in which two keys would be one the first stays. */
function replacedIn(node: ValueRecipe, name: Name, given: ValueRecipe, depth: number): ValueRecipe {
  if (node === name) return given;
  const { tag, content } = shapeOf(node);
  if (depth > DEEPEST) return node;
  const change = (held: ValueRecipe): ValueRecipe => replacedIn(held, name, given, depth + 1);
  if (tag === "dict") {
    const pairs = pairsOf(content).map(([key, value]) => [change(key), change(value)] as const);
    const keys = pairs.map(([key]) => JSON.stringify(key));
    return { dict: pairs.filter((_, at) => keys.indexOf(keys[at] ?? "") === at) as ValueRecipe[] };
  }
  return SEQUENCE_TAGS.has(tag) ? sequenceOf(tag, itemsOf(content).map(change)) : node;
}
