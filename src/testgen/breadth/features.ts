/** In what respects calls and their outcomes differ, as names: two cases with the same names are likely to tell the same programs apart. */
import { isAscii, isUtf8 } from "node:buffer";

import type { CaseRecipe, ValueObservation, ValueRecipe } from "../../spec/index.ts";
import { partsOfMade, settingsIn, type Makings } from "../made-parts.ts";
import { referenceIn } from "../shared-values.ts";
import { itemsOf, pairsOf, SEQUENCE_TAGS, shapeOf } from "../value-shape.ts";
import type { Literals, ValueFacts, Values } from "../../languages/index.ts";
import { CODE } from "./text-edges.ts";

/** Items of a container whose own features count. */
const MOST_ITEMS = 8;
const DEEPEST = 3;
/** Items of an array that are set against each other. */
const MOST_ROWS = 40;
/** Constants of the reference that are looked for in texts. */
const MOST_CONSTANTS = 40;

/** What features are read by. */
export interface FeatureSource {
  /** Constants of the reference. */
  readonly literals: Literals;
  /** What the language knows of values of libraries. */
  readonly values: Values | undefined;
  /** Settings of objects that the target names. Default: none. */
  readonly settings?: Makings["settings"];
}

/** Keywords in an order of their own, which nothing else tells, count as so many features. */
const ORDER_WEIGHT = 16;

/** Features of a call: of every argument by the place it stands at, and of how arguments stand to one another. */
export function featuresOfCall(recipe: CaseRecipe, source: FeatureSource): ReadonlySet<string> {
  const { literals } = source;
  const features = new Set<string>();
  const places: [string, ValueRecipe][] = [
    ...recipe.positional.map((value, at): [string, ValueRecipe] => [String(at), value]),
    ...Object.entries(recipe.keywords),
    ...recipe.shared.map((value, at): [string, ValueRecipe] => [`shared ${at}`, value]),
    ...(recipe.receiver === undefined || shapeOf(recipe.receiver).tag !== "made"
      ? []
      : [["self", recipe.receiver] as [string, ValueRecipe]]),
  ];
  for (const [place, value] of places) addFeatures(features, place, value, source, 0);
  features.add(`given ${places.map(([place]) => place).join(" ")}`);
  if (recipe.order !== undefined)
    for (let time = 0; time < ORDER_WEIGHT; time++)
      features.add(`given in the order ${recipe.order.join(" ")} ${time}`);
  const read = places.map(([place, value]) => ({
    place,
    value,
    coarse: coarseFeatures(value, literals).map((each) => `${place} ${each}`),
  }));
  for (const set of settingFeatures(recipe, source)) {
    features.add(set);
    for (const { coarse } of read) for (const one of coarse) features.add(`${set} and ${one}`);
  }
  for (const [index, left] of read.entries())
    for (const right of read.slice(index + 1)) {
      const relation = relate(left.value, right.value);
      if (relation !== undefined) features.add(`${left.place} ${relation} ${right.place}`);
      for (const one of left.coarse) for (const other of right.coarse) features.add(`${one} and ${other}`);
    }
  return features;
}

/** The settings of the receiver and of what is given, each with what it is. */
function settingFeatures(
  { receiver = null, positional, keywords, shared }: CaseRecipe,
  { settings }: FeatureSource,
): readonly string[] {
  if (settings === undefined || settings.size === 0) return [];
  const given = [["self", receiver] as const, ...positional.entries(), ...Object.entries(keywords)];
  return given.flatMap(([place, value]) => {
    const index = referenceIn(value);
    const node = index === undefined ? value : (shared[index] ?? null);
    return settingsIn(node, settings).map(
      ({ name, own }) => `${place}.${name} is ${own === undefined ? "as made" : JSON.stringify(own)}`,
    );
  });
}

