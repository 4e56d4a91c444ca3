/** Texts beside a text: what splitting, matching, comparing, trimming and reading numbers tell apart. */

/** Kinds of edges that put a constant into a text begin so. */
export const CONSTANT = "constant ";

/** A text beside another, with the respect in which it differs. */
export interface TextEdge {
  readonly kind: string;
  readonly value: string;
}

/** Longer texts are not made: they cost time and show nothing that shorter ones do not. */
const LONGEST = 200;
/** Constants of the reference that are put into a text. */
const MOST_CONSTANTS = 64;
/** A constant of more characters, or of more words, is a message and no piece of an input. */
const LONGEST_CONSTANT = 40;
const MOST_WORDS = 2;

/** Signs that patterns, paths, numbers and markup give a meaning to. */
const SIGNS = Array.from(".-_/,:;+*?()[]{}|^$\\&#%@=<>'\"~! \t\n");

const NUMERIC = "0 1 -1 +1 00 007 10 1.5 -1.5 .5 5. 1e3 1,000 1_000 0x1f １２ 99 100".split(" ");

const LETTERS = "a A z é É ß ñ 日本 ab aB Ab AB s es".split(" ");

/** Short, so that what cuts long texts shows how it treats them: repeated next to each other and apart, in an order and not. */
const WORDS = ["a b a", "b a", "a a b", "A a", "a, b", "a-b", "a  b", "b,a,b"];

/** The texts beside `text`, given the constants of the reference. Several lines are edges where there are lines: elsewhere what an end of line does is an accident. */
export function textEdges(text: string, constants: readonly string[]): readonly TextEdge[] {
  const short = constants.filter(
    (each) =>
      each.length > 0 && each.length <= LONGEST_CONSTANT && each.trim().split(/\s+/u).length <= MOST_WORDS,
  );
  const edges = [
    ...ownEdges(text),
    ...short
      .slice(0, MOST_CONSTANTS)
      .flatMap((piece) =>
        withPiece(text, piece).map(({ kind, value }) => ({ kind: `${CONSTANT}${piece} ${kind}`, value })),
      ),
    ...SIGNS.flatMap((sign) =>
      withPiece(text, sign).map(({ kind, value }) => ({ kind: `sign ${kind}`, value })),
    ),
    ...NUMERIC.map((value) => ({ kind: "plain number", value })),
    ...LETTERS.map((value) => ({ kind: "plain letters", value })),
    ...WORDS.map((value) => ({ kind: `plain words ${value}`, value })),
  ];
  const hasLines = [text, ...constants].some((each) => each.includes("\n"));
  return edges.filter(
    ({ value }) =>
      value !== text &&
      value.length <= Math.max(LONGEST, text.length) &&
      value.isWellFormed() &&
      (hasLines || !value.includes("\n")),
  );
}

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
          { kind: "in the plural", value: `${piece}s` },
          { kind: "for the first word", value: text.replace(WORD, piece) },
          { kind: "for the last word", value: text.replace(LAST_WORD, piece) },
          { kind: "in the plural for the last word", value: text.replace(LAST_WORD, `${piece}s`) },
          { kind: "in capitals for the last word", value: text.replace(LAST_WORD, piece.toUpperCase()) },
        ]
      : [],
  );
}

const WORD = /\p{L}+/u;
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
    { kind: "reversed", value: Array.from(text).toReversed().join("") },
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
    { kind: "numbers negative", value: text.replaceAll(/\d+/gu, "-$&") },
    { kind: "numbers with a fraction", value: text.replaceAll(/\d+/gu, "$&.5") },
    ...numberEdges(text),
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

const FIRST_NUMBER = /\d+/u;
const LAST_NUMBER = /\d+(?=\D*$)/u;

/** Its first and its last number as others write numbers. */
function numberEdges(text: string): readonly TextEdge[] {
  if (!FIRST_NUMBER.test(text)) return [];
  const forms = [
    "$&.999",
    "$&.005",
    "$&.12345",
    "$&.5",
    "$&,5",
    "$&.0",
    "0",
    "0$&",
    "1$&",
    "$&0",
    "-$&",
    "+$&",
    "$&.",
    "1,$&",
  ];
  return [FIRST_NUMBER, LAST_NUMBER].flatMap((number) =>
    forms.map((form) => ({ kind: `a number as ${form}`, value: text.replace(number, form) })),
  );
}

/** What one sign of a text may be instead: readers of numbers and codes take some of them by accident. */
const INSTEAD = Array.from("0123456789+- _.aAzZ");

/** The text with another sign in the place of its first, second, middle or last one: as long as it was. */
function exchangedAt(text: string): readonly TextEdge[] {
  const places = { first: 0, second: 1, middle: Math.floor(text.length / 2), last: text.length - 1 };
  return Object.entries(places).flatMap(([place, at]) =>
    at < 0 || at >= text.length
      ? []
      : INSTEAD.map((sign) => ({
          kind: `another sign at the ${place}`,
          value: text.slice(0, at) + sign + text.slice(at + 1),
        })),
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

function swapCase(text: string): string {
  return text.replaceAll(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
