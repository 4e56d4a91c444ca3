/** What of values of libraries counts in recipes and observations, and how near to each other they are the same. */
import { ownMember } from "../../../base/index.ts";
import { elementsOf, truthOf, parseFloatText, taggedValue } from "../../../spec/index.ts";
import type { ComparedArray, HeldMembers, PlainValue, ValueComparison } from "../../values.ts";

/** Types of numbers and texts of a library that do what the language's own do. */
const NUMBERS = /^numpy\.(?:bool_|u?int\d+|(?:float|complex)\d+|str_|bytes_)$/u;

/** A number or text of a library as the language's own, which does the same; undefined for anything else. */
export function plainOf(value: unknown): PlainValue | undefined {
  if (value === null || typeof value !== "object" || !("value" in value)) return undefined;
  const [type, content] = elementsOf(value.value) ?? [];
  return typeof type === "string" && content !== undefined && NUMBERS.test(type)
    ? { value: content, relative: toleranceOf(type.slice("numpy.".length)) }
    : undefined;
}

/** The arguments of a `value` node of that type; undefined for anything else. */
export function argumentsOf(value: unknown, type: string): readonly unknown[] | undefined {
  if (value === null || typeof value !== "object" || !("value" in value)) return undefined;
  const parts = elementsOf(value.value);
  return parts?.[0] === type ? parts.slice(1) : undefined;
}

/** The parts of an array: the type of its items, its shape, its items, nested as it is, and how it lies in memory; undefined for anything else. */
export function arrayOf(value: unknown):
  | {
      readonly type: unknown;
      readonly shape: readonly unknown[];
      readonly items: unknown;
      readonly layout: readonly unknown[];
    }
  | undefined {
  const [type, shape, items, ...layout] = argumentsOf(value, "numpy.ndarray") ?? [];
  const sizes = elementsOf(shape);
  return sizes && { type, shape: sizes, items, layout };
}

/** How many parts of a library's value say what it is; what follows in a recipe is how it lies in memory, or how it was made. */
const SHOWN_PARTS: Readonly<Record<string, number>> = {
  "numpy.ndarray": 4,
  "pandas.Index": 3,
  "pandas.Timestamp": 3,
};

function shownParts(parts: readonly unknown[]): readonly unknown[] {
  const [type] = parts;
  return parts.slice(0, typeof type === "string" ? ownMember(SHOWN_PARTS, type) : undefined);
}

/** Views of dictionaries, which are compared without order. */
const UNORDERED: ReadonlySet<unknown> = new Set(["dict_keys", "dict_values", "dict_items"]);

function membersOf([type, first]: readonly unknown[]): HeldMembers | undefined {
  if (UNORDERED.has(type)) return { items: first, areOrdered: false };
  if (type !== "collections.OrderedDict") return undefined;
  return { items: taggedValue(first)?.content, areOrdered: true };
}

/** Longer counting indexes are not written out. */
const LONGEST_INDEX = 100_000;

/** An index that only counts, as one that lists its labels, which does the same; anything else as it is. */
function comparedParts(parts: readonly unknown[]): readonly unknown[] {
  const [type, start, stop, step, name] = parts;
  if (type !== "pandas.RangeIndex" || parts.length !== 5) return parts;
  if (typeof start !== "number" || typeof stop !== "number" || typeof step !== "number" || step === 0)
    return parts;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= LONGEST_INDEX)) return parts;
  const labels = Array.from({ length }, (_, at) => start + at * step);
  return ["pandas.Index", { value: ["numpy.ndarray", "int64", [length], labels] }, name];
}

function withoutMadeByLooks(parts: readonly unknown[]): readonly unknown[] {
  const [type, factory, held] = parts;
  const pairs = taggedValue(held)?.tag === "dict" ? elementsOf(taggedValue(held)?.content) : undefined;
  if (type !== "collections.defaultdict" || pairs === undefined) return parts;
  return [type, factory, { dict: pairs.filter((pair) => !isMadeByLook(elementsOf(pair)?.[1])) }];
}

/** True of what factories make: what counts as false, be it a dictionary that makes what it lacks itself. */
function isMadeByLook(value: unknown): boolean {
  const tagged = taggedValue(value);
  const parts = tagged?.tag === "value" ? elementsOf(tagged.content) : undefined;
  return !truthOf(parts?.[0] === "collections.defaultdict" ? withoutMadeByLooks(parts)[2] : value);
}

/** Relative tolerance for floats of a type that rounds earlier than the language's own: half of its digits or more. */
const NARROW_TOLERANCES: Readonly<Record<string, number>> = { float32: 1e-5, complex64: 1e-5, float16: 1e-2 };

function toleranceOf(type: unknown): number {
  return (typeof type === "string" ? ownMember(NARROW_TOLERANCES, type) : undefined) ?? 0;
}

/** What the items of an array may differ in, relative to its largest: rounding leaves that much of what cancels out. */
const ARRAY_NOISE = 1e-14;

function comparedArray(value: unknown): ComparedArray | undefined {
  const array = arrayOf(value);
  if (array === undefined) return undefined;
  const { type, shape, items } = array;
  const relative = toleranceOf(type);
  const areFloats = typeof type === "string" && /^[<>]?(?:float|complex|f|c)\d/u.test(type);
  const absolute = areFloats ? largestIn(items) * Math.max(ARRAY_NOISE, relative / 2) : undefined;
  return { type, shape, items, relative, absolute };
}

function largestIn(items: unknown): number {
  const elements = elementsOf(items);
  if (elements !== undefined)
    return elements.reduce((most: number, item) => Math.max(most, largestIn(item)), 0);
  const tagged = taggedValue(items);
  const texts = tagged?.tag === "complex" ? (elementsOf(tagged.content) ?? []) : [tagged?.content];
  const sizes = texts.map((text) => Math.abs(parseFloatText(text) ?? 0)).filter(Number.isFinite);
  return Math.max(0, ...sizes);
}

/** How values of Python's libraries are compared. */
export const comparison: ValueComparison = {
  plainOf,
  arrayOf: comparedArray,
  comparedParts,
  withoutMadeByLooks,
  membersOf,
  shownParts,
};
