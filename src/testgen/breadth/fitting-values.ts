/** Values that fit what stands in another argument of the same call: what is looked for in them is there, at every kind of place, and nearly there. */
import type { ValueEdge } from "../../languages/index.ts";
import type { ValueRecipe } from "../../spec/index.ts";
import { falsyLike } from "../falsy-value.ts";
import { pairsOf, SEQUENCE_TAGS, sequenceOf, itemsOf, shapeOf } from "../value-shape.ts";
import { asSpecific, STRUCTURE, swapCase, type TextEdge } from "./text-edge.ts";
import { keyedEdges } from "./text-pairs.ts";

/** Longer texts are not put into others, and no more of them than so many. */
const LONGEST = 20;
const MOST_TEXTS = 4;
/** Items and keys that are put into sequences and dictionaries. */
const MOST_ITEMS = 8;

/**
 * The values beside one that have what was found in other arguments: texts and bytes, sequences and dictionaries.
 *
 * @param held What such dictionaries hold, for one that is empty.
 */
export function fittingValues(
  node: ValueRecipe,
  found: readonly ValueRecipe[],
  held: ValueRecipe = null,
): readonly ValueEdge[] {
  const { tag, content } = shapeOf(node);
  if (tag === "str" || tag === "bytes")
    return textsIn(found)
      .flatMap((other) => [
        ...fittingTexts(String(content), other),
        ...keyedEdges(String(content), other).map(asSpecific),
      ])
      .map((edge) => (tag === "str" ? edge : { ...edge, value: { bytes: edge.value } }));
  const few = found.slice(0, MOST_ITEMS);
  if (SEQUENCE_TAGS.has(tag)) {
    const items = itemsOf(content);
    return few.flatMap((item) =>
      [
        { kind: "another's item first", items: [item, ...items] },
        { kind: "another's item last", items: [...items, item] },
        { kind: "another's item alone", items: [item] },
        { kind: "another's item twice", items: [item, ...items, item] },
      ].map((edge) => asSpecific({ kind: edge.kind, value: sequenceOf(tag, edge.items) })),
    );
  }
  if (tag !== "dict") return [];
  const pairs = pairsOf(content);
  return few.flatMap((key) => {
    const others = pairs.filter(([own]) => JSON.stringify(own) !== JSON.stringify(key));
    const like = pairs[0]?.[1] ?? held;
    return [like, falsyLike(like), null].map((value, at) =>
      asSpecific({
        kind: `another's key${["", " with what is empty", " with nothing"][at] ?? ""}`,
        value: { dict: [...others, [key, value]] },
      }),
    );
  });
}

function textsIn(found: readonly ValueRecipe[]): readonly string[] {
  return found
    .map(shapeOf)
    .flatMap(({ tag, content }) => (tag === "str" || tag === "bytes" ? [String(content)] : []))
    .filter((text) => text !== "" && text.length <= LONGEST)
    .slice(0, MOST_TEXTS);
}

const WORD = /[\p{L}\p{N}]+/u;
const LAST_WORD = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u;

function fittingTexts(text: string, other: string): readonly TextEdge[] {
  const middle = Math.ceil(text.length / 2);
  const edges = [
    { kind: "another's text first", value: other + text },
    { kind: "another's text last", value: text + other },
    { kind: "another's text inside", value: text.slice(0, middle) + other + text.slice(middle) },
    { kind: "another's text at both ends", value: other + text + other },
    { kind: "another's text twice", value: other + other + text },
    { kind: "another's text for the first word", value: text.replace(WORD, () => other) },
    { kind: "another's text for the last word", value: text.replace(LAST_WORD, () => other) },
    {
      kind: "another's text as the start of a word",
      value: text.replace(WORD, () => `${other}a`),
    },
    { kind: "another's text as the end of a word", value: text.replace(WORD, () => `a${other}`) },
    { kind: "another's text in another case", value: text.replace(WORD, () => swapCase(other)) },
    {
      kind: "another's text without its last",
      value: text.replace(WORD, () => other.slice(0, -1)),
    },
  ];
  return edges.map(({ kind, value }) => ({ kind: STRUCTURE + kind, value }));
}
