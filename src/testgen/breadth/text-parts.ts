/** Texts beside one that is made of parts between signs, or of what stands in brackets: other parts, another order, the same again. */
import { swapCase, type TextEdge } from "./text-edge.ts";
import { pairEdges } from "./text-pairs.ts";

/** The texts beside a text in respect of its structure; none for a text without any. */
export function structureEdges(text: string): readonly TextEdge[] {
  return [
    ...separatedEdges(text),
    ...pairEdges(text),
    ...bracketEdges(text),
    ...escapedEdges(text),
    ...otherEscapes(text),
    ...signsInParts(text),
  ];
}

/** Signs of a text at each of which it is cut. */
const MOST_SEPARATORS = 6;

/** What a text is divided by: each sign that is no letter and no digit, in the order in which they come. */
export function separatorsOf(text: string): readonly string[] {
  return [...new Set(text.match(/[^\p{L}\p{N}]/gu))].slice(0, MOST_SEPARATORS);
}

function separatedEdges(text: string): readonly TextEdge[] {
  return separatorsOf(text).flatMap((sign) => {
    const parts = text.split(sign);
    const spaced = /\s/u.test(sign)
      ? []
      : [
          { kind: "white space before a sign", value: parts.join(` ${sign}`) },
          { kind: "white space after a sign", value: parts.join(`${sign} `) },
          { kind: "white space around a sign", value: parts.join(` ${sign} `) },
        ];
    const changed = changedParts(parts).map((edge) => ({ kind: edge.kind, value: edge.parts.join(sign) }));
    return [...spaced, ...changed];
  });
}

/** Parts whose places are taken in turn, from either end. */
const FROM_EITHER_END = 2;

interface PartsEdge {
  readonly kind: string;
  readonly parts: readonly string[];
}

function changedParts(parts: readonly string[]): readonly PartsEdge[] {
  const [first = "", ...others] = parts;
  const last = parts.at(-1) ?? "";
  const isTaken = (at: number): boolean => at < FROM_EITHER_END || at >= parts.length - FROM_EITHER_END;
  return [
    ...[...parts.keys()].filter(isTaken).flatMap((at) => changedPart(parts, at)),
    { kind: "parts reversed", parts: parts.toReversed() },
    { kind: "parts turned", parts: [...others, first] },
    { kind: "the first part again", parts: [...parts, first] },
    { kind: "the first part again in another case", parts: [...parts, swapCase(first)] },
    { kind: "the last part first too", parts: [last, ...parts] },
    { kind: "more parts", parts: [...parts, "a"] },
  ];
}

function changedPart(parts: readonly string[], at: number): readonly PartsEdge[] {
  const part = parts[at] ?? "";
  const other = (at === 0 ? parts.at(-1) : parts[0]) ?? "";
  return [
    { kind: "parts, one empty", parts: parts.with(at, "") },
    { kind: "parts, one blank", parts: parts.with(at, " ") },
    { kind: "parts, a blank one more", parts: parts.toSpliced(at, 0, " ") },
    { kind: "parts, one less", parts: parts.toSpliced(at, 1) },
    { kind: "parts, one in capitals", parts: parts.with(at, part.toUpperCase()) },
    { kind: "parts, one in small letters", parts: parts.with(at, part.toLowerCase()) },
    { kind: "parts, one with white space", parts: parts.with(at, ` ${part} `) },
    { kind: "parts, one in quotes", parts: parts.with(at, `"${part}"`) },
    { kind: "parts, one twice", parts: parts.toSpliced(at, 0, part) },
    { kind: "parts, one for another", parts: parts.with(at, other) },
  ];
}

/** Opening signs with their closing ones. */
const BRACKETS = ["()", "[]", "{}", "<>", '""', "''", "``"] as const;

/** What stands in the first brackets of each kind: gone, twice, nested, without an end. */
function bracketEdges(text: string): readonly TextEdge[] {
  return BRACKETS.flatMap((brackets) => {
    const [open = "", close = ""] = brackets;
    const at = text.indexOf(open);
    const end = at < 0 ? -1 : text.indexOf(close, at + 1);
    if (end < 0) return [];
    const forms = formsOfBrackets(open, text.slice(at + 1, end), close);
    return forms.map(([kind, form]) => ({
      kind: `brackets ${kind}`,
      value: text.slice(0, at) + form + text.slice(end + 1),
    }));
  });
}

function formsOfBrackets(
  open: string,
  inner: string,
  close: string,
): readonly (readonly [kind: string, form: string])[] {
  const whole = open + inner + close;
  return [
    // An expression in round brackets has no empty form: what becomes of one is an accident.
    ...(open === "(" ? [] : [["empty", open + close] as const]),
    ["gone", inner],
    ["and all gone", ""],
    ["not closed", open + inner],
    ["not opened", inner + close],
    ["twice", whole + whole],
    ["apart twice", `${whole} ${whole}`],
    ["in brackets", open + whole + close],
    ["with white space", `${open} ${inner} ${close}`],
    ["with an escaped end", `${open}${inner}\\${close}`],
    ["with an end before", close + whole],
  ];
}

/** Signs of a text that are escaped, and words that get one, one by one. */
const MOST_ESCAPED = 4;

/** Its own signs after one backslash and after two. */
function escapedEdges(text: string): readonly TextEdge[] {
  return separatorsOf(text)
    .filter((sign) => !/\s/u.test(sign))
    .slice(0, MOST_ESCAPED)
    .flatMap((sign) => [
      { kind: "a sign after a backslash", value: text.replace(sign, () => `\\${sign}`) },
      { kind: "a sign after two backslashes", value: text.replace(sign, () => `\\\\${sign}`) },
    ]);
}

/** Letters and signs that follow a backslash in one notation or another. */
const ESCAPED = Array.from("nrtbfv0asdwBuxN\"'\\/").concat("x41", "u0041", "\n");

/** Its first and its last escape as another one; none for a text without a backslash. */
function otherEscapes(text: string): readonly TextEdge[] {
  const escapes = [...text.matchAll(/\\[^]/gu)];
  const ends = escapes.length < 2 ? escapes : [escapes[0], escapes.at(-1)];
  return ends.flatMap((found) => {
    const [own, index] = [found?.[0] ?? "", found?.index ?? 0];
    const before = text.slice(0, index + 1);
    return ESCAPED.map((letter) => ({
      kind: "another escape",
      value: before + letter + text.slice(index + own.length),
    }));
  });
}

/** Its own signs once more, inside each of its first words: a separator that stands in a part. */
function signsInParts(text: string): readonly TextEdge[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]{2,}/gu)].slice(0, MOST_ESCAPED);
  const signs = separatorsOf(text).filter((sign) => !/\s/u.test(sign));
  return words.flatMap(({ index }) =>
    signs.map((sign) => ({
      kind: "its own sign inside a part",
      value: text.slice(0, index + 1) + sign + text.slice(index + 1),
    })),
  );
}
