/** Own members of a JSON object; empty for everything else. Never follows a prototype. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value));
}

/** Tags of what gives items, of which it is told how that ended. */
export const ITERATORS: ReadonlySet<string> = new Set(["iterator", "async_iterator"]);

/** The name of an object's class: its own where it can be imported, else that of the nearest public one. */
export function classNameOf(object: ReadonlyMap<string, unknown>): unknown {
  const own = object.get("own");
  return own === undefined || own === "" ? object.get("class") : own;
}

/** The name of a class without its module. */
export function nameOfClass(name: unknown): string {
  return typeof name === "string" ? name.slice(name.indexOf(":") + 1) : "object";
}

/** True for an attribute of an object that is what the object computes when it is asked for, and remembers: no part of its state. */
export function isMemo(object: ReadonlyMap<string, unknown>, name: string): boolean {
  return membersOf(object.get("memos")).get(name) === true;
}

/** Elements of a JSON array; undefined for everything else. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** A tagged value: its tag, what stands under it, and for iterators how they ended. */
export interface TaggedValue {
  readonly tag: string;
  readonly content: unknown;
  readonly end: unknown;
}

/** The tag of a JSON object of the formats `recipe/1` and `observation/2`; undefined where it is not of their shape. */
export function taggedValue(value: unknown): TaggedValue | undefined {
  const members = membersOf(value);
  for (const tag of ITERATORS) {
    if (!members.has(tag)) continue;
    if (members.size > 2 || (members.size === 2 && !members.has("end"))) return undefined;
    return { tag, content: members.get(tag), end: members.get("end") ?? "stop" };
  }
  if (members.size !== 1) return undefined;
  for (const [tag, content] of members) return { tag, content, end: undefined };
  return undefined;
}

/** The text of a function or class by what stands under `function` or `local_class`, in recipes and observations. */
export function textOfCode(content: unknown): unknown {
  return typeof content === "string" ? content : membersOf(content).get("text");
}

/** The name of a class by what stands under `local_class`. */
export function nameOfLocalClass(content: unknown): string {
  const text = textOfCode(content);
  return /^class (\w+)/mu.exec(typeof text === "string" ? text : "")?.[1] ?? "class";
}

/** A string, number or boolean as text; never calls anything of an object. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "<malformed>";
}

/** Whether a value counts as true: not None, False, zero or empty. Of an object nothing else is known. */
export function truthOf(value: unknown): boolean {
  if (value === null || value === false || value === 0 || isEmptyValue(value)) return false;
  const tagged = taggedValue(value);
  return tagged?.tag !== "float" || parseFloatText(tagged.content) !== 0;
}

/** True for a text or container that holds nothing. */
export function isEmptyValue(value: unknown): boolean {
  const content = taggedValue(value)?.content;
  return value === "" || content === "" || (elementsOf(value) ?? elementsOf(content))?.length === 0;
}

/** True for `_x` and `__x`, not for `__x__`. */
export function isPrivateName(name: string): boolean {
  return name.startsWith("_") && !(name.startsWith("__") && name.endsWith("__"));
}

/** The number of a `float`'s text; undefined for anything else. */
export function parseFloatText(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  if (text === "nan") return Number.NaN;
  if (text === "inf" || text === "-inf") return text === "inf" ? Infinity : -Infinity;
  return /^-?\d+(\.\d+)?(e[+-]\d+)?$/u.test(text) ? Number(text) : undefined;
}
