/** Sequences beside a sequence: its items less, more, repeated, in another order and with gaps. */
import { floatText, type ValueRecipe } from "../../spec/index.ts";
import { falsyLike } from "../falsy-value.ts";
import { itemsOf, SEQUENCE_TAGS, sequenceOf, shapeOf } from "../value-shape.ts";
import { EMPTY } from "./text-edge.ts";
import { pairEdges } from "./text-pairs.ts";

interface SequenceEdge {
  readonly kind: string;
  readonly items: readonly ValueRecipe[];
}

/** Items of sequences that are made as long as the reference asks. */
const MOST_SIZED = 40;

/** What stands beside a sequence, and as many of its items as the reference tests for, one less and one more. */
export function sizedEdges(
  items: readonly ValueRecipe[],
  lengths: readonly number[],
): readonly SequenceEdge[] {
  const sizes = lengths.flatMap((length) => [length, length + 1, length - 1]);
  return [
    ...sequenceEdges(items),
    ...sizes
      .filter((size) => size > 0 && size <= MOST_SIZED && items.length > 0)
      .map((size) => ({
        kind: `${size} items`,
        items: Array.from({ length: size }, (_, at) => items[at % items.length] ?? null),
      })),
  ];
}

function sequenceEdges(items: readonly ValueRecipe[]): readonly SequenceEdge[] {
  const [first, second] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return [];
  const holds = [
    { kind: EMPTY, items: [] },
    { kind: "reversed", items: items.toReversed() },
    { kind: "sorted", items: sorted(items) },
    { kind: "doubled", items: [...items, ...items] },
    { kind: "without the first", items: items.slice(1) },
    { kind: "without the last", items: items.slice(0, -1) },
  ];
  const more = [
    { kind: "one", items: [first] },
    { kind: "the first again", items: [...items, first] },
    { kind: "there and back", items: [...items, ...items.toReversed()].slice(0, 40) },
    { kind: "the last again", items: [...items, last] },
    { kind: "twice in a row", items: [first, ...items] },
    { kind: "alike", items: items.map(() => first) },
    { kind: "one thrice", items: [first, first, first] },
    { kind: "equal of another type", items: items.map(otherType) },
    { kind: "a falsy item", items: [...items.slice(0, -1), falsyLike(last)] },
    { kind: "a falsy item first", items: [falsyLike(first), ...items.slice(1)] },
    { kind: "nothing first", items: [null, ...items.slice(1)] },
    { kind: "nothing last", items: [...items, null] },
    { kind: "nothing between", items: [first, null, null, ...items.slice(1)] },
  ];
  const swapped =
    second === undefined ? [] : [{ kind: "swapped", items: [second, first, ...items.slice(2)] }];
  const long =
    items.length < 3 ? [] : [{ kind: "long", items: Array.from({ length: 4 }, () => items).flat() }];
  return [
    ...holds,
    ...more,
    ...unevenEdges(items),
    ...keyedRows(items),
    ...keyedLines(items),
    ...swapped,
    ...long.map((each) => ({ ...each, items: each.items.slice(0, 40) })),
  ];
}

/** A row whose first item stands in another one as well: with the rest of that one, with a list of it, with nothing. */
function keyedRows(items: readonly ValueRecipe[]): readonly SequenceEdge[] {
  const [first] = items;
  const { tag, content } = shapeOf(first ?? null);
  const [key, value] = itemsOf(content);
  const { content: last } = shapeOf(items.at(-1) ?? null);
  const other = itemsOf(last)[1] ?? value;
  if (key === undefined || value === undefined || other === undefined || !["list", "tuple"].includes(tag))
    return [];
  const row = (held: ValueRecipe): ValueRecipe => sequenceOf(tag, [key, held, ...itemsOf(content).slice(2)]);
  return [
    { kind: "a key again", items: [...items, row(other)] },
    { kind: "a key again first", items: [row(other), ...items] },
    { kind: "a key of a list again", items: [row([value]), row(other), ...items.slice(1)] },
    { kind: "a key of nothing again", items: [row(null), ...items] },
  ];
}

/** Lines of a text that have keys, with changes of those as of one text: a key again with another rest, alone, with nothing. */
function keyedLines(items: readonly ValueRecipe[]): readonly SequenceEdge[] {
  const lines = items.filter((item) => typeof item === "string");
  if (items.length < 2 || lines.length < items.length || lines.some((line) => line.includes("\n"))) return [];
  const text = lines.join("\n");
  return pairEdges(text).map(({ kind, value }) => ({ kind: `lines, ${kind}`, items: value.split("\n") }));
}

/** Sequences of fewer items in turn, and of more: what goes through several at once ends with one of them. */
function unevenEdges(items: readonly ValueRecipe[]): readonly SequenceEdge[] {
  const rows = items.length === 2 ? [...items, ...items] : items;
  const cut = (item: ValueRecipe, length: number): ValueRecipe => {
    const { tag, content } = shapeOf(item);
    return tag === "str"
      ? String(content).slice(0, length)
      : sequenceOf(tag, itemsOf(content).slice(0, length));
  };
  const isRow = (item: ValueRecipe): boolean => {
    const { tag, content } = shapeOf(item);
    return tag === "str" ? String(content).length > 1 : SEQUENCE_TAGS.has(tag) && itemsOf(content).length > 1;
  };
  if (rows.length < 3 || !rows.every(isRow)) return [];
  return [
    { kind: "longer and longer", items: rows.map((row, at) => cut(row, at + 1)) },
    { kind: "shorter and shorter", items: rows.map((row, at) => cut(row, rows.length - at)) },
    { kind: "one shorter", items: rows.map((row, at) => (at === 1 ? cut(row, 1) : row)) },
  ];
}

function sorted(items: readonly ValueRecipe[]): readonly ValueRecipe[] {
  const byText = (a: ValueRecipe, b: ValueRecipe): number => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  return items.toSorted(byText);
}

/** A value that compares as equal and is of another type, where there is one. */
function otherType(item: ValueRecipe): ValueRecipe {
  if (item === 0 || item === 1) return item === 1;
  if (typeof item === "number") return { float: floatText(item) };
  return typeof item === "boolean" ? Number(item) : item;
}
