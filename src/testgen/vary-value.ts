/**
 * Type- and shape-aware variation of one recipe node. A variation keeps the type of what it changes (the contract decides
 * about other types) and prefers values at the edges of the reference's own constants. Of an object it varies what it is made of; one that is known
 * by its state stays as it was observed: an instance that nothing makes shows nothing that a task should ask for.
 */
import type { Random } from "../base/index.ts";
import type { AskedValues, Literals } from "../languages/index.ts";
import type { ValueRecipe } from "../spec/index.ts";
import { otherMakings, partsOfMade, type OptionalParameters } from "./made-parts.ts";
import { arrayEdges } from "./arrays/array-edges.ts";
import { libraryParts } from "./arrays/array-shape.ts";
import { floatText, itemsOf, pairsOf, SEQUENCE_TAGS, sequenceOf, shapeOf } from "./value-shape.ts";

/** What a variation may draw on. */
export interface VariationSource {
  readonly random: Random;
  /** Constants of the reference's text: what inputs must hit to take its branches. */
  readonly literals: Literals;
  /** Other values seen in the same place. */
  readonly siblings: readonly ValueRecipe[];
  /** Values that the making of objects was given elsewhere in a place as `MadePart` names it. */
  readonly partsSeen: (name: string) => readonly ValueRecipe[];
  /** What callables that make objects need not be given. */
  readonly optional?: OptionalParameters;
  /** What the target takes with and without. */
  readonly asked?: AskedValues;
}

/** Another value of the same type, or the same node where nothing can be varied. */
export function varyValue(node: ValueRecipe, source: VariationSource, depth = 0): ValueRecipe {
  const { random, siblings } = source;
  if (depth === 0 && siblings.length > 1 && random.next() < 0.2) return random.pick(siblings);
  const { tag, content } = shapeOf(node);
  if (tag === "bool") return content !== true;
  if (tag === "int") return varyInteger(Number(content), source);
  if (tag === "float") return { float: varyFloat(String(content), source) };
  if (tag === "str") return varyText(String(content), source);
  if (tag === "bytes" || tag === "bytearray")
    return { [tag]: varyText(String(content), source).replaceAll(/[\u0100-\uffff]/g, "?") };
  if (SEQUENCE_TAGS.has(tag)) return sequenceOf(tag, varyItems(itemsOf(content), source, depth));
  if (tag === "dict") return { dict: varyPairs(pairsOf(content), source, depth) };
  if (tag === "value")
    return varyLibraryValue(node, source, depth) ?? varyStandardValue(node, itemsOf(content), source);
  if (tag === "made") return varyMade(node, source, depth);
  return node;
}

/** Texts grow no longer than this, or than they were: long ones cost time and show nothing that short ones do not. */
const LONGEST_GROWN_TEXT = 160;

const EDGE_TEXTS = [
  "",
  " ",
  "\n",
  "a",
  "A",
  "0",
  "-",
  "_",
  ".",
  "/",
  "ß",
  "é",
  "\t",
  "ab ab",
  "%",
  "\\",
  "'",
  "日本",
];

function varyInteger(value: number, { random, literals }: VariationSource): number {
  const near = literals.integers.flatMap((literal) => [literal - 1, literal, literal + 1]);
  const choices = [
    value + 1,
    value - 1,
    0,
    1,
    -value,
    value * 2,
    Math.trunc(value / 2),
    value + 10,
    1000 + value,
    ...near,
    ...near,
  ];
  const chosen = random.pick(choices.filter((choice) => choice !== value && Number.isSafeInteger(choice)));
  return Object.is(chosen, -0) ? 0 : chosen;
}

function varyFloat(text: string, { random, literals }: VariationSource): string {
  const value = Number(text === "inf" ? "Infinity" : text === "-inf" ? "-Infinity" : text);
  const choices = [
    value + 1,
    value - 1,
    value / 2,
    value * 10,
    -value,
    0,
    0.5,
    1,
    Math.round(value),
    value + 0.25,
    ...literals.integers,
  ];
  return floatText(random.pick(choices.filter((choice) => Number.isFinite(choice) && choice !== value)));
}

