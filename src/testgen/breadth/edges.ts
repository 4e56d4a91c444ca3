/** Boundary values: what stands beside a value in every respect in which programs tell values apart. Systematic, without chance. */
import { canonicalJson, evenChoice, inTurns } from "../../base/index.ts";
import type { Literals, PatternTexts, ValueEdge, Values } from "../../languages/index.ts";
import { floatText, type ValueRecipe } from "../../spec/index.ts";
import { falsyLike } from "../falsy-value.ts";
import { otherMakings, type Makings } from "../made-parts.ts";
import { itemsOf, pairsOf, SEQUENCE_TAGS, sequenceOf, shapeOf, typeNameOf } from "../value-shape.ts";
import { crossedTexts } from "./crossed-texts.ts";
import { sizedEdges } from "./sequence-edges.ts";
import { asSpecific, EMPTY } from "./text-edge.ts";
import { textEdges } from "./text-edges.ts";

/** What boundary values draw on beside the value itself. */
export interface EdgeSource {
  /** Constants of the reference's text. */
  readonly literals: Literals;
  /** Texts for the regular expressions that the reference works with. */
  readonly patterns: readonly PatternTexts[];
  /** Signs that are put into texts; all that have a meaning anywhere, by default. */
  readonly signs?: readonly string[];
  /** Other values seen in the same place. */
  readonly siblings: readonly ValueRecipe[];
  /** Texts that stand elsewhere in the same call. */
  readonly partners?: readonly ValueRecipe[];
  /** Values like the items of a sequence. */
  readonly others?: readonly ValueRecipe[];
  readonly makings?: Makings;
  /** True for what a container holds: it comes as it is made there, and in no other sequence. */
  readonly isHeld?: boolean;
  /** Other types of mappings as which dictionaries are tried. */
  readonly otherMappings?: readonly string[];
  /** What the language knows of values of libraries: without it they have none. */
  readonly values?: Values | undefined;
}

/** Values seen in the same place that are taken as they are. */
const MOST_SIBLINGS = 24;

/** The values beside `node`; of a container those of its own shape, not of what it holds. */
export function edgesOf(node: ValueRecipe, source: EdgeSource): readonly ValueEdge[] {
  const { tag, content } = shapeOf(node);
  return [...ownEdges(node, tag, content, source), ...seenEdges(node, source)];
}

/** What was seen in the same place: one value of each type, and an empty one, before a second of any. Those of another type than the value itself are each a kind. */
function seenEdges(node: ValueRecipe, { siblings, values }: EdgeSource): readonly ValueEdge[] {
  const own = typeNameOf(node, [], values);
  const sorts = Map.groupBy(siblings, (value) => {
    const type = typeNameOf(value, [], values);
    const isEmptied =
      type !== own && type !== "null" && canonicalJson(falsyLike(value)) === canonicalJson(value);
    return type === own ? "seen" : `seen as ${type}${isEmptied ? " of nothing" : ""}`;
  });
  const ordered = inTurns(
    Array.from(sorts, ([kind, all]) =>
      all.map((value): ValueEdge => (kind === "seen" ? { kind, value } : asSpecific({ kind, value }))),
    ),
  );
  return ordered.slice(0, MOST_SIBLINGS);
}

function ownEdges(
  node: ValueRecipe,
  tag: string,
  content: unknown,
  source: EdgeSource,
): readonly ValueEdge[] {
  const { literals, patterns, signs, siblings } = source;
  if (tag === "bool") return [{ kind: "flipped", value: content !== true }];
  if (tag === "int") return integerEdges(Number(content), literals.integers);
  if (tag === "float") return floatEdges(Number(content), literals);
  if (tag === "str")
    return [
      ...textEdges(String(content), literals, patterns, signs),
      ...crossedTexts(String(content), [...siblings, ...(source.partners ?? [])]),
    ];
  if (tag === "bytes" || tag === "bytearray")
    return textEdges(String(content), literals, patterns, signs).flatMap((edge) =>
      isLatin1(edge.value) ? [{ ...edge, value: { [tag]: edge.value } }] : [],
    );
  if (SEQUENCE_TAGS.has(tag)) {
    const items = itemsOf(content);
    const tags = source.isHeld === true ? [] : OTHER_SEQUENCES.filter((other) => other !== tag);
    const more = (source.others ?? []).flatMap((other) => [
      { kind: "another first", items: [other, ...items] },
      { kind: "another last", items: [...items, other] },
      { kind: "others around", items: [other, ...items, other] },
    ]);
    return [
      ...sizedEdges(items, literals.lengths ?? []).map((edge) => ({
        kind: edge.kind,
        value: sequenceOf(tag, edge.items),
      })),
      ...more.map((edge) => asSpecific({ kind: edge.kind, value: sequenceOf(tag, edge.items) })),
      ...tags.map((other) => ({ kind: `as ${other}`, value: sequenceOf(other, items) })),
    ];
  }
  if (tag === "dict")
    return [
      ...dictionaryEdges(pairsOf(content)).map(({ kind, pairs }) => ({ kind, value: { dict: pairs } })),
      ...asPairs(pairsOf(content)),
      ...otherMappingsOf(node, source),
    ];
  if (tag === "made") return source.makings === undefined ? [] : otherMakings(node, source.makings);
  return tag === "value" || tag === "function" ? libraryEdges(node, source) : [];
}

