/** Texts beside a text: what splitting, matching, comparing, trimming and reading numbers tell apart. */
import { formOf, inTurns } from "../../base/index.ts";
import type { Literals, PatternTexts } from "../../languages/index.ts";
import {
  asSpecific,
  asWide,
  CONSTANT,
  isBeyondAscii,
  STRAY_LINE,
  STRUCTURE,
  swapCase,
  type TextEdge,
} from "./text-edge.ts";
import {
  calendarEdges,
  constantNumbers,
  fractionsOf,
  numbersByOthers,
  paddedNumbers,
  plainNumbers,
} from "./text-numbers.ts";
import { structureEdges } from "./text-parts.ts";

/** Longer texts are not made: they cost time and show nothing that shorter ones do not. */
const LONGEST = 200;
/** Constants of the reference that are put into a text. */
const MOST_CONSTANTS = 64;

/** Signs that patterns, paths, numbers and markup give a meaning to. */
export const SIGNS = Array.from(".-_/,:;+*?()[]{}|^$\\&#%@=<>'\"~! \t\n");

const NUMERIC = "0 1 -1 +1 00 007 10 1.5 -1.5 .5 5. 1e3 1,000 1_000 0x1f 99 100".split(" ");

/** Digits that readers of numbers take and classes of ASCII do not: edges where there is more than ASCII. */
const OTHER_DIGITS = "１２";