/** Of a value that is one of few (a flag, nothing, a function by its name, a text that the reference names) which one. */
function choiceOf(value: ValueRecipe, { texts }: Literals): string | undefined {
  if (value === null || typeof value === "boolean") return String(value);
  const { tag, content } = shapeOf(value);
  if (tag === "named") return String(content);
  return typeof value === "string" && texts.includes(value) ? value : undefined;
}

/** Parts of an object that are set against what is given beside it. */
const MOST_PARTS = 4;

/** In what a value may call for another treatment of what is given beside it. */
function coarseFeatures(value: ValueRecipe, literals: Literals): readonly string[] {
  const choice = choiceOf(value, literals);
  if (choice !== undefined) return [choice];
  const { tag, content } = shapeOf(value);
  if (tag === "made")
    return partsOfMade(value)
      .filter((part) => shapeOf(part.value).tag !== "made")
      .slice(0, MOST_PARTS)
      .flatMap((part) => coarseFeatures(part.value, literals).map((each) => `${part.name} ${each}`));
  if (tag === "int" || tag === "float")
    return [Number(content) < 0 ? "negative" : Number(content) === 0 ? "zero" : "positive"];
  if (SEQUENCE_TAGS.has(tag) || tag === "dict") {
    const { length } = itemsOf(content);
    return [length === 0 ? `empty ${tag}` : length === 1 ? `${tag} of one` : tag];
  }
  if (tag !== "str" && tag !== "bytes") return [tag];
  const text = String(content);
  const [upper, lower] = [/\p{Lu}/u.test(text), /\p{Ll}/u.test(text)];
  return [
    text === ""
      ? "empty"
      : upper && lower
        ? "of both cases"
        : upper
          ? "of capitals"
          : lower
            ? "of small letters"
            : "without letters",
    ...(/\s/u.test(text) ? ["with white space"] : []),
    ...(/\d/u.test(text) ? ["with digits"] : []),
    ...(/\P{ASCII}/u.test(text) ? ["beyond ASCII"] : []),
  ];
}

/** Features of a value that a call showed; observations write values as recipes do. */
export function featuresOfOutcome(
  value: ValueObservation,
  { values }: Pick<FeatureSource, "values">,
): ReadonlySet<string> {
  const features = new Set<string>();
  const source = { literals: { texts: [], integers: [] }, values };
  addFeatures(features, "returned", value as ValueRecipe, source, 1);
  return features;
}

function addFeatures(
  features: Set<string>,
  place: string,
  value: ValueRecipe,
  source: FeatureSource,
  depth: number,
): void {
  const { literals, values } = source;
  const { tag, content } = shapeOf(value);
  const add = (feature: string): void => void features.add(`${place} ${feature}`);
  add(tag);
  if (depth === 0 && isNothing(tag, content))
    for (let weight = 1; weight <= NOTHING_WEIGHT; weight++) add(`nothing ${weight}`);
  if (tag === "bool" || tag === "named") add(String(content));
  else if (tag === "int") {
    for (const each of numberFeatures(Number(content), literals)) add(each);
    if (depth === 0) add(`digits ${digitPattern(String(content).replace("-", ""))}`);
  } else if (tag === "float") for (const each of numberFeatures(Number(content), literals)) add(each);
  else if (tag === "str" || tag === "bytes" || tag === "bytearray") {
    for (const each of textFeatures(String(content), literals)) add(each);
    if (tag !== "str") add(`octets of ${encodingClass(String(content))}`);
  } else if (SEQUENCE_TAGS.has(tag)) {
    const items = itemsOf(content);
    for (const each of sequenceFeatures(items)) add(each);
    if (depth < DEEPEST)
      for (const [at, item] of items.slice(0, MOST_ITEMS).entries())
        addFeatures(features, tag === "tuple" ? `${place}[${at}]` : `${place}[]`, item, source, depth + 1);
  } else if (tag === "dict") {
    const pairs = pairsOf(content);
    add(`${lengthClass(pairs.length)} entries`);
    for (const [key, own] of pairs.slice(0, MOST_ITEMS)) {
      if (typeof key === "string" && key.length < 30) add(`key ${key}`);
      if (depth < DEEPEST) addFeatures(features, `${place}.value`, own, source, depth + 1);
    }
  } else if (tag === "object" && depth < DEEPEST) {
    const { class: name, state } = content as { readonly class?: unknown; readonly state?: unknown };
    add(`of ${String(name)}`);
    if (state !== null && typeof state === "object" && !Array.isArray(state))
      for (const [attribute, own] of Object.entries(state).slice(0, MOST_ITEMS))
        addFeatures(features, `${place}.${attribute}`, own as ValueRecipe, source, depth + 1);
  } else if (tag === "made") {
    for (const part of partsOfMade(value))
      addFeatures(features, `${place} ${part.name}`, part.value, source, depth);
  } else if (tag === "function") {
    add(typeof content === "string" ? content : String((content as { readonly text?: unknown }).text));
    for (const part of values?.partsOf(value, MOST_ITEMS) ?? [])
      addFeatures(features, place + part.name, part.value, source, depth + 1);
  } else if (tag === "value") {
    for (const each of arrayFeatures(values?.describe(value))) add(each);
    if (depth < DEEPEST)
      for (const part of values?.partsOf(value, MOST_ITEMS) ?? [])
        addFeatures(features, place + part.name, part.value, source, depth + 1);
    const held = values?.contentOf(value);
    if (held !== undefined) addFeatures(features, place, held.value, source, depth);
    for (const [at, part] of itemsOf(content).entries()) add(`part ${at} ${partClass(part)}`);
  }
}

