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
  return JSON.stringify(value, sortKeys) ?? "null";
}

/** The same order of keys, indented by one space, ending in a line feed: for files that people read. */
export function readableJson(value: unknown): string {
  return `${JSON.stringify(value, sortKeys, 1) ?? "null"}\n`;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