const ASCII_SIGNS = /[!-/:-@[-`{-~]/gu;
/** Different signs of a text that are written otherwise one by one, the first ones. */
const MOST_SIGNS_OF_TEXT = 6;

/** Letters that are several in another case, or after normalising. */
const FOLDING = ["\ufb01", "\u01c5", "\u017f"];

/** What Unicode writes otherwise: digits, letters, white space; accents as signs of their own. */
function foreignEdges(text: string): readonly TextEdge[] {
  return [
    { kind: "plain number", value: OTHER_DIGITS },
    ...FOLDING.map((letter) => ({ kind: `a letter that folds ${letter}`, value: text + letter })),
    { kind: "accents apart", value: text.normalize("NFD") },
    { kind: "accents as one", value: text.normalize("NFC") },
    { kind: "wide white space", value: text.replaceAll(" ", asWide) },
    { kind: "wide digits", value: text.replaceAll(/\d/gu, asWide) },
    { kind: "wide signs", value: text.replaceAll(ASCII_SIGNS, asWide) },
    ...[...new Set(text.match(ASCII_SIGNS))].slice(0, MOST_SIGNS_OF_TEXT).map((sign) => ({
      kind: "one sign wide",
      value: text.replaceAll(sign, asWide),
    })),
  ];
}

const LETTERS = "a A z é É ß ñ 日本 ab aB Ab AB s es".split(" ");

/** Short, so that what cuts long texts shows how it treats them: repeated next to each other and apart, in an order and not. */
const WORDS = ["a b a", "b a", "a a b", "A a", "a, b", "a-b", "a  b", "b,a,b"];

/** What the texts beside a text draw on. */
export interface TextSource {
  /** Constants of the reference. */
  readonly literals: Literals;
  /** Texts for its patterns. */
  readonly patterns: readonly PatternTexts[];
  /** Signs that are put into the text; all that have a meaning anywhere, by default. */
  readonly signs?: readonly string[] | undefined;
  /** Other texts seen in its place. */
  readonly siblings?: readonly string[];
  /** Whether texts beyond ASCII were seen in its place. */
  readonly isBeyondAscii?: boolean | undefined;
}

/** The texts beside `text`. Several lines are edges where there are lines, in others of its place too: elsewhere what an end of line does is an accident, unless it is refused (`STRAY_LINE`). */
export function textEdges(
  text: string,
  { literals, patterns, signs = SIGNS, siblings = [], isBeyondAscii: isOtherBeyond = false }: TextSource,
): readonly TextEdge[] {
  const { texts: constants, integers, lengths = [], main = [] } = literals;
  const given = constants.filter((each) => each !== "");
  const beyondAscii = isOtherBeyond || [text, ...constants, ...siblings].some(isBeyondAscii);
  const escapes = escapesOf(given, text);
  const others = [...given, ...escapes].filter((each) => !main.includes(each));
  const pieces = inTurns([...Map.groupBy(others, formOf).values()]).slice(0, MOST_CONSTANTS);
  const edges = [
    ...ownEdges(text),
    ...patterns.flatMap((pattern, index) => patternEdges(text, pattern, index).map(asSpecific)),
    ...[...main, ...pieces].flatMap((piece) =>
      withPiece(text, piece).map(({ kind, value }) => {
        const edge = { kind: `${CONSTANT}${piece} ${kind}`, value };
        return main.includes(piece) && AT_ONCE.has(kind) ? { ...edge, isEarly: true } : edge;
      }),
    ),
    ...joinedConstants(given),
    ...besideEnds(text, given).map(asSpecific),
    ...constantNumbers(text, integers),
    ...paddedNumbers(text).map(asSpecific),
    ...numbersByOthers(text).map(asSpecific),
    ...fractionsOf(text).map(asSpecific),
    ...plainNumbers(text).map(asSpecific),
    ...calendarEdges(text).map(asSpecific),
    ...lengthEdges(text, lengths).map(asSpecific),
    ...structureEdges(text).map(({ kind, value }) => ({ kind: STRUCTURE + kind, value })),
    ...signs.flatMap((sign) =>
      withPiece(text, sign).map(({ kind, value }) => ({ kind: `sign ${kind}`, value })),
    ),
    ...NUMERIC.map((value) => ({ kind: "plain number", value })),
    ...(beyondAscii ? foreignEdges(text) : []),
    ...LETTERS.map((value) => ({ kind: "plain letters", value })),
    ...WORDS.map((value) => ({ kind: `plain words ${value}`, value })),
  ];
  const hasLines = [text, ...constants, ...siblings].some((each) => each.includes("\n"));
  const stray = hasLines || text === "" ? [] : [{ kind: STRAY_LINE, value: `${text}\n` }];
  const allowed = edges.filter(
    ({ value }) =>
      value !== text &&
      value.length <= Math.max(LONGEST, text.length, ...lengths.map((length) => length + 1)) &&
      value.isWellFormed() &&
      (hasLines || !value.includes("\n")),
  );
  return [...allowed, ...stray];
}

/** Short constants that are put side by side, the first ones. */
const MOST_JOINED = 8;
const LONGEST_JOINED = 8;

/** A constant behind another one: a sign before a keyword, an opening before its end. */
function joinedConstants(constants: readonly string[]): readonly TextEdge[] {
  const short = constants.filter((each) => each.length <= LONGEST_JOINED).slice(0, MOST_JOINED);
  return short.flatMap((one) =>
    short
      .filter((other) => other !== one)
      .map((other) => ({ kind: `${CONSTANT}${one} before another`, value: one + other })),
  );
}

/** A constant next to one with which the text begins or ends: what takes off one of them may take off the other as well. */
function besideEnds(text: string, constants: readonly string[]): readonly TextEdge[] {
  const short = constants.filter((each) => each.length <= LONGEST_JOINED).slice(0, MOST_JOINED);
  return short.flatMap((one) => {
    const [begins, ends] = [text.startsWith(one), text.endsWith(one)];
    return short.flatMap((other) => [
      ...(begins
        ? [{ kind: `${CONSTANT}${other} behind ${one}`, value: one + other + text.slice(one.length) }]
        : []),
      ...(ends
        ? [{ kind: `${CONSTANT}${other} ahead of ${one}`, value: text.slice(0, -one.length) + other + one }]
        : []),
    ]);
  });
}

/** The text cut, or repeated, to each length that the reference tests, one less and one more. */
function lengthEdges(text: string, lengths: readonly number[]): readonly TextEdge[] {
  if (text === "") return [];
  return lengths.flatMap((length) =>
    [length, length + 1, length - 1]
      .filter((own) => own > 0)
      .map((own) => ({
        kind: `${own} signs`,
        value: text.repeat(Math.ceil(own / text.length)).slice(0, own),
      })),
  );
}

/** Signs among the constants as they are escaped in addresses, where these or the text have escapes. */
function escapesOf(constants: readonly string[], text: string): readonly string[] {
  if (![text, ...constants].some((each) => /%(?:[0-9A-Fa-f]{2})|^[%+]$/u.test(each))) return [];
  return constants
    .filter((each) => /^[^\p{L}\p{N}]$/u.test(each) && /^\p{ASCII}$/u.test(each))
    .map((sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

/** What a pattern matches and nearly matches, alone and in a text. */
function patternEdges(text: string, { matching, near }: PatternTexts, index: number): readonly TextEdge[] {
  const kind = `pattern ${index}`;
  return [
    ...matching.map((value) => ({ kind: `${kind} matches`, value })),
    ...near.map((value) => ({ kind: `${kind} nearly matches`, value })),
    ...matching.flatMap((value) => [
      { kind: `${kind} matches at the start`, value: `${value} ${text}` },
      { kind: `${kind} matches at the end`, value: text + value },
      { kind: `${kind} matches twice`, value: `${value} ${text} ${value}` },
    ]),
  ];
}

/** Where constants that the reference itself names are put at once. */
const AT_ONCE = new Set(["first", "last", "inside", "alone", "for the first word"]);

/** A piece alone and at every kind of place in a text. */
export function withPiece(text: string, piece: string): readonly TextEdge[] {
  const middle = Math.ceil(text.length / 2);
  const [left, right] = [text.slice(0, middle), text.slice(middle)];
  return [
    { kind: "first", value: piece + text },
    { kind: "last", value: text + piece },
    { kind: "inside", value: left + piece + right },
    { kind: "at both ends", value: piece + text + piece },
    { kind: "alone", value: piece },
    { kind: "twice inside", value: left + piece + piece + right },
    { kind: "between two", value: text + piece + text },
    { kind: "for every sign", value: text.replaceAll(/[^\p{L}\p{N}]+/gu, piece) },
  ].concat(
    /\p{L}/u.test(piece)
      ? [
          { kind: "in capitals", value: piece.toUpperCase() },
          { kind: "with a capital", value: capitalised(piece) },
          { kind: "inside a word", value: `a${piece}` },
          { kind: "as the start of a word", value: `${piece}a` },
          { kind: "as the last word", value: `${text} ${piece}` },
          { kind: "without its end", value: piece.slice(0, -1) },
          { kind: "its first letter", value: piece.slice(0, 1) },
          { kind: "its first letters", value: piece.slice(0, 2) },
          { kind: "first, before signs of its own", value: piece + backwards(piece) + text },
          { kind: "last, after signs of its own", value: text + backwards(piece) + piece },
          { kind: "in the plural", value: `${piece}s` },
          { kind: "for the first word", value: text.replace(WORD, piece) },
          { kind: "for the last word", value: text.replace(LAST_WORD, piece) },
          { kind: "in the quotes", value: text.replace(QUOTED, (_, sign: string) => sign + piece + sign) },
          { kind: "in the plural for the last word", value: text.replace(LAST_WORD, `${piece}s`) },
          { kind: "in capitals for the last word", value: text.replace(LAST_WORD, piece.toUpperCase()) },
        ]
      : [
          {
            kind: "behind the first word, with more",
            value: text.replace(PART, (part) => `${part}${piece}ab`),
          },
          {
            kind: "behind the last word, with more",
            value: text.replace(LAST_PART, (part) => `${part}${piece}ab`),
          },
        ],
  );
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join("");
}

const PART = /[\p{L}\p{N}]+/u;
const LAST_PART = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u;
const WORD = /\p{L}+/u;
const QUOTED = /(["'`]).*?\1/u;
const LAST_WORD = /\p{L}+(?=[^\p{L}]*$)/u;