/** ASCII, UTF-8 beyond it, or neither; of octets as `latin-1` reads them. */
function encodingClass(octets: string): string {
  const bytes = Buffer.from(octets, "latin1");
  if (isAscii(bytes)) return "ASCII";
  return isUtf8(bytes) ? "UTF-8" : "no UTF-8";
}

/** An argument that is None, zero or empty counts as so many features: a text of many signs would have more, and tells less. */
const NOTHING_WEIGHT = 8;

function isNothing(tag: string, content: unknown): boolean {
  if (tag === "null") return true;
  if (tag === "int" || tag === "float") return Number(content) === 0;
  return content === "" || ((SEQUENCE_TAGS.has(tag) || tag === "dict") && itemsOf(content).length === 0);
}

function arrayFeatures({ rowCount: rows, array }: Partial<ValueFacts> = {}): readonly string[] {
  const size = array?.shape.map(lengthClass).join(" by ");
  return [
    ...(rows === undefined ? [] : [`${lengthClass(rows)} rows`]),
    ...(array === undefined ? [] : [`${size} of ${JSON.stringify(array.type)}`]),
    ...(array?.shape.length === 1 ? sequenceFeatures(array.items.slice(0, MOST_ROWS)) : []),
  ];
}

function numberFeatures(value: number, { integers, floats = [] }: Literals): readonly string[] {
  const magnitude = Math.abs(value);
  return [
    value === 0 ? "zero" : value < 0 ? "negative" : "positive",
    `about 10^${magnitude === 0 ? "0" : Math.floor(Math.log10(magnitude))}`,
    Number.isInteger(value) ? (value % 2 === 0 ? "even" : "odd") : "with a fraction",
    `${Math.trunc(magnitude) % 10} at the end`,
    ...(Number.isInteger(value * 2) && !Number.isInteger(value) ? ["a half"] : []),
    ...(Number.isSafeInteger(value) ? composedFeatures(magnitude, integers) : []),
    ...integers
      .slice(0, MOST_CONSTANTS)
      .flatMap((constant) =>
        Math.abs(value - constant) <= 1 ? [`${sideOf(value, constant)} ${constant}`] : [],
      ),
    ...floats
      .slice(0, MOST_CONSTANTS)
      .flatMap((constant) =>
        Math.abs(magnitude - Math.abs(constant)) <= NEAR * Math.abs(constant)
          ? [`${value < 0 ? "minus " : ""}${sideOf(magnitude, Math.abs(constant))} ${constant}`]
          : [],
      ),
  ];
}

