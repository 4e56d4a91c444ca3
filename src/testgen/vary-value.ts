/**
 * Type- and shape-aware variation of one recipe node. A variation keeps the type of what it changes (the contract decides
 * about other types) and prefers values at the edges of the reference's own constants. Of an object it varies what it is made of; one that is known
 * by its state stays as it was observed: an instance that nothing makes shows nothing that a task should ask for.
 */
import type { Random } from "../base/index.ts";
import type { AskedValues, Literals, Values } from "../languages/index.ts";
import { floatText, type ValueRecipe } from "../spec/index.ts";
import { recombinedText, tokensOf } from "./entries/recombined-texts.ts";
import { otherMakings, partsOfMade, type Makings } from "./made-parts.ts";
import { itemsOf, pairsOf, SEQUENCE_TAGS, sequenceOf, shapeOf } from "./value-shape.ts";

/** What a variation may draw on. */
export interface VariationSource {
  readonly random: Random;
  /** Constants of the reference's text: what inputs must hit to take its branches. */
  readonly literals: Literals;
  /** Other values seen in the same place. */
  readonly siblings: readonly ValueRecipe[];
  /** Values that the making of objects was given elsewhere in a place as `MadePart` names it. */
  readonly partsSeen: (name: string) => readonly ValueRecipe[];
  readonly makings?: Makings;
  /** What the target takes with and without. */
  readonly asked?: AskedValues;
  /** What the language knows of values of libraries: without it they stay as they are. */
  readonly values?: Values | undefined;
}

/** Another value of the same type, or the same node where nothing can be varied. */
export function varyValue(node: ValueRecipe, source: VariationSource, depth = 0): ValueRecipe {
  const { random, siblings, values } = source;
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
  if (tag === "value" && values !== undefined) {
    const varyPart = (part: ValueRecipe): ValueRecipe =>
      varyValue(part, { ...source, siblings: [] }, depth + 1);
    return values.vary(node, { random, siblings, varyPart });
  }
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

/** Of the changes of a text of several tokens those that go by tokens, brackets and lines, as what reads a notation does. */
const RECOMBINED_SHARE = 0.35;
const FEWEST_TOKENS = 3;

function varyText(value: string, source: VariationSource): string {
  const { random, literals } = source;
  if (random.next() < RECOMBINED_SHARE && tokensOf(value).length >= FEWEST_TOKENS) {
    const seen = source.siblings.filter((sibling) => typeof sibling === "string");
    return recombinedText(value, { donors: [value, ...seen], constants: literals.texts }, random);
  }
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
  const others = source.makings === undefined ? [] : otherMakings(node, source.makings);
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
