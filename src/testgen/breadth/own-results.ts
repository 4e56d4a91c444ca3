/** What calls of the target gave, to give it again: what normalises, adds or fills in does otherwise where that is done already, or was done with something else. */
import { canonicalJson } from "../../base/index.ts";
import { elementsOf, membersOf, taggedValue, type Observation, type ValueRecipe } from "../../spec/index.ts";
import { shapeOf } from "../value-shape.ts";
import type { KnownCall } from "./known-call.ts";

/** Longer results are not given again. */
const LONGEST = 1_000;
/** Results of one type that are. */
const MOST_OF_TYPE = 6;

/** Containers and scalars that observations and recipes write alike. */
const PLAIN_TAGS = new Set(["tuple", "set", "frozenset", "dict", "bytes", "float"]);
const WITHOUT_ITEMS = new Set(["bytes", "float"]);

/** By its tag the distinct plain results of known calls, the shortest first; of a call that gives one of its arguments, that argument afterwards. */
export function ownResults(known: readonly KnownCall[]): ReadonlyMap<string, readonly ValueRecipe[]> {
  const found = new Map<string, ValueRecipe>();
  for (const { observation } of known) {
    const value = observation === undefined ? undefined : resultOf(observation);
    if (value !== undefined) found.set(canonicalJson(value), value);
  }
  const shortest = [...found]
    .filter(([text]) => text.length <= LONGEST)
    .toSorted(([one], [other]) => one.length - other.length)
    .map(([, value]) => value);
  const byTag = Map.groupBy(shortest, (value) => shapeOf(value).tag);
  return new Map([...byTag].map(([tag, values]) => [tag, values.slice(0, MOST_OF_TYPE)]));
}

/** What a call gave, where it can be written as an input as well: nothing but texts, numbers and containers of them. */
function resultOf(observation: Observation): ValueRecipe | undefined {
  if (observation.status !== "returned") return undefined;
  const argument = membersOf(observation.value).get("argument");
  const value =
    typeof argument === "number"
      ? observation.positional[argument]
      : typeof argument === "string"
        ? observation.keywords[argument]
        : observation.value;
  return isPlain(value) && value !== null && typeof value !== "boolean" ? value : undefined;
}

function isPlain(value: unknown): value is ValueRecipe {
  if (value === null || typeof value !== "object") return value !== undefined;
  const items = elementsOf(value);
  if (items !== undefined) return items.every(isPlain);
  const tagged = taggedValue(value);
  if (tagged === undefined || !PLAIN_TAGS.has(tagged.tag)) return false;
  if (WITHOUT_ITEMS.has(tagged.tag)) return typeof tagged.content === "string";
  return elementsOf(tagged.content)?.every(isPlain) ?? false;
}
