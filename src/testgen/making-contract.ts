import { canonicalJson } from "../base/index.ts";
import type { Values } from "../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { isHelper } from "./helper-texts.ts";
import { madeIn, partsOfMade, type MadePart } from "./made-parts.ts";
import { keepsTypes, type PartTypes } from "./part-types.ts";
import type { ValuePools } from "./target-context.ts";
import { itemsOf, numberOf, pairsOf, SEQUENCE_TAGS, shapeOf, typeNameOf } from "./value-shape.ts";

/** What the callables that make objects are given, by the place as `MadePart` names it. */
export interface MakingContract {
  readonly numbers: ReadonlyMap<string, NumbersSeen>;
  /** Places that are given a number by default, and none below zero. */
  readonly counts: ReadonlySet<string>;
  /** The only texts of places that take a choice of few. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>;
  /** Places of one making of which the second is given no smaller number than the first. */
  readonly ordered: ValuePools["ordered"];
  readonly settings: ValuePools["makings"]["settings"];
  /** Those of them that the target names. */
  readonly named: ReadonlySet<string>;
  /** By a place how deep containers stand in it of which none was ever empty: 0 for what is given itself. */
  readonly filled: ReadonlyMap<string, ReadonlySet<number>>;
  /** By a place the types that stand there, and in it. */
  readonly types: ReadonlyMap<string, PartTypes>;
  /** Places that were only ever given one large table, with its canonical JSON: another one is none that anything else fits. */
  readonly tables: ReadonlyMap<string, string>;
  /** Places whose types are declared. */
  readonly declared: ReadonlySet<string>;
}

/** The distinct numbers that a place was given. */
interface NumbersSeen {
  readonly lowest: number;
  readonly highest: number;
  readonly count: number;
}

/** Distinct numbers of a place before it is believed never to be given a negative one. */
const ENOUGH_NUMBERS = 3;
/** A place that was given this many texts or more, and few distinct ones, takes only those. */
const ENOUGH_TEXTS = 6;
const LARGEST_CHOICE = 3;
/** How often a place was given something before it is believed, where nothing is declared, that it takes nothing of another type. */
const ENOUGH_TYPED = 4;
/** How often a place was given something before its containers are believed to be never empty, and how deep these are looked at. */
const ENOUGH_CONTAINERS = 5;
const DEEPEST_FILLED = 1;
/** Items of what nobody writes in a call. */
const FEWEST_OF_TABLE = 24;

/** True for a text that may be the name of an option, or a few signs: one of few that were seen is a choice only if all are. */
export function isOptionLike(text: string): boolean {
  return /^(?:[\p{L}\p{N}_-]{1,24}|[^\p{L}\p{N}]*)$/u.test(text);
}

/** What the making of all objects that were observed says of what it is given: an object made of anything else is one that nobody makes. */
export function inferMaking(
  { byPart, ordered, makings }: Pick<ValuePools, "byPart" | "ordered" | "makings">,
  known: Values | undefined,
  named: ReadonlySet<string>,
): MakingContract {
  const all = new Map<string, NumbersSeen>();
  const choices = new Map<string, ReadonlySet<string>>();
  const filled = new Map<string, ReadonlySet<number>>();
  const types = new Map<string, PartTypes>();
  const tables = new Map<string, string>();
  for (const [name, { values, times, types: seen }] of byPart) {
    const declared = makings.declared.get(name);
    if (declared !== undefined) types.set(name, withSeen(declared, seen));
    else if (times >= ENOUGH_TYPED) types.set(name, seen);
    const numbers = values.flatMap((value) => numberOf(value, known) ?? []);
    const texts = new Set(values.filter((value) => typeof value === "string"));
    if (numbers.length > 0)
      all.set(name, {
        lowest: Math.min(...numbers),
        highest: Math.max(...numbers),
        count: numbers.length,
      });
    if (
      texts.size > 0 &&
      texts.size === values.length &&
      texts.size <= LARGEST_CHOICE &&
      [...texts].every(isOptionLike) &&
      times >= ENOUGH_TEXTS
    )
      choices.set(name, texts);
    const [only] = values;
    if (times >= ENOUGH_TYPED && values.length === 1 && only !== undefined && isTable(only))
      tables.set(name, canonicalJson(only));
    const depths = times >= ENOUGH_CONTAINERS && values.length > 1 ? depthsFilled(values) : NO_DEPTHS;
    if (depths.size > 0) filled.set(name, depths);
  }
  return {
    numbers: all,
    counts: makings.counts,
    choices,
    ordered,
    settings: makings.settings,
    named,
    filled,
    types,
    tables,
    declared: new Set(makings.declared.keys()),
  };
}

