/** What contracts read of values: signs, emptiness, types of items, lengths of records, texts, keys. */
import { canonicalJson } from "../base/index.ts";
import type { Values } from "../languages/index.ts";
import type { ValueRecipe } from "../spec/index.ts";
import type { Seen } from "./given-arguments.ts";
import { heldShape, itemsOf, numberOf, pairsOf, SEQUENCE_TAGS, shapeOf, typeNameOf } from "./value-shape.ts";
import { SIGNS } from "./allowed-texts.ts";
import { isOptionLike } from "./making-contract.ts";

/** True for what looks like a constant of the code that gives it: a few signs, and sequences of names that are never empty. */
export function isConstant(node: ValueRecipe): boolean {
  const { tag, content } = shapeOf(node);
  if (tag === "str") return SIGNS.test(String(content));
  const isFilled = (tag === "list" || tag === "tuple") && itemsOf(content).length > 0;
  const isName = (item: ValueRecipe): boolean => typeof item === "string" && isOptionLike(item);
  return isFilled && itemsOf(content).every((item) => isName(item) || isConstant(item));
}

/** True for what is no number, too. */
export function isAboveZero(node: ValueRecipe): boolean {
  return typeof node !== "number" || node > 0;
}

/** By the keys of its dictionaries the types of what stands there. */
export function typesByKey(
  seen: readonly Seen[],
  values: Values | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { value, shared } of seen) {
    const { tag, content } = heldShape(value, shared, values);
    if (tag !== "dict") continue;
    for (const [key, item] of pairsOf(content)) {
      const name = canonicalJson(key);
      found.set(name, (found.get(name) ?? new Set()).add(typeNameOf(item, shared, values)));
    }
  }
  return found;
}

/** True for a number below zero, or an array that holds one. */
export function isNegative(node: ValueRecipe, values: Values | undefined): boolean {
  const array = values?.describe(node)?.array;
  if (array !== undefined) return array.items.some((item) => isNegative(item, values));
  const { tag, content } = shapeOf(node);
  return (tag === "float" && String(content).startsWith("-")) || (numberOf(node, values) ?? 0) < 0;
}

/** True for what holds a number below zero at any depth, or is one. */
export function holdsNegative({ value, shared }: Seen, values: Values | undefined): boolean {
  const { tag, content } = heldShape(value, shared, values);
  const held = tag === "dict" ? pairsOf(content).flat() : SEQUENCE_TAGS.has(tag) ? itemsOf(content) : [];
  // What stands in itself was looked at already.
  const others = shapeOf(value).tag === "ref" ? NO_SHARED : shared;
  return (
    isNegative(value, values) || held.some((each) => holdsNegative({ value: each, shared: others }, values))
  );
}

const NO_SHARED: readonly ValueRecipe[] = [];

/** The numbers of a list or tuple; none of anything else. */
export function numbersIn({ value, shared }: Seen, values: Values | undefined): readonly number[] {
  const { tag, content } = heldShape(value, shared, values);
  if (tag !== "list" && tag !== "tuple") return [];
  return itemsOf(content).flatMap((item) => numberOf(item, values) ?? []);
}

/** Whether the numbers of a list or tuple ascend; undefined for what is none, or holds fewer than `fewest`. */
export function isAscending(seen: Seen, fewest: number, values: Values | undefined): boolean | undefined {
  const numbers = numbersIn(seen, values);
  if (numbers.length < fewest) return undefined;
  return numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? number) <= number);
}

/** True for what holds nothing: texts, bytes, containers, arrays without an item. */
export function isEmpty(node: ValueRecipe, values: Values | undefined): boolean {
  const { tag, content } = heldShape(node, [], values);
  if (tag === "str" || tag === "bytes" || tag === "bytearray") return content === "";
  if (tag === "value") {
    const { array, rowCount } = values?.describe(node) ?? {};
    return array?.shape.includes(0) === true || rowCount === 0;
  }
  return (SEQUENCE_TAGS.has(tag) || tag === "dict") && itemsOf(content).length === 0;
}

/** Types of what stands in sequences and sets; nothing is said of what is written plainly as a text or a dictionary. */
export function itemTypesOf(seen: readonly Seen[], values: Values | undefined): ReadonlySet<string> {
  return new Set(
    seen.flatMap(({ value, shared }) => {
      const { tag, content } = heldShape(value, shared, values);
      return SEQUENCE_TAGS.has(tag) ? itemsOf(content).map((item) => typeNameOf(item, shared, values)) : [];
    }),
  );
}

/** Depths of sequences in sequences that are looked into for records. */
const DEEPEST_RECORDS = 2;

/** A tuple or list in a value. */
interface PlacedSequence {
  /** Its type, and how deep it stands. */
  readonly place: string;
  readonly depth: number;
  readonly length: number;
  /** Types of its items. */
  readonly types: readonly string[];
}