function ownEdges(text: string): readonly TextEdge[] {
  const at = Math.floor(text.length / 2);
  const words = text.split(/(\s+|[^\p{L}\p{N}]+)/u);
  return [
    { kind: "empty", value: "" },
    { kind: "in capitals", value: text.toUpperCase() },
    { kind: "in small letters", value: text.toLowerCase() },
    { kind: "with a capital", value: capitalised(text) },
    { kind: "with capitals", value: text.replaceAll(/\p{L}+/gu, capitalised) },
    { kind: "the other case", value: swapCase(text) },
    { kind: "its first letter in the other case", value: text.replace(/\p{L}/u, swapCase) },
    { kind: "its last letter in the other case", value: text.replace(/\p{L}(?=\P{L}*$)/u, swapCase) },
    { kind: "the last letter in capitals", value: text.slice(0, -1) + text.slice(-1).toUpperCase() },
    { kind: "the first letter small", value: text.slice(0, 1).toLowerCase() + text.slice(1) },
    { kind: "white space before", value: ` ${text}` },
    { kind: "white space after", value: `${text} ` },
    { kind: "white space around", value: `  ${text}\t` },
    { kind: "a line after", value: `${text}\n` },
    { kind: "lines", value: `${text}\n${text}` },
    { kind: "white space for signs", value: text.replaceAll(/[^\p{L}\p{N}]+/gu, " ") },
    { kind: "white space doubled", value: text.replaceAll(/\s/gu, "  ") },
    { kind: "without the first", value: text.slice(1) },
    { kind: "without the last", value: text.slice(0, -1) },
    { kind: "the first alone", value: text.slice(0, 1) },
    { kind: "the first two", value: text.slice(0, 2) },
    { kind: "the first half", value: text.slice(0, at) },
    { kind: "the second half", value: text.slice(at) },
    { kind: "the first again", value: text.slice(0, 1) + text },
    { kind: "the last again", value: text + text.slice(-1) },
    { kind: "twice", value: text + text },
    { kind: "twice with white space", value: `${text} ${text}` },
    { kind: "thrice", value: `${text} ${text} ${text}` },
    { kind: "reversed", value: backwards(text) },
    { kind: "words reversed", value: words.toReversed().join("") },
    { kind: "words there and back", value: `${text} ${words.toReversed().join("")}` },
    { kind: "signs gone", value: text.replaceAll(/[^\p{L}\p{N}]+/gu, "") },
    { kind: "signs doubled", value: text.replaceAll(/([^\p{L}\p{N}\s])/gu, "$1$1") },
    { kind: "letters gone", value: text.replaceAll(/\p{L}+/gu, "") },
    { kind: "digits gone", value: text.replaceAll(/\d+/gu, "") },
    { kind: "numbers zero", value: text.replaceAll(/\d+/gu, "0") },
    { kind: "numbers one more", value: text.replaceAll(/\d{1,9}/gu, (digits) => String(Number(digits) + 1)) },
    { kind: "numbers large", value: text.replaceAll(/\d+/gu, "100") },
    { kind: "numbers with zeros", value: text.replaceAll(/\d+/gu, "00$&") },
    { kind: "numbers with many zeros", value: text.replaceAll(/\d+/gu, `${"0".repeat(10)}$&`) },
    { kind: "numbers negative", value: text.replaceAll(/\d+/gu, "-$&") },
    { kind: "numbers with a fraction", value: text.replaceAll(/\d+/gu, "$&.5") },
    ...lineEdges(text).map(asSpecific),
    ...blankEdges(text).map(asSpecific),
    ...signsInWords(text).map(asSpecific),
    ...partEdges(text),
    ...(text.includes("/")
      ? [
          { kind: "up and down", value: text.replace("/", "/../") },
          { kind: "a step that stays", value: text.replace(/\/(?=[^/]*$)/u, "/./") },
        ]
      : []),
    ...numberEdges(text),
    ...YEARS.map((year) => ({ kind: `the year ${year}`, value: text.replace(YEAR, year) })),
    ...codeEdges(text),
    ...exchangedSigns(text),
    ...exchangedAt(text),
    { kind: "zeros dropped", value: text.replaceAll(/(?<!\d)0+(?=\d)/gu, "") },
    { kind: "a letter before", value: `a${text}` },
    { kind: "a capital before", value: `A${text}` },
    { kind: "a letter after", value: `${text}a` },
    { kind: "a capital after", value: `${text}A` },
    { kind: "a digit before", value: `1${text}` },
    { kind: "a digit after", value: `${text}1` },
    { kind: "other letters", value: text.replaceAll(/e/gu, "é") },
    { kind: "other letters after", value: `${text}é` },
  ];
}