function varyText(value: string, source: VariationSource): string {
  const { random, literals } = source;
  const at = random.integer(value.length + 1);
  const to = Math.min(value.length, at + 1 + random.integer(3));
  const piece =
    literals.texts.length > 0 && random.next() < 0.6 ? random.pick(literals.texts) : random.pick(EDGE_TEXTS);
  const texts = source.siblings.filter((sibling) => typeof sibling === "string");
  const other = texts.length > 0 ? random.pick(texts) : piece;
  const cut = random.integer(other.length + 1);
  const variants = [
    () => value.slice(0, at) + value.slice(to),
    () => value.slice(0, at) + piece + value.slice(at),
    () => value.slice(0, at) + piece + value.slice(to),
    () => piece + value,
    () => value + piece,
    () => piece,
    () => value.slice(0, at),
    () => value.slice(at),
    () => value + value,
    () => value.toUpperCase(),
    () => value.toLowerCase(),
    () => Array.from(value).toReversed().join(""),
    () => varyNumberIn(value, source),
    () => ` ${value} `,
    () => value.split(/(\W+)/).toReversed().join(""),
    () => value.slice(0, at) + value.charAt(at).toUpperCase() + value.slice(at + 1),
    () => value.slice(0, at) + other.slice(cut),
    () => other.slice(0, cut) + value.slice(at),
    () => value.slice(0, at) + other + value.slice(at),
    () => exchangeWord(value, other, random),
  ];
  return random.pick(variants)().slice(0, Math.max(LONGEST_GROWN_TEXT, value.length)).toWellFormed();
}

/** A text with one of its numbers made another: one more or less, one of the reference's own or next to it, or one that has more digits. */
function varyNumberIn(value: string, { random, literals }: VariationSource): string {
  const numbers = [...value.matchAll(/\d{1,9}/g)];
  if (numbers.length === 0) return value;
  const { 0: text, index } = random.pick(numbers);
  const number = Number(text);
  const near = literals.integers.flatMap((literal) => [literal - 1, literal, literal + 1]);
  const choices = [number + 1, number - 1, 0, number * 10 + 9, 99, 7, ...near];
  const chosen = random.pick(choices.filter((choice) => choice >= 0 && choice !== number));
  return value.slice(0, index) + String(chosen).padStart(text.length, "0") + value.slice(index + text.length);
}

/** A text with one of its words or signs replaced by one of another's. */
function exchangeWord(value: string, other: string, random: Random): string {
  const words: readonly string[] = value.match(WORDS) ?? [];
  const given: readonly string[] = other.match(WORDS) ?? [];
  if (words.length === 0 || given.length === 0) return value + other;
  const at = random.integer(words.length);
  return words.with(at, random.pick(given)).join("");
}

const WORDS = /\w+|\s+|[^\w\s]+/g;

function varyItems(
  items: readonly ValueRecipe[],
  source: VariationSource,
  depth: number,
): readonly ValueRecipe[] {
  const { random } = source;
  if (items.length === 0) {
    const donor = source.siblings.flatMap((sibling) => itemsOf(shapeOf(sibling).content)).slice(0, 20);
    return donor.length === 0 ? [] : [random.pick(donor)];
  }
  const at = random.integer(items.length);
  const item = items[at] ?? null;
  const changed = (): ValueRecipe => varyValue(item, { ...source, siblings: items }, depth + 1);
  const variants = [
    () => items.toSpliced(at, 1),
    () => items.toSpliced(at, 0, item),
    () => items.toSpliced(at, 1, changed()),
    () => items.toSpliced(at, 1, changed()),
    () => items.toSpliced(at, 1, changed()),
    () => [...items, changed()],
    () => items.toReversed(),
    () => items.slice(0, at),
    () => random.shuffle(items),
    () => [],
  ];
  return random.pick(variants)().slice(0, 200);
}

/** Of the changes to a dictionary of a target that reads some keys only where they are there, those that are about such a key. */
const ASKED_SHARE = 0.35;

function varyPairs(
  pairs: readonly (readonly [ValueRecipe, ValueRecipe])[],
  source: VariationSource,
  depth: number,
): ValueRecipe[] {
  const { random } = source;
  const asked = [...(source.asked?.optionalKeys ?? [])];
  const isOfTexts = pairs.every(([key]) => typeof key === "string");
  if (asked.length > 0 && isOfTexts && random.next() < ASKED_SHARE) {
    const key = random.pick(asked);
    const others = pairs.filter(([own]) => own !== key);
    const values = valuesToAskFor(others.map(([, value]) => value));
    const isThere = others.length < pairs.length;
    return [
      ...others,
      ...(isThere && random.next() < 0.3 ? [] : [[key, random.pick(values)]]),
    ] as ValueRecipe[];
  }
  if (pairs.length === 0) return [];
  const at = random.integer(pairs.length);
  const [key, value] = pairs[at] ?? [null, null];
  const siblings = pairs.map(([, sibling]) => sibling);
  const changed = (): ValueRecipe => varyValue(value, { ...source, siblings }, depth + 1);
  const variants = [
    () => pairs.toSpliced(at, 1),
    () => pairs.toSpliced(at, 1, [key, changed()]),
    () => pairs.toSpliced(at, 1, [key, changed()]),
    () => pairs.toSpliced(at, 1, [key, changed()]),
    () => [...pairs, [varyValue(key, { ...source, siblings: [] }, depth + 1), changed()] as const],
    () => pairs.toReversed(),
    () => [],
  ];
  const keys = new Set<string>();
  return random
    .pick(variants)()
    .filter(([own]) => !keys.has(JSON.stringify(own)) && keys.add(JSON.stringify(own))) as ValueRecipe[];
}

