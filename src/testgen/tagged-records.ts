/**
 * Dictionaries that say in one key what they are, as the nodes of syntax trees, messages and events do: `{"type": "pair", "children": [left, right]}`. What is
 * made of such a one keeps what all of its kind have in common: a pair with three children is none.
 */
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { itemsOf, pairsOf, shapeOf } from "./value-shape.ts";

/** Dictionaries with the key, at least, before it is believed to say what they are. */
const ENOUGH_RECORDS = 4;
/** Of its values each stands in so many of them on average, at least. */
const RECORDS_PER_KIND = 1.5;
/** What names a kind. */
const KIND_NAME = /^[\p{L}_][\w.-]{0,40}$/u;
/** Records of a kind whose lists have several lengths, at least, before others are believed as well. */
const ENOUGH_LENGTHS = 3;

/** What the records of one kind have in common. */
interface RecordKind {
  /** Their sets of keys, each as one text. */
  readonly keys: ReadonlySet<string>;
  /** Lengths of the lists under each key. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

/** What is known of the records among the inputs of a target. */
export interface TaggedRecords {
  /** The key that says what a record is. */
  readonly tag: string;
  readonly kinds: ReadonlyMap<string, RecordKind>;
  /** By the place of an argument, what it is itself wherever it is a record. */
  readonly arguments: ReadonlyMap<string, ReadonlySet<string>>;
}

type TextRecord = ReadonlyMap<string, ValueRecipe>;

/** What the records of known calls have in common; undefined where no key says what they are, or nothing follows from it. */
export function inferTaggedRecords(recipes: readonly CaseRecipe[]): TaggedRecords | undefined {
  const records = recipes.flatMap((recipe) => recordsIn(recipe));
  const tag = findTag(records);
  if (tag === undefined) return undefined;
  const byKind = Map.groupBy(
    records.filter((record) => record.has(tag)),
    (record) => textAt(record, tag),
  );
  const kinds = new Map(Array.from(byKind, ([kind, own]) => [kind, describeKind(own)]));
  return { tag, kinds, arguments: argumentKinds(recipes, tag) };
}

/** True for a call whose records are like the known ones of their kind. */
export function keepsTaggedRecords(
  { tag, kinds, arguments: own }: TaggedRecords,
  recipe: CaseRecipe,
): boolean {
  const isKept = recordsIn(recipe).every((record) => {
    if (!record.has(tag)) return true;
    const name = record.get(tag);
    const kind = typeof name === "string" ? kinds.get(name) : undefined;
    return kind !== undefined && isOfKind(record, kind);
  });
  return (
    isKept &&
    argumentRecords(recipe, tag).every(([place, kind]) => own.get(place)?.has(kind) ?? !own.has(place))
  );
}

function isOfKind(record: TextRecord, { keys, lengths }: RecordKind): boolean {
  if (!keys.has(keysOf(record))) return false;
  return [...lengthsOf(record)].every(([key, length]) => {
    const known = lengths.get(key) ?? [];
    const isOpen = known.length >= ENOUGH_LENGTHS && new Set(known).size > 1;
    return isOpen ? length >= Math.min(...known) : known.includes(length);
  });
}

/** The key that nearly says what a dictionary holds beside it: its values are names that come again, and those of other names are made otherwise. */
function findTag(records: readonly TextRecord[]): string | undefined {
  const candidates = new Set(records.flatMap((record) => [...record.keys()]));
  const found = [...candidates].flatMap((key) => {
    const tagged = records.filter((record) => record.has(key));
    const names = tagged.map((record) => record.get(key));
    const isNamed = names.every((name) => typeof name === "string" && KIND_NAME.test(name));
    const kinds = Map.groupBy(tagged, (record) => textAt(record, key));
    if (!isNamed || tagged.length < ENOUGH_RECORDS || tagged.length < RECORDS_PER_KIND * kinds.size)
      return [];
    const shapes = [...kinds.values()].map((own) => new Set(own.map(keysOf)));
    const isRegular = shapes.every(({ size }) => size === 1);
    const profiles = new Set([...kinds.values()].map((own) => profileOf(own)));
    return isRegular && profiles.size > 1 ? [{ key, count: tagged.length }] : [];
  });
  return found.toSorted((a, b) => b.count - a.count)[0]?.key;
}

/** The text under a key; the empty one where there is none. */
function textAt(record: TextRecord, key: string): string {
  const value = record.get(key);
  return typeof value === "string" ? value : "";
}

function describeKind(records: readonly TextRecord[]): RecordKind {
  const lengths = new Map<string, number[]>();
  for (const record of records)
    for (const [key, length] of lengthsOf(record)) lengths.set(key, [...(lengths.get(key) ?? []), length]);
  return { keys: new Set(records.map(keysOf)), lengths };
}

/** Keys and lengths of lists that all records of a kind have, as one text. */
function profileOf(records: readonly TextRecord[]): string {
  const [first] = records;
  if (first === undefined) return "";
  const { lengths } = describeKind(records);
  const fixed = [...lengths].map(([key, known]) => `${key} ${new Set(known).size === 1 ? known[0] : "any"}`);
  return [keysOf(first), ...fixed.toSorted()].join(";");
}

function keysOf(record: TextRecord): string {
  return [...record.keys()].toSorted().join("\0");
}

function lengthsOf(record: TextRecord): ReadonlyMap<string, number> {
  const lists = [...record].flatMap(([key, value]) => {
    const { tag, content } = shapeOf(value);
    return tag === "list" || tag === "tuple" ? [[key, itemsOf(content).length] as const] : [];
  });
  return new Map(lists);
}

/** All dictionaries with texts as keys that stand anywhere in a call's inputs. */
function recordsIn(value: unknown): readonly TextRecord[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "dict" in value ? textRecord(value["dict"]) : undefined;
  const inner = Object.values(value).flatMap(recordsIn);
  return own === undefined ? inner : [own, ...inner];
}

function textRecord(content: unknown): TextRecord | undefined {
  const pairs = pairsOf(content);
  const named = pairs.flatMap(([key, value]) => (typeof key === "string" ? [[key, value] as const] : []));
  return named.length > 0 && named.length === pairs.length ? new Map(named) : undefined;
}

/** What each argument that is a record itself is, by its place. */
function argumentRecords({ positional, keywords }: CaseRecipe, tag: string): readonly [string, string][] {
  const placed = [...positional.entries(), ...Object.entries(keywords)];
  return placed.flatMap(([place, value]): [string, string][] => {
    const { tag: shape, content } = shapeOf(value);
    const kind = shape === "dict" ? textRecord(content)?.get(tag) : undefined;
    return typeof kind === "string" ? [[String(place), kind]] : [];
  });
}

function argumentKinds(
  recipes: readonly CaseRecipe[],
  tag: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const placed = recipes.flatMap((recipe) => argumentRecords(recipe, tag));
  const byPlace = Map.groupBy(placed, ([place]) => place);
  return new Map(Array.from(byPlace, ([place, own]) => [place, new Set(own.map(([, kind]) => kind))]));
}