/** What may stand between two lines, or at the end of one, in the place of its first or last line end; none for a text of one line. */
function lineEdges(text: string): readonly TextEdge[] {
  return Object.entries(LINE_ENDS).flatMap(([kind, end]) => [
    { kind: `${kind}, first`, value: text.replace("\n", end) },
    { kind: `${kind}, last`, value: text.replace(/\n(?![^]*\n)/u, end) },
  ]);
}

const LINE_ENDS = {
  "an empty line": "\n\n",
  "a line of blanks": "\n  \n",
  "a line of a tab": "\n\t\n",
  "blanks at the end of a line": "  \n",
  "a line further in": "\n    ",
  "a line after a tab": "\n\t",
  "a line end of two signs": "\r\n",
  "a carriage return alone": "\r",
  "a form feed at the end of a line": "\f\n",
} as const;

/** Other white space for its first blank, its middle one and its last: what reads words takes all of it, or a line end for more. */
function blankEdges(text: string): readonly TextEdge[] {
  const blanks = Array.from(text.matchAll(/(?<=\S) (?=\S)/gu), ({ index }) => index);
  const places = new Set([0, blanks.length >> 1, blanks.length - 1].flatMap((at) => blanks[at] ?? []));
  return Array.from(places).flatMap((at) =>
    Object.entries(BLANKS).map(([kind, blank]) => ({
      kind,
      value: text.slice(0, at) + blank + text.slice(at + 1),
    })),
  );
}

