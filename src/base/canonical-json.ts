/** Any value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * JSON text with object keys in code-unit order at every level, no white space, `undefined` members
 * left out: equal values give equal bytes.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? "null";
}

/** The same order of keys, indented by one space, ending in a line feed: for files that people read. */
export function readableJson(value: unknown): string {
  return `${JSON.stringify(inOrder(value), null, 1) ?? "null"}\n`;
}

/** The value with its keys in order; itself where it is so already: a replacer would take more than twice the time of all. */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return Array.isArray(value) ? itemsInOrder(value) : membersInOrder(value);
}

function itemsInOrder(items: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (const [at, item] of items.entries()) {
    const own = inOrder(item);
    if (own !== item) (changed ??= [...items])[at] = own;
  }
  return changed ?? items;
}

function membersInOrder(value: object): object {
  const members = Object.entries(value);
  let isSame = true;
  let before = "";
  for (const member of members) {
    const [name, held] = member;
    member[1] = inOrder(held);
    isSame &&= member[1] === held && before <= name;
    before = name;
  }
  if (isSame) return value;
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** What a text of JSON holds; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
