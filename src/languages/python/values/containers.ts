/** Containers of the standard library: what they hold is a dictionary or a list, and is varied as one. */
import { ownMember } from "../../../base/index.ts";
import { elementsOf, type ValueRecipe } from "../../../spec/index.ts";
import type { ValuePart } from "../../values.ts";

/** By type the place of what a container holds among its parts, the type being the first. */
const HELD_AT: Readonly<Record<string, number>> = {
  "collections.OrderedDict": 1,
  "collections.Counter": 1,
  "collections.defaultdict": 2,
  "collections.deque": 1,
  "types.MappingProxyType": 1,
  dict_keys: 1,
  dict_values: 1,
};

/** What a container of the standard library holds; undefined of anything else. */
export function contentOf(node: ValueRecipe): ValuePart | undefined {
  if (node === null || typeof node !== "object" || !("value" in node)) return undefined;
  const parts = elementsOf(node["value"]) as readonly ValueRecipe[] | undefined;
  const type = parts?.[0];
  const at = typeof type === "string" ? ownMember(HELD_AT, type) : undefined;
  const held = at === undefined ? undefined : parts?.[at];
  if (parts === undefined || at === undefined || held === undefined) return undefined;
  return {
    name: "",
    value: held,
    write: (content) =>
      type === "collections.Counter" && !countsThings(content) ? node : { value: parts.with(at, content) },
  };
}

/** True for a dictionary with whole numbers as values, which is all that a counter is made for. */
function countsThings(content: ValueRecipe): boolean {
  const pairs =
    content === null || typeof content !== "object" || !("dict" in content) ? [] : content["dict"];
  return (elementsOf(pairs) ?? []).every((pair) => typeof elementsOf(pair)?.[1] === "number");
}