function otherMappingsOf(
  node: ValueRecipe,
  { otherMappings = [], values }: EdgeSource,
): readonly ValueEdge[] {
  if (values === undefined) return [];
  return otherMappings.map((type) =>
    asSpecific({ kind: `as ${type}`, value: values.asOtherMapping(node, type) }),
  );
}

/** Of a container of a library those of what it holds, in a container of the same type. */
function libraryEdges(node: ValueRecipe, source: EdgeSource): readonly ValueEdge[] {
  const own = source.values?.edgesOf(node, source.siblings) ?? [];
  const held = source.values?.contentOf(node);
  if (held === undefined) return own;
  const { tag, content } = shapeOf(held.value);
  const within = ownEdges(held.value, tag, content, source).filter(({ value }) => shapeOf(value).tag === tag);
  return [...own, ...within.map((edge) => ({ ...edge, value: held.write(edge.value) }))];
}

/** What else a sequence may come as, where the contract lets it. */
const OTHER_SEQUENCES = ["list", "tuple", "iterator"];

function isLatin1(text: string): boolean {
  return Buffer.from(text, "latin1").toString("latin1") === text;
}

/** Integers that programs treat apart, whatever their own constants are. */
const PLAIN_INTEGERS = [
  0, 1, -1, 2, 3, 9, 10, 11, 12, 13, 21, 99, 100, 101, 111, 112, 999, 1000, 1001, 12_345, 1_000_000,
];

/** Larger ones are not made of smaller ones: a square of a constant is a size that nothing has. */
const LARGEST_INTEGER = 1_000_000;

/** Constants that numbers are composed of, and numbers composed of each. */
const MOST_PLACES = 6;
const MOST_COMPOSED = 48;
/** Larger constants are limits, not places. */
const LARGEST_PLACE = 1_000;

/** `k * m + r` for constants `m`, with `k` and `r` at and beside the ends of their ranges and the other constants: what code that divides tells apart. */
function composedIntegers(
  constants: readonly number[],
): readonly { readonly kind: string; readonly choice: number }[] {
  const places = constants.filter((each) => each > 1 && each <= LARGEST_PLACE).slice(0, MOST_PLACES);
  return places.flatMap((place) => {
    const near = constants.flatMap((each) => [each - 1, each, each + 1]);
    const rests = new Set([0, 1, place - 1, ...near.filter((each) => each >= 0 && each < place)]);
    const counts = new Set([1, 2, ...near.filter((each) => each > 0 && each <= place + 1)]);
    const all = [...counts].flatMap((count) => [...rests].map((rest) => count * place + rest));
    return evenChoice(all, MOST_COMPOSED).map((choice) => ({ kind: `composed of ${place}`, choice }));
  });
}

function integerEdges(value: number, constants: readonly number[]): readonly ValueEdge[] {
  const near = constants.flatMap((constant) =>
    [constant - 1, constant, constant + 1, -constant, 2 * constant, constant * constant].map((choice) => ({
      kind: `near ${constant}`,
      choice,
    })),
  );
  const own = [value + 1, value - 1, -value, 2 * value, 10 * value, Math.trunc(value / 2)].map((choice) => ({
    kind: "beside itself",
    choice,
  }));
  const largest = Math.max(LARGEST_INTEGER, 10 * Math.abs(value), ...constants.map((each) => 2 * each));
  const plain = PLAIN_INTEGERS.map((choice) => ({ kind: `plain ${choice}`, choice }));
  const ofConstants = [...near, ...composedIntegers(constants)].map(asSpecific);
  return [...own, ...ofConstants, ...plain]
    .filter(({ choice }) => choice !== value && Number.isSafeInteger(choice) && Math.abs(choice) <= largest)
    .map(({ choice, ...edge }) => ({ ...edge, value: choice === 0 ? 0 : choice }));
}

interface NumberEdge extends Pick<ValueEdge, "kind" | "isSpecific"> {
  readonly choice: number;
}