const BLANKS = {
  "a line end for a blank": "\n",
  "a tab for a blank": "\t",
  "two blanks for one": "  ",
} as const;

/** Signs of a text's own that are put into its words. */
const MOST_OWN_SIGNS = 4;

/** Each sign of its own once more: inside its first word, and inside its last. */
function signsInWords(text: string): readonly TextEdge[] {
  const signs = [...new Set(text.match(/[^\p{L}\p{N}\s]/gu))].slice(0, MOST_OWN_SIGNS);
  const halved = (word: string, sign: string): string => {
    const middle = Math.ceil(word.length / 2);
    return word.slice(0, middle) + sign + word.slice(middle);
  };
  return signs.flatMap((sign) => [
    { kind: "its own sign in the first word", value: text.replace(WORD, (word) => halved(word, sign)) },
    { kind: "its own sign in the last word", value: text.replace(LAST_WORD, (word) => halved(word, sign)) },
  ]);
}

/** Parts of a text that are taken in turn, from either end. */
const PARTS_FROM_EITHER_END = 2;

/** Its first and last parts between signs, each empty, without its sign, twice, and where the text ends with the sign before it. */
function partEdges(text: string): readonly TextEdge[] {
  const parts = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  if (parts.length < 2) return [];
  const taken = parts.filter(
    (_, at) => at < PARTS_FROM_EITHER_END || at >= parts.length - PARTS_FROM_EITHER_END,
  );
  return taken.flatMap(({ 0: part, index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + part.length)];
    const sign = before.slice(-1);
    return [
      { kind: "a part empty", value: before + behind },
      { kind: "a part gone", value: before.slice(0, -1) + (sign === "" ? behind.slice(1) : behind) },
      { kind: "a part twice", value: `${before}${part}${sign || behind.slice(0, 1)}${part}${behind}` },
      { kind: "ends before a part", value: before },
    ];
  });
}

