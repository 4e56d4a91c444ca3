/** Arrays, numbers and indexes of libraries in recipes and observations: what of them counts, and how near to each other they are the same. */
import { ownMember } from "../base/index.ts";
import { elementsOf, parseFloatText, taggedValue } from "./observed-value.ts";

/** Types of numbers and texts of a library that do what the language's own do. */
const NUMBERS = /^numpy\.(?:bool_|u?int\d+|(?:float|complex)\d+|str_|bytes_)$/u;

/** A number or text of a library as the language's own, which does the same; undefined for anything else. */
export function unboxed(value: unknown): { readonly value: unknown; readonly type: string } | undefined {
  if (value === null || typeof value !== "object" || !("value" in value)) return undefined;
  const [type, content] = elementsOf(value.value) ?? [];
  return typeof type === "string" && content !== undefined && NUMBERS.test(type)
    ? { value: content, type: type.slice("numpy.".length) }
    : undefined;
}

/** The arguments of a `value` node of that type; undefined for anything else. */
export function argumentsOfValue(value: unknown, type: string): readonly unknown[] | undefined {
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
  const [type, shape, items, ...layout] = argumentsOfValue(value, "numpy.ndarray") ?? [];
  const sizes = elementsOf(shape);
  return sizes && { type, shape: sizes, items, layout };
}

/** How many parts of a library's value say what it is; what follows in a recipe is how it lies in memory, or how it was made. */
const CONTENT_PARTS: Readonly<Record<string, number>> = {
  "numpy.ndarray": 4,
  "pandas.Index": 3,
  "pandas.Timestamp": 3,
};

/** The parts of a `value` that a call can show. */
export function contentOf(parts: readonly unknown[]): readonly unknown[] {
  const [type] = parts;
  return parts.slice(0, typeof type === "string" ? ownMember(CONTENT_PARTS, type) : undefined);
}

/** Longer counting indexes are not written out. */
const LONGEST_INDEX = 100_000;

/** An index that only counts, as one that lists its labels, which does the same; anything else as it is. */
export function listedIndex(parts: readonly unknown[]): readonly unknown[] {
  const [type, start, stop, step, name] = parts;
  if (type !== "pandas.RangeIndex" || parts.length !== 5) return parts;
  if (typeof start !== "number" || typeof stop !== "number" || typeof step !== "number" || step === 0)
    return parts;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= LONGEST_INDEX)) return parts;
  const labels = Array.from({ length }, (_, at) => start + at * step);
  return ["pandas.Index", { value: ["numpy.ndarray", "int64", [length], labels] }, name];
}

/** Relative tolerance for floats of a type that rounds earlier than the language's own: half of its digits or more. */
const NARROW_TOLERANCES: Readonly<Record<string, number>> = { float32: 1e-5, complex64: 1e-5, float16: 1e-2 };

/** The tolerance for numbers of a type, `usual` or wider. */
export function toleranceOf(type: unknown, usual: number): number {
  return Math.max(usual, narrowTolerance(type));
}

function narrowTolerance(type: unknown): number {
  return (typeof type === "string" ? ownMember(NARROW_TOLERANCES, type) : undefined) ?? 0;
}

/** What the items of an array may differ in, relative to its largest: rounding leaves that much of what cancels out. */
const ARRAY_NOISE = 1e-14;

/** The difference between items of an array that is rounding; undefined where it holds no floats. */
export function noiseOf(type: unknown, items: unknown): number | undefined {
  if (typeof type !== "string" || !/^[<>]?(?:float|complex|f|c)\d/u.test(type)) return undefined;
  return largestIn(items) * Math.max(ARRAY_NOISE, narrowTolerance(type) / 2);
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