function sideOf(value: number, constant: number): string {
  return value === constant ? "at" : value < constant ? "below" : "above";
}

/** How near a number lies to a constant with a fraction or an exponent, of that, to stand beside it. */
const NEAR = 0.001;

/** Of numbers of so many digits each digit counts, of longer ones each group of three. */
const MOST_SINGLE = 5;

/** Which digits of a number are zero, one and more; what writes numbers out treats them apart. */
function digitPattern(digits: string): string {
  const classOf = (part: string): string => {
    const number = Number(part);
    return number < 2 ? String(number) : "+";
  };
  if (digits.length <= MOST_SINGLE) return Array.from(digits, classOf).join("");
  return digits.replaceAll(/\d{1,3}(?=(?:\d{3})*$)/gu, (group) => `${classOf(group)},`);
}

/** Constants that numbers are taken apart by, and the largest that is one. */
const MOST_PLACES = 3;
const LARGEST_PLACE = 1_000;

/** How often constants go into a number and what is left, each by where it stands to the others: what code that divides tells apart. */
function composedFeatures(magnitude: number, integers: readonly number[]): readonly string[] {
  const constants = integers.filter((each) => each > 1);
  const classOf = (part: number): string => {
    const near = constants.find((each) => Math.abs(part - each) <= 1);
    if (near !== undefined) return `${part - near} beside ${near}`;
    const factor = constants.find((each) => part > 1 && part % each === 0);
    return factor === undefined ? (part < 2 ? String(part) : "more") : `times ${factor}`;
  };
  const places = constants.filter((each) => each <= LARGEST_PLACE).slice(0, MOST_PLACES);
  return places.map(
    (place) => `${classOf(Math.floor(magnitude / place))} by ${place} and ${classOf(magnitude % place)}`,
  );
}

function textFeatures(text: string, { texts }: Literals): readonly string[] {
  const signs = new Set(text.match(/[^\p{L}\p{N}\s]/gu) ?? []);
  const is = (name: string, isSo: boolean): readonly string[] => (isSo ? [name] : []);
  return [
    `${lengthClass(text.length)} signs`,
    ...is("all capitals", /\p{Lu}/u.test(text) && text === text.toUpperCase()),
    ...is("all small", /\p{Ll}/u.test(text) && text === text.toLowerCase()),
    ...is("capital first", /^\p{Lu}/u.test(text)),
    ...is("capital inside", /\S\p{Lu}/u.test(text)),
    ...is("several capitals in a row", /\p{Lu}{2}/u.test(text)),
    ...is("digit", /\d/u.test(text)),
    ...is("digit first", /^\d/u.test(text)),
    ...is("digit last", /\d$/u.test(text)),
    ...is("only digits", /^\d+$/u.test(text)),
    ...is("a number", /^\s*[-+]?(?:\d+\.?\d*|\.\d+)\s*$/u.test(text)),
    ...is("digits after letters", /\p{L}\d/u.test(text)),
    ...is("letters after digits", /\d\p{L}/u.test(text)),
    ...is("white space first", /^\s/u.test(text)),
    ...is("white space last", /\s$/u.test(text)),
    ...is("white space inside", /\S\s+\S/u.test(text)),
    ...is("white space doubled", /\s{2}/u.test(text)),
    ...is("lines", /\n/u.test(text)),
    ...is("tab", /\t/u.test(text)),
    ...is("beyond ASCII", /\P{ASCII}/u.test(text)),
    ...is("sign first", /^[^\p{L}\p{N}\s]/u.test(text)),
    ...is("sign last", /[^\p{L}\p{N}\s]$/u.test(text)),
    ...is("signs in a row", /[^\p{L}\p{N}\s]{2}/u.test(text)),
    ...is("the same sign doubled", /([^\p{L}\p{N}\s])\1/u.test(text)),
    ...(CODE.test(text) ? [`a code with ${text.slice(-1)} at the end`] : []),
    ...is("a word twice", /\b(\w+)\b.*\b\1\b/su.test(text)),
    ...is("a word again after others", /\b(\w+)\b\W+(?!\1\b)\w+.*\b\1\b/su.test(text)),
    ...[...signs]
      .slice(0, 12)
      .flatMap((sign) => [`sign ${sign}`, ...is(`several ${sign}`, text.split(sign).length > 2)]),
    ...texts.slice(0, MOST_CONSTANTS).flatMap((constant) => constantFeatures(text, constant)),
  ];
}

