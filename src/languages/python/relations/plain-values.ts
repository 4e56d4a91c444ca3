/**
 * What Python's operators say of plain data: numbers, texts, bytes and containers of them, as observations write them.
 * `undefined` where it would take the code of a class to know. Nothing here trusts the shape of what it is given.
 */
import { elementsOf, parseFloatText, taggedValue, type ValueObservation } from "../../../spec/index.ts";

/** Plain data, and what is known by its name (a class, a function, a member of an enumeration). Sets and frozen sets are equal in Python, bytes and byte arrays too. */
export type PlainValue =
  | { readonly kind: "none" }
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "text" | "bytes" | "named"; readonly value: string }
  | { readonly kind: "list" | "tuple" | "set"; readonly items: readonly PlainValue[] }
  | { readonly kind: "dict"; readonly pairs: readonly (readonly [PlainValue, PlainValue])[] };

/** Nested deeper than this is not plain. */
const MAX_DEPTH = 60;
/** Pairs of values that one comparison looks at before it gives up. */
const MAX_STEPS = 200_000;

/** The plain data that an observed value is; undefined for objects, what refers to itself or was refused. */
export function plainValue(value: ValueObservation, depth = 0): PlainValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (value === null) return { kind: "none" };
  if (typeof value === "boolean") return { kind: "integer", value: value ? 1n : 0n };
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { kind: "integer", value: BigInt(value) } : undefined;
  if (typeof value === "string") return { kind: "text", value };
  const elements = elementsOf(value);
  if (elements !== undefined) return container("list", elements, depth);
  const tagged = taggedValue(value);
  return tagged === undefined ? undefined : taggedPlain(tagged.tag, tagged.content, depth);
}

function taggedPlain(tag: string, content: unknown, depth: number): PlainValue | undefined {
  switch (tag) {
    case "int":
      return typeof content === "string" && /^-?\d{1,5000}$/u.test(content)
        ? { kind: "integer", value: BigInt(content) }
        : undefined;
    case "float": {
      const number = parseFloatText(content);
      return number === undefined ? undefined : { kind: "float", value: number };
    }
    case "text":
      return textOf(elementsOf(content));
    case "bytes":
    case "bytearray":
      return typeof content === "string" ? { kind: "bytes", value: content } : undefined;
    case "named":
      return typeof content === "string" ? { kind: "named", value: content } : undefined;
    case "tuple":
      return container("tuple", elementsOf(content), depth);
    case "set":
    case "frozenset":
      return container("set", elementsOf(content), depth);
    case "dict":
      return dictionary(elementsOf(content), depth);
    case "value":
      return standardPlain(elementsOf(content) ?? [], depth);
    default:
      return undefined;
  }
}

/** Dictionaries of the standard library are equal to plain ones, and views of keys to sets. */
function standardPlain(parts: readonly unknown[], depth: number): PlainValue | undefined {
  const last = parts.at(-1);
  switch (parts[0]) {
    case "collections.OrderedDict":
    case "collections.Counter":
    case "collections.defaultdict":
      return taggedValue(last)?.tag === "dict" ? plainValue(last, depth + 1) : undefined;
    case "dict_keys":
      return container("set", elementsOf(last), depth);
    default:
      return undefined;
  }
}

function textOf(points: readonly unknown[] | undefined): PlainValue | undefined {
  const isText = points?.every(
    (point) => Number.isInteger(point) && Number(point) >= 0 && Number(point) <= 0x10ffff,
  );
  if (points === undefined || isText !== true) return undefined;
  return { kind: "text", value: points.map((point) => String.fromCodePoint(Number(point))).join("") };
}