/** A constant itself, a little below and above it, twice and half of it, its opposite, and so many digits that all of them count. */
const SCALES = [1, 0.999, 1.001, 2, 0.5, -1, 123.456789];

function floatEdges(value: number, { integers, floats = [] }: Literals): readonly ValueEdge[] {
  // 0.29 and 1.005 are less in binary than they read.
  const halves = [0.5, 1.5, 2.5, -0.5, -1.5, 0.05, 0.25, 0.1, 0.29, 1.005, 1234.5678, 1e6];
  const own = [
    value + 1,
    value - 1,
    -value,
    value * 10,
    value / 10,
    value + 0.5,
    Math.round(value),
    value * 1000,
  ];
  const near = integers.flatMap((constant) => [
    constant,
    constant - 0.5,
    constant + 0.5,
    constant - 0.001,
    -constant,
  ]);
  const scaled = floats.flatMap((constant) =>
    SCALES.map((scale) => asSpecific({ kind: `${scale} times ${constant}`, choice: scale * constant })),
  );
  const all: readonly NumberEdge[] = [
    ...own.map((choice) => ({ kind: "beside itself", choice })),
    ...near.map((choice) => ({ kind: "near a constant", choice })),
    ...scaled,
    ...halves.map((choice) => ({ kind: `plain ${choice}`, choice })),
  ];
  return all
    .filter(
      ({ choice, isSpecific = false }) =>
        choice !== value && (isSpecific || isPlain(choice) || !isPlain(value)),
    )
    .map(({ choice, ...edge }) => ({ ...edge, value: { float: floatText(choice) } }));
}

/** True for numbers that are written without an exponent: how others are written is an accident where none was given. */
function isPlain(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e16);
}

type Pairs = readonly (readonly [ValueRecipe, ValueRecipe])[];

/** Entries of a dictionary that are changed one by one. */
const MOST_ENTRIES = 8;

function dictionaryEdges(pairs: Pairs): readonly { readonly kind: string; readonly pairs: Pairs }[] {
  const own = pairs.slice(0, MOST_ENTRIES).flatMap(([key, value], at) => [
    { kind: "a key less", pairs: pairs.toSpliced(at, 1) },
    { kind: "a falsy value", pairs: pairs.toSpliced(at, 1, [key, falsyLike(value)]) },
    { kind: "nothing as a value", pairs: pairs.toSpliced(at, 1, [key, null]) },
    { kind: "an entry alone", pairs: [[key, value] as const] },
    { kind: "an entry last", pairs: [...pairs.toSpliced(at, 1), [key, value] as const] },
    { kind: "values alike", pairs: pairs.map(([own]) => [own, value] as const) },
  ]);
  return [
    { kind: EMPTY, pairs: [] },
    { kind: "reversed", pairs: pairs.toReversed() },
    ...own,
    ...keyEdges(pairs),
  ];
}

/** The entries as a list of pairs, where a contract lets both come: in this form a key can come again. */
function asPairs(pairs: Pairs): readonly ValueEdge[] {
  const [first] = pairs;
  const last = pairs.at(-1);
  if (first === undefined || last === undefined) return [];
  const again = [first[0], pairs.length > 1 ? last[1] : falsyLike(last[1])] as const;
  const listed = (rows: Pairs): ValueRecipe => rows.map((row) => sequenceOf("tuple", row));
  return [
    { kind: "as pairs", value: listed(pairs) },
    { kind: "as pairs with a key again", value: listed([...pairs, again]) },
  ];
}

/** A key in another case, and an entry more. */
function keyEdges(pairs: Pairs): readonly { readonly kind: string; readonly pairs: Pairs }[] {
  const isThere = (key: ValueRecipe): boolean =>
    pairs.some(([own]) => JSON.stringify(own) === JSON.stringify(key));
  return pairs.slice(0, MOST_ENTRIES).flatMap(([key, value], at) => {
    const { tag, content } = shapeOf(key);
    const like = (text: string): ValueRecipe => (tag === "bytes" ? { bytes: text } : text);
    if (tag === "int" && !isThere(Number(content) + 1))
      return [{ kind: "a key more", pairs: [...pairs, [Number(content) + 1, value] as const] }];
    if (tag !== "str" && tag !== "bytes") return [];
    const text = String(content);
    const other = like(text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
    if (isThere(other)) return [];
    return [
      { kind: "a key in another case", pairs: pairs.with(at, [other, value]) },
      { kind: "a key in another case more", pairs: [...pairs, [other, value] as const] },
      ...(isThere(like(`${text}2`))
        ? []
        : [{ kind: "a key more", pairs: [...pairs, [like(`${text}2`), value] as const] }]),
    ];
  });
}
