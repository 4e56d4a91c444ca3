import { SEQUENCE_TAGS } from "./value-shape.ts";

/** Kinds of items that no code treats alike by chance. */
const ITEM_FAMILIES: readonly ReadonlySet<string>[] = [
  new Set(["int", "float", "bool"]),
  new Set(["str"]),
  new Set(["bytes"]),
  new Set(["dict"]),
  SEQUENCE_TAGS,
];
const ANY_ITEMS = ["null", "bool", "int", "float", "str", "tuple"];

/** The types of items, and all plain ones where nothing states them and items of several families were seen, in a text among others: it is made for any. */
export function withAnyItems(
  itemTypes: ReadonlySet<string>,
  types: ReadonlySet<string>,
  areStated: boolean,
): ReadonlySet<string> {
  const seen = itemTypes.size > 0 && types.has("str") ? itemTypes.union(new Set(["str"])) : itemTypes;
  const families = ITEM_FAMILIES.filter((family) => !family.isDisjointFrom(seen));
  return areStated || families.length < 2 ? itemTypes : itemTypes.union(new Set(ANY_ITEMS));
}

/** The types of items, and those that the reference asks its items for; where no types are known, any go. */
export function withAskedItems(
  itemTypes: ReadonlySet<string>,
  asked: readonly string[],
): ReadonlySet<string> {
  return itemTypes.size === 0 ? itemTypes : itemTypes.union(new Set(asked));
}
