/** Boundary values: what stands beside a value in every respect in which programs tell values apart. Systematic, without chance. */
import { canonicalJson, inTurns } from "../../base/index.ts";
import type { Literals, PatternTexts, ValueEdge, Values } from "../../languages/index.ts";
import type { ValueRecipe } from "../../spec/index.ts";
import { falsyLike } from "../falsy-value.ts";
import { otherMakings, type Makings } from "../made-parts.ts";
import { itemsOf, pairsOf, SEQUENCE_TAGS, sequenceOf, shapeOf, typeNameOf } from "../value-shape.ts";
import { crossedTexts } from "./crossed-texts.ts";
import { floatEdges, integerEdges } from "./number-edges.ts";
import { sizedEdges } from "./sequence-edges.ts";
import { asSpecific, EMPTY, type TextEdge } from "./text-edge.ts";
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
  /** Whether texts beyond ASCII were seen in the same place. */
  readonly isBeyondAscii?: boolean | undefined;
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

/** Octets of the reference that are put into bytes, each with those beside it. */
const MOST_OCTETS = 12;

/** Bytes with the numbers that the reference compares octets with, and those beside them: at either end, inside, and in the place of another. */
function octetEdges(text: string, integers: readonly number[]): readonly TextEdge[] {
  const known = integers.filter((number) => number >= 0 && number <= LARGEST_OCTET).slice(0, MOST_OCTETS);
  const near = new Set(known.flatMap((number) => [number, number - 1, number + 1]));
  const middle = Math.ceil(text.length / 2);
  const places = [...new Set([0, 1, middle, text.length - 1])].filter((at) => at < text.length && at >= 0);
  return [...near]
    .filter((number) => number >= 0 && number <= LARGEST_OCTET)
    .flatMap((number) => {
      const sign = String.fromCharCode(number);
      return [
        { kind: `octet ${number} last`, value: text + sign },
        { kind: `octet ${number} inside`, value: text.slice(0, middle) + sign + text.slice(middle) },
        { kind: `octet ${number} first`, value: sign + text },
        ...places.map((at) => ({
          kind: `octet ${number} at ${at}`,
          value: text.slice(0, at) + sign + text.slice(at + 1),
        })),
      ];
    });
}

const LARGEST_OCTET = 255;

/** What encodings tell apart at the end of octets: a letter in UTF-8, which other encodings read as two, and one that is cut off. */
const ENCODED = [
  { kind: "with UTF-8", octets: "\u00c3\u00a9" },
  { kind: "cut within UTF-8", octets: "\u00c3" },
];

function ownEdges(
  node: ValueRecipe,
  tag: string,
  content: unknown,
  source: EdgeSource,
): readonly ValueEdge[] {
  const { literals, patterns, signs, siblings } = source;
  if (tag === "bool") return [{ kind: "flipped", value: content !== true }];
  if (tag === "int") return integerEdges(String(content), literals);
  if (tag === "float") return floatEdges(Number(content), literals);
  if (tag === "str")
    return [
      ...textEdges(String(content), {
        literals,
        patterns,
        signs,
        siblings: siblings.filter(isText),
        isBeyondAscii: source.isBeyondAscii,
      }),
      ...crossedTexts(String(content), [...siblings, ...(source.partners ?? [])]),
    ];
  if (tag === "bytes" || tag === "bytearray") {
    const encoded = ENCODED.map(({ kind, octets }) => ({ kind, value: `${String(content)}${octets}` }));
    const octets = octetEdges(String(content), literals.integers).map(asSpecific);
    return [...textEdges(String(content), { literals, patterns, signs }), ...octets, ...encoded].flatMap(
      (edge) => (isLatin1(edge.value) ? [{ ...edge, value: { [tag]: edge.value } }] : []),
    );
  }
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
  if (tag === "made") {
    const others = source.makings === undefined ? [] : otherMakings(node, source.makings);
    // What an object was called for is all that it is; of what each call was given there are many changes more.
    return others.map((edge) => ({ ...edge, isEarly: true }));
  }
  return tag === "value" || tag === "function" ? libraryEdges(node, source) : [];
}

function isText(value: ValueRecipe): value is string {
  return typeof value === "string";
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