/** Those that are declared, and at their places those that were seen. */
function withSeen(declared: PartTypes, seen: PartTypes): PartTypes {
  return new Map([...declared].map(([place, types]) => [place, types.union(seen.get(place) ?? new Set())]));
}

function isTable(value: ValueRecipe): boolean {
  return itemsWithin(value) >= FEWEST_OF_TABLE;
}

/** Of a container and those in it. */
function itemsWithin(value: ValueRecipe): number {
  const { tag, content } = shapeOf(value);
  const isDictionary = tag === "dict";
  if (!isDictionary && !SEQUENCE_TAGS.has(tag)) return 0;
  const items = isDictionary ? pairsOf(content).map(([, held]) => held) : itemsOf(content);
  return items.reduce((sum: number, item) => sum + itemsWithin(item), items.length);
}

const NO_DEPTHS: ReadonlySet<number> = new Set();

/** How deep containers stand in values, where none of them is empty. */
function depthsFilled(values: readonly ValueRecipe[]): ReadonlySet<number> {
  const found = values.flatMap((value) => containersIn(value, 0));
  const empty = new Set(found.flatMap(({ depth, isEmpty }) => (isEmpty ? [depth] : [])));
  return new Set(found.map(({ depth }) => depth)).difference(empty);
}

/** The containers in a value, itself among them, as deep as they are looked at. */
function containersIn(
  value: ValueRecipe,
  depth: number,
): readonly { readonly depth: number; readonly isEmpty: boolean }[] {
  const { tag, content } = shapeOf(value);
  const isDictionary = tag === "dict";
  if (depth > DEEPEST_FILLED || (!isDictionary && !SEQUENCE_TAGS.has(tag))) return [];
  const items = isDictionary ? pairsOf(content).map(([, held]) => held) : itemsOf(content);
  return [{ depth, isEmpty: items.length === 0 }, ...items.flatMap((item) => containersIn(item, depth + 1))];
}

/** True where every object in a recipe is made of what such objects are made of. */
export function keepsMaking(
  { numbers, counts, choices, ordered, filled, types, tables }: MakingContract,
  recipe: CaseRecipe,
  known: Values | undefined,
): boolean {
  for (const node of madeIn([recipe.receiver, recipe.positional, recipe.keywords, recipe.shared])) {
    const isOfHelper = isHelper(typeNameOf(node, []).split(":").at(-1) ?? "");
    const parts = partsOfMade(node);
    if (!keepsOrders(ordered, parts, known)) return false;
    for (const { name, value } of parts) {
      const number = numberOf(value, known);
      if (!keepsNumbers(numbers.get(name), number, { isOfHelper, isCount: counts.has(name) })) return false;
      const table = tables.get(name);
      if (table !== undefined && canonicalJson(value) !== table) return false;
      const typed = types.get(name);
      if (typed !== undefined && !keepsTypes(typed, value)) return false;
      const depths = filled.get(name);
      if (
        depths !== undefined &&
        containersIn(value, 0).some(({ depth, isEmpty }) => isEmpty && depths.has(depth))
      )
        return false;
      if (typeof value === "string" && choices.get(name)?.has(value) === false) return false;
    }
  }
  return true;
}

function keepsOrders(
  ordered: MakingContract["ordered"],
  parts: readonly MadePart[],
  known: Values | undefined,
): boolean {
  if (ordered.length === 0) return true;
  // Of several of a place the first.
  const numbers = new Map(parts.toReversed().map(({ name, value }) => [name, numberOf(value, known)]));
  return ordered.every(([less, more]) => {
    const [left, right] = [numbers.get(less), numbers.get(more)];
    return left === undefined || right === undefined || left <= right;
  });
}

/** What a helper class is given lies between what was seen: what else would be sound is between it and its callers. */
function keepsNumbers(
  seen: NumbersSeen | undefined,
  number: number | undefined,
  { isOfHelper, isCount }: { readonly isOfHelper: boolean; readonly isCount: boolean },
): boolean {
  if (number === undefined) return true;
  if (seen === undefined) return number >= 0 || !isCount;
  if (isOfHelper) return number >= seen.lowest && number <= seen.highest;
  return number >= 0 || seen.lowest < 0 || (!isCount && seen.count < ENOUGH_NUMBERS);
}