/** The tuples and lists in a value, itself among them. */
export function sequencesIn(
  { value, shared }: Seen,
  values: Values | undefined,
  depth = 0,
): readonly PlacedSequence[] {
  const { tag, content } = heldShape(value, shared, values);
  if (!SEQUENCE_TAGS.has(tag) || depth > DEEPEST_RECORDS) return [];
  const items = itemsOf(content);
  const isRecord = tag === "tuple" || tag === "list";
  const types = isRecord ? items.map((item) => typeNameOf(item, shared, values)) : [];
  const own = { place: `${tag} ${depth}`, depth, length: items.length, types };
  return [
    ...(isRecord ? [own] : []),
    ...items.flatMap((item) => sequencesIn({ value: item, shared }, values, depth + 1)),
  ];
}

/** Lengths by place of those that all have one length, two or more: of tuples, and of lists in the place of such tuples; none nearer than `leastDepth`. */
export function recordLengthsOf(
  given: readonly Seen[],
  values: Values | undefined,
  leastDepth: number,
): ReadonlyMap<string, number> {
  const byPlace = Map.groupBy(
    given.flatMap((seen) => sequencesIn(seen, values)).filter(({ depth }) => depth >= leastDepth),
    ({ place }) => place,
  );
  const found = new Map<string, number>();
  for (const [place, sequences] of [...byPlace].toSorted(([one], [other]) => (one < other ? 1 : -1))) {
    const [first] = sequences;
    if (first === undefined || first.length < 2 || sequences.some(({ length }) => length !== first.length))
      continue;
    const isBelieved = place.startsWith("tuple") || found.get(`tuple ${first.depth}`) === first.length;
    if (isBelieved) found.set(place, first.length);
  }
  return found;
}

/** Records of a place before it is believed that each of their items keeps its types. */
const ENOUGH_RECORDS = 3;

/** By the places of records the types that each of their items was seen with; of few records nothing is said. */
export function recordTypesOf(
  given: readonly Seen[],
  values: Values | undefined,
  lengths: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const byPlace = Map.groupBy(
    given.flatMap((seen) => sequencesIn(seen, values)),
    ({ place }) => place,
  );
  return new Map(
    [...lengths].flatMap(([place, length]) => {
      const records = byPlace.get(place) ?? [];
      if (records.length < ENOUGH_RECORDS) return [];
      const types = Array.from({ length }, (_, at) => new Set(records.flatMap((one) => one.types[at] ?? [])));
      return [[place, types] as const];
    }),
  );
}

/** The texts among the keys or the values of dictionaries. */
export function textsIn(
  nodes: readonly ValueRecipe[],
  place: "keys" | "values",
  values: Values | undefined,
): ReadonlySet<string> {
  const shapes = nodes.map((node) => heldShape(node, [], values));
  const pairs = shapes.flatMap(({ tag, content }) => (tag === "dict" ? pairsOf(content) : []));
  const found = pairs.map(([key, value]) => (place === "keys" ? key : value));
  return new Set(found.filter((each) => typeof each === "string"));
}

/** The texts among the items of a sequence. */
export function textItemsOf({ value, shared }: Seen, values: Values | undefined): readonly string[] {
  const { tag, content } = heldShape(value, shared, values);
  return SEQUENCE_TAGS.has(tag) ? itemsOf(content).filter((item) => typeof item === "string") : [];
}

/** A text itself, or the texts among the items of a sequence. */
export function textsOf(seen: Seen, values: Values | undefined): readonly string[] {
  return typeof seen.value === "string" ? [seen.value] : textItemsOf(seen, values);
}

/** Distinct keys, or texts, at least, before it is believed that all are single signs. */
export const ENOUGH_SIGNS = 3;

/** True for at least so many texts of one sign each. */
export function areSigns(keys: ReadonlySet<string>, atLeast = ENOUGH_SIGNS): boolean {
  return keys.size >= atLeast && [...keys].every((key) => Array.from(key).length === 1);
}

/** The text keys, or names of columns, that all have; undefined where they vary, or anything is no dictionary. */
export function commonKeys(
  nodes: readonly ValueRecipe[],
  values: Values | undefined,
): ReadonlySet<string> | undefined {
  let keys: string[] | undefined;
  for (const node of nodes) {
    const { tag, content } = heldShape(node, [], values);
    const columns = values?.describe(node)?.columnNames;
    if (tag !== "dict" && columns === undefined) return undefined;
    const own = columns ?? pairsOf(content).map(([key]) => key);
    if (own.length === 0 || !own.every((key) => typeof key === "string")) return undefined;
    const sorted = own.toSorted();
    if (keys !== undefined && keys.join("\0") !== sorted.join("\0")) return undefined;
    keys = sorted;
  }
  return keys === undefined ? undefined : new Set(keys);
}