/** How a constant stands in a text: in which case, alone, as a word or as a part of one, at which end, and whether again. */
function constantFeatures(text: string, constant: string): readonly string[] {
  if (constant === "") return [];
  if (text !== "" && text !== constant && constant.startsWith(text)) return [`begins ${constant}`];
  const isWritten = text.includes(constant);
  const at = isWritten ? text.indexOf(constant) : text.toLowerCase().indexOf(constant.toLowerCase());
  if (at < 0) return [];
  const end = at + constant.length;
  const letters = isWritten
    ? ""
    : text.slice(at, end) === constant.toUpperCase()
      ? " in capitals"
      : " in another case";
  const isBeside = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);
  const isPart = isBeside(text.charAt(at - 1)) || isBeside(text.charAt(end));
  const where = at === 0 ? "first" : end === text.length ? "last" : "inside";
  return [
    `${text.length === constant.length ? "is" : isPart ? "has a part" : "has a word"} ${constant}${letters}`,
    `${constant} ${where}`,
    ...(text.includes(constant, end) ? [`${constant} again`] : []),
  ];
}

function sequenceFeatures(items: readonly ValueRecipe[]): readonly string[] {
  const written = items.map((item) => JSON.stringify(item));
  const tags = new Set(items.map((item) => shapeOf(item).tag));
  return [
    `${lengthClass(items.length)} items`,
    ...(new Set(written).size < written.length ? ["duplicates"] : []),
    ...(written.some((each, at) => written.lastIndexOf(each) > at + 1) ? ["again after others"] : []),
    ...(written.length > 1 && written[0] === written.at(-1) ? ["first is last"] : []),
    ...(written.some((each, at) => at > 0 && each === written[at - 1]) ? ["twice in a row"] : []),
    ...(tags.size > 1 ? [`mixed ${[...tags].toSorted().join(" ")}`] : []),
    ...(items.every((item) => typeof item === "number") ? orderOf(items) : []),
  ];
}

function orderOf(numbers: readonly number[]): readonly string[] {
  if (numbers.length < 2) return [];
  const isRising = numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? each));
  const isFalling = numbers.every((each, at) => at === 0 || each <= (numbers[at - 1] ?? each));
  return [isRising ? "rising" : isFalling ? "falling" : "not in order"];
}

function partClass(part: ValueRecipe): string {
  if (typeof part === "string" && /^-?\d+(?:\.\d+)?$/u.test(part))
    return `${Math.sign(Number(part))} written${part.includes(".") ? " with a fraction" : ""}`;
  return typeof part === "number"
    ? `${Math.sign(part)} ${part < 13 ? part : lengthClass(part)}`
    : shapeOf(part).tag;
}

function lengthClass(length: number): string {
  if (length <= 3) return String(length);
  const bound = [5, 8, 12, 20, 40, 100].find((each) => length <= each);
  return bound === undefined ? "many" : `up to ${bound}`;
}

/** How one argument stands to another. */
function relate(left: ValueRecipe, right: ValueRecipe): string | undefined {
  if (typeof left === "number" && typeof right === "number")
    return left < right ? "less than" : left === right ? "equals" : "more than";
  if (typeof left === "string" && typeof right === "string") {
    if (left === right) return "equals";
    if (right !== "" && left.includes(right)) return left.startsWith(right) ? "begins with" : "contains";
    return left !== "" && right.includes(left) ? "is in" : undefined;
  }
  return undefined;
}