function container(
  kind: "list" | "tuple" | "set",
  elements: readonly unknown[] | undefined,
  depth: number,
): PlainValue | undefined {
  const items: PlainValue[] = [];
  for (const element of elements ?? [undefined]) {
    const item = element === undefined ? undefined : plainValue(element, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { kind, items };
}

function dictionary(entries: readonly unknown[] | undefined, depth: number): PlainValue | undefined {
  const pairs: [PlainValue, PlainValue][] = [];
  for (const entry of entries ?? [undefined]) {
    const [key, value, ...rest] = elementsOf(entry) ?? [];
    const wanted =
      key === undefined || value === undefined || rest.length > 0 ? undefined : plainValue(key, depth + 1);
    const found = wanted === undefined ? undefined : plainValue(value, depth + 1);
    if (wanted === undefined || found === undefined) return undefined;
    pairs.push([wanted, found]);
  }
  return { kind: "dict", pairs };
}

/** Python's `==`, floats to a relative tolerance. False where it takes too long to say. */
export function areEqual(left: PlainValue, right: PlainValue, tolerance: number): boolean {
  return equal(left, right, { tolerance, stepsLeft: MAX_STEPS });
}

interface Work {
  readonly tolerance: number;
  stepsLeft: number;
}

function equal(left: PlainValue, right: PlainValue, work: Work): boolean {
  if (work.stepsLeft-- <= 0) return false;
  if (isNumber(left) && isNumber(right)) return numbersEqual(left, right, work.tolerance);
  if (left.kind !== right.kind) return false;
  if ("value" in left && "value" in right) return left.value === right.value;
  if ("pairs" in left && "pairs" in right) return pairsEqual(left.pairs, right.pairs, work);
  if (!("items" in left) || !("items" in right)) return true;
  if (left.items.length !== right.items.length) return false;
  if (left.kind === "set")
    return left.items.every((item) => right.items.some((other) => equal(item, other, work)));
  return left.items.every((item, index) => {
    const other = right.items[index];
    return other !== undefined && equal(item, other, work);
  });
}

function pairsEqual(
  left: readonly (readonly [PlainValue, PlainValue])[],
  right: readonly (readonly [PlainValue, PlainValue])[],
  work: Work,
): boolean {
  if (left.length !== right.length) return false;
  return left.every(([key, value]) => {
    const other = right.find(([name]) => equal(key, name, work));
    return other !== undefined && equal(value, other[1], work);
  });
}

type NumberValue = Extract<PlainValue, { kind: "integer" | "float" }>;

function isNumber(value: PlainValue): value is NumberValue {
  return value.kind === "integer" || value.kind === "float";
}

function numbersEqual(left: NumberValue, right: NumberValue, tolerance: number): boolean {
  if (left.kind === "integer" && right.kind === "integer") return left.value === right.value;
  const [one, other] = [Number(left.value), Number(right.value)];
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  return Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other));
}

/** The difference of two numbers, or undefined. */
export function distanceOf(left: PlainValue, right: PlainValue): number | undefined {
  if (!isNumber(left) || !isNumber(right)) return undefined;
  return Math.abs(Number(left.value) - Number(right.value));
}

/** Negative, zero or positive as Python orders two values; undefined where it does not, or NaN is among them. */
export function orderOf(left: PlainValue, right: PlainValue): number | undefined {
  if (isNumber(left) && isNumber(right)) {
    if (left.value < right.value) return -1;
    if (left.value > right.value) return 1;
    return Number.isNaN(Number(left.value)) || Number.isNaN(Number(right.value)) ? undefined : 0;
  }
  if (left.kind !== right.kind) return undefined;
  if ((left.kind === "text" || left.kind === "bytes") && "value" in right)
    return orderOfTexts(left.value, String(right.value));
  if ((left.kind === "list" || left.kind === "tuple") && "items" in right)
    return orderOfItems(left.items, right.items);
  return undefined;
}

function orderOfTexts(left: string, right: string): number {
  const [one, other] = [Array.from(left), Array.from(right)];
  const at = one.findIndex((character, index) => character !== other[index]);
  if (at < 0) return one.length - other.length;
  return (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? -1);
}

function orderOfItems(left: readonly PlainValue[], right: readonly PlainValue[]): number | undefined {
  for (const [index, item] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (!areEqual(item, other, 0)) return orderOf(item, other);
  }
  return left.length - right.length;
}

/** Python's `item in holder`; undefined where a holder of this kind does not say. */
export function contains(holder: PlainValue, item: PlainValue, tolerance: number): boolean | undefined {
  if (holder.kind === "text") return item.kind === "text" ? holder.value.includes(item.value) : undefined;
  if (holder.kind === "bytes") return item.kind === "bytes" ? holder.value.includes(item.value) : undefined;
  if (holder.kind === "dict") return holder.pairs.some(([key]) => areEqual(key, item, tolerance));
  return "items" in holder ? holder.items.some((each) => areEqual(each, item, tolerance)) : undefined;
}

/** Python's `bool(value)`. */
export function isTrue(value: PlainValue): boolean {
  if (value.kind === "none") return false;
  if ("items" in value) return value.items.length > 0;
  if ("pairs" in value) return value.pairs.length > 0;
  return typeof value.value === "string" ? value.value !== "" : Number(value.value) !== 0;
}

/** Python's `Counter(left) == Counter(right)`, whatever can be hashed. */
export function haveSameItems(left: PlainValue, right: PlainValue, tolerance: number): boolean | undefined {
  const [wanted, found] = [itemsOf(left), itemsOf(right)];
  if (wanted === undefined || found === undefined) return undefined;
  if (wanted.length !== found.length || wanted.length > 2000)
    return wanted.length === found.length ? undefined : false;
  const rest = [...found];
  for (const item of wanted) {
    const at = rest.findIndex((other) => areEqual(item, other, tolerance));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

function itemsOf(value: PlainValue): readonly PlainValue[] | undefined {
  if (value.kind === "dict") return value.pairs.map(([key]) => key);
  return "items" in value ? value.items : undefined;
}
