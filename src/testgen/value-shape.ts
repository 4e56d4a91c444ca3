import { canonicalJson } from "../base/index.ts";
import type { Values } from "../languages/index.ts";
import { nameOfLocalClass, type CaseRecipe, type ValueRecipe } from "../spec/index.ts";

/** A recipe node as tag and content; plain JSON values get the tags `null`, `bool`, `int`, `str` and `list`. */
export interface Shape {
  readonly tag: string;
  readonly content: unknown;
}

/** Reads a node of `recipe/1`. */
export function shapeOf(node: ValueRecipe): Shape {
  if (node === null) return { tag: "null", content: null };
  if (typeof node === "boolean") return { tag: "bool", content: node };
  if (typeof node === "number") return { tag: "int", content: node };
  if (typeof node === "string") return { tag: "str", content: node };
  if (isList(node)) return { tag: "list", content: node };
  const [entry] = Object.entries(node);
  return entry === undefined ? { tag: "null", content: null } : { tag: entry[0], content: entry[1] };
}

/** All that a call is given: its receiver, its arguments and what they share. */
export function inputsOf({ receiver, positional, keywords, shared }: CaseRecipe): readonly ValueRecipe[] {
  return [
    ...(receiver === undefined ? [] : [receiver]),
    ...positional,
    ...Object.values(keywords),
    ...shared,
  ];
}

/** True for nodes that stand for Python lists. */
export function isList(node: ValueRecipe): node is readonly ValueRecipe[] {
  return Array.isArray(node);
}

/** The content of a container node as its items. */
export function itemsOf(content: unknown): readonly ValueRecipe[] {
  return Array.isArray(content) ? (content as readonly ValueRecipe[]) : [];
}

/** The content of a `dict` node as key-value pairs. */
export function pairsOf(content: unknown): readonly (readonly [ValueRecipe, ValueRecipe])[] {
  return itemsOf(content).flatMap((pair) => {
    const [key, value] = itemsOf(pair);
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
}

/** Tags whose content is a plain array of items. */
export const SEQUENCE_TAGS: ReadonlySet<string> = new Set([
  "list",
  "tuple",
  "set",
  "frozenset",
  "deque",
  "iterator",
]);

/** A sequence node of `tag` with other items; in a set one of each. */
export function sequenceOf(tag: string, items: readonly ValueRecipe[]): ValueRecipe {
  if (tag === "list") return items;
  const isSet = tag === "set" || tag === "frozenset";
  return { [tag]: isSet ? [...new Map(items.map((item) => [keyOf(item), item])).values()] : items };
}

/** The same for values that Python takes for one member: numbers are equal whatever their type. */
function keyOf(item: ValueRecipe): string {
  const { tag, content } = shapeOf(item);
  return ["bool", "int", "float"].includes(tag) ? String(Number(content)) : canonicalJson(item);
}

/**
 * The type a value counts as in a contract: its tag, with the class for objects and the type for values of libraries, which the language names
 * more exactly where it knows them. References are followed.
 */
export function typeNameOf(
  node: ValueRecipe,
  shared: readonly ValueRecipe[],
  values?: Values,
  depth = 0,
): string {
  const { tag, content } = shapeOf(node);
  if (tag === "ref" && typeof content === "number") {
    const target = shared[content];
    return target === undefined || depth > 8 ? "ref" : typeNameOf(target, shared, values, depth + 1);
  }
  if (tag === "made") {
    const { class: name, of: owner } = content as { readonly class?: unknown; readonly of?: ValueRecipe };
    if (typeof name === "string") return `object:${name}`;
    const cls = owner === undefined ? undefined : openedShape(owner, shared);
    return cls?.tag === "local_class" ? `object:local:${nameOfLocalClass(cls.content)}` : tag;
  }
  if (tag === "object") return `object:${String((content as { class?: unknown }).class)}`;
  if (tag === "value") {
    const [type] = itemsOf(content);
    return `value:${values?.describe(node)?.type ?? (typeof type === "string" ? type : "unknown")}`;
  }
  return tag;
}

/** True for what can be called and is no object of its own: a function by its name, by its text, or by a table of its answers, a method of a value. */
export function isFunction(node: ValueRecipe): boolean {
  return FUNCTION_TYPES.has(typeNameOf(node, []));
}

/** Types, as contracts name them, of functions. */
export const FUNCTION_TYPES: ReadonlySet<string> = new Set([
  "named",
  "function",
  "callback",
  "value:getattr",
]);

/** A node as tag and content; of a reference those of what it stands for. */
export function openedShape(node: ValueRecipe, shared: readonly ValueRecipe[]): Shape {
  const { tag, content } = shapeOf(node);
  return tag === "ref" && typeof content === "number" ? shapeOf(shared[content] ?? null) : { tag, content };
}

/** As `openedShape`; of a container of a library the shape of what it holds. */
export function heldShape(
  node: ValueRecipe,
  shared: readonly ValueRecipe[],
  values: Values | undefined,
): Shape {
  const { tag, content } = openedShape(node, shared);
  const held = tag === "value" ? values?.contentOf({ value: content as ValueRecipe }) : undefined;
  return held === undefined ? { tag, content } : shapeOf(held.value);
}

/** The number that a node stands for; undefined where it is none. */
export function numberOf(node: ValueRecipe | undefined, values: Values | undefined): number | undefined {
  if (node === undefined || typeof node === "number") return node;
  const { tag, content } = shapeOf(node);
  return tag === "float" ? Number(content) : values?.describe(node)?.number;
}

/** How large a recipe is: nodes, plus a tenth of its text. Smaller cases are preferred in a suite. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / 10;
  if (value === null || typeof value !== "object") return 1;
  let total = 1;
  for (const item of Object.values(value)) total += weightOf(item);
  return total;
}

/** The attributes of an object that is known by its state, with where the recipe keeps them. */
export function attributeEntries({ tag, content }: Shape): readonly {
  readonly kept: "state" | "slots";
  readonly attribute: string;
  readonly held: Readonly<Record<string, ValueRecipe>>;
}[] {
  if (tag !== "object") return [];
  const object = content as Partial<Record<"state" | "slots", Readonly<Record<string, ValueRecipe>>>>;
  return (["state", "slots"] as const).flatMap((kept) => {
    const held = object[kept] ?? {};
    return Object.keys(held).map((attribute) => ({ kept, attribute, held }));
  });
}