/** The first whole number that a double does not have. */
const LONG_NUMBER = "9007199254740993";

const FIRST_NUMBER = /(\d+)(?:\.\d+)?/u;
const LAST_NUMBER = /(\d+)(?:\.\d+)?(?=\D*$)/u;

/** Its first and its last number as others write numbers. */
function numberEdges(text: string): readonly TextEdge[] {
  if (!FIRST_NUMBER.test(text)) return [];
  const forms = [
    "$1.999",
    "$1.005",
    "$1.12345",
    "$1.5",
    "$1,5",
    "$1.0",
    "0",
    "0$&",
    "1$&",
    "$&0",
    "-$&",
    "+$&",
    "$1.",
    "1,$&",
    LONG_NUMBER,
  ];
  return [FIRST_NUMBER, LAST_NUMBER].flatMap((number) =>
    forms.map((form) => ({ kind: `a number as ${form}`, value: text.replace(number, form) })),
  );
}

const YEAR = /(?<!\d)[12]\d{3}(?!\d)/u;
/** Leap years and others, by all three rules. */
const YEARS = ["1900", "2000", "2023", "2024"];

/** Digits and capitals without white space, with three digits at least: what may end with a sign that checks the others. */
export const CODE = /^(?=(?:\P{Nd}*\p{Nd}){3})[\p{Lu}\p{Nd}./-]{5,34}$/u;
/** Places of a code, as shares of its length, at which another sign stands in turn. */
const CODE_PLACES = [0, 0.35, 0.6, 0.85];

/** Other codes with every sign that may check them: one in ten or so is right, and some are right with a sign that is rare. */
function codeEdges(text: string): readonly TextEdge[] {
  if (!CODE.test(text)) return [];
  const signs = Array.from(/\p{L}$/u.test(text) ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "0123456789X");
  const rest = text.slice(0, -1);
  return CODE_PLACES.flatMap((share) => {
    const at = Math.floor(share * rest.length);
    const digit = rest.charAt(at);
    if (!/\d/u.test(digit)) return [];
    return [1, 4, 7].flatMap((more) => {
      const other = rest.slice(0, at) + String((Number(digit) + more) % 10) + rest.slice(at + 1);
      return signs.map((sign) => ({ kind: `another code at ${share} with ${sign}`, value: other + sign }));
    });
  });
}

/** What one sign of a text may be instead: readers of numbers and codes take some of them by accident. */
const INSTEAD = { digit: "0123456789", sign: "+- ", joint: "_.", letter: "aAzZ" };

/** The text with another sign in the place of its first, second, middle or last one: as long as it was. */
function exchangedAt(text: string): readonly TextEdge[] {
  const places = { first: 0, second: 1, middle: Math.floor(text.length / 2), last: text.length - 1 };
  return Object.entries(places)
    .filter(([, at]) => at >= 0 && at < text.length)
    .flatMap(([place, at]) =>
      Object.entries(INSTEAD).flatMap(([name, signs]) =>
        Array.from(signs, (sign) => ({
          kind: `another ${name} at the ${place}`,
          value: text.slice(0, at) + sign + text.slice(at + 1),
        })),
      ),
    );
}

/** Signs that stand for one another where people write them. */
const EXCHANGED = [
  ".,",
  ",.",
  "-_",
  "_-",
  "/-",
  "-/",
  ":.",
  ".:",
  "/\\",
  "'\"",
  "\"'",
  ",;",
  ";,",
  "T ",
  " T",
  "- ",
  "_ ",
] as const;

function exchangedSigns(text: string): readonly TextEdge[] {
  return EXCHANGED.flatMap(([sign = "", other = ""]) =>
    text.includes(sign) ? [{ kind: "signs exchanged", value: text.replaceAll(sign, other) }] : [],
  );
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}