/** What may stand where a key is asked for: a value of another key, a simple one of a type that these have (of any where they are mixed), or None. */
function valuesToAskFor(others: readonly ValueRecipe[]): readonly ValueRecipe[] {
  const types = new Set(others.map((value) => typeof value));
  const simple = ["", "a", 0, 7].filter((value) => types.size !== 1 || types.has(typeof value));
  return [...others, ...simple, null];
}

/** Of the changes to an object that is made, those that leave a call or an argument out or repeat a call. */
const OTHERWISE_SHARE = 0.3;

/** An object made otherwise: one thing that a call was given varied, or one call or argument less or more. */
function varyMade(node: ValueRecipe, source: VariationSource, depth: number): ValueRecipe {
  const others = otherMakings(node, source.optional ?? new Map());
  const parts = partsOfMade(node);
  const isMadeOtherwise = others.length > 0 && (parts.length === 0 || source.random.next() < OTHERWISE_SHARE);
  if (isMadeOtherwise) return source.random.pick(others).value;
  if (parts.length === 0 || depth > DEEPEST_MADE) return node;
  const { name, value, replace } = source.random.pick(parts);
  const seen = source.partsSeen(name);
  const isTaken = seen.length > 1 && source.random.next() < SEEN_SHARE;
  return replace(
    isTaken ? source.random.pick(seen) : varyValue(value, { ...source, siblings: seen }, depth + 1),
  );
}

/** Values nested deeper in an object that is made are left as they are. */
const DEEPEST_MADE = 5;
/** Of the changes to what an object is made of, those that take what another was made of. */
const SEEN_SHARE = 0.3;

/** Items of an array, and columns of a frame, one of which may be another. */
const MOST_PARTS = 200;

/** An array, series, frame or number of a library with other rows, or one of its items another; undefined of anything else. */
function varyLibraryValue(
  node: ValueRecipe,
  source: VariationSource,
  depth: number,
): ValueRecipe | undefined {
  const { random } = source;
  const parts = libraryParts(node, MOST_PARTS);
  const edges = arrayEdges(node, source.siblings);
  if (parts.length + edges.length === 0) return undefined;
  if (edges.length > 0 && (parts.length === 0 || random.next() < 0.4)) return random.pick(edges).value;
  const part = random.pick(parts);
  return part.write(varyValue(part.value, { ...source, siblings: [] }, depth + 1));
}

/** The day on which the judge's clock starts (10:00 UTC): what code that asks for the date compares with. */
const CLOCK_DAY = [2023, 11, 14] as const;

/** Another value of a standard-library type: one of its numbers or texts varied; dates often near the judge's own. Of a pattern a number is its flags, of which most are none. */
function varyStandardValue(
  node: ValueRecipe,
  parts: readonly ValueRecipe[],
  source: VariationSource,
): ValueRecipe {
  const { random } = source;
  const [type, ...given] = parts;
  const isDate = type === "datetime.date" || type === "datetime.datetime";
  if (isDate && random.next() < 0.5) {
    const [year, month, day] = CLOCK_DAY;
    const near = [
      year - random.integer(3) + 1,
      1 + ((month - 1 + random.integer(12)) % 12),
      Math.max(1, Math.min(28, day - 2 + random.integer(5))),
    ];
    const date = random.next() < 0.6 ? [year, month, near[2] ?? day] : near;
    return { value: [type, ...date, ...given.slice(3)] };
  }
  const numbers = given.flatMap((part, index) =>
    typeof part === "number" || typeof part === "string" ? [index] : [],
  );
  if (numbers.length === 0 || type === "re.Pattern") return node;
  const at = random.pick(numbers);
  const part = given[at] ?? null;
  const bounds = isDate ? DATE_BOUNDS[at] : undefined;
  if (typeof part === "string")
    return isNumeric(part)
      ? { value: [type ?? "", ...given.with(at, String(varyInteger(Number.parseInt(part, 10), source)))] }
      : node;
  const varied = varyInteger(Number(part), source);
  const kept = bounds === undefined ? varied : bounds[0] + (Math.abs(varied) % (bounds[1] - bounds[0] + 1));
  return { value: [type ?? "", ...given.with(at, kept)] };
}

/** Lowest and highest of year, month, day, hour, minute, second, microsecond. */
const DATE_BOUNDS: readonly (readonly [number, number])[] = [
  [1990, 2040],
  [1, 12],
  [1, 28],
  [0, 23],
  [0, 59],
  [0, 59],
  [0, 999_999],
];

function isNumeric(text: string): boolean {
  return /^-?\d{1,15}(?:\.\d*)?$/.test(text);
}
