/**
 * New texts of a notation that nobody describes, out of texts that are written in it: tokens and bracketed pieces of one go into another, are left out or stand
 * in another's place, and two texts are spliced where they have the same token. Most are refused by whoever reads the notation, which is worth seeing as well.
 */
import type { Random } from "../../base/index.ts";
import { asWide, isBeyondAscii } from "../breadth/text-edge.ts";
import { hasLines, relinedText, swapNeighbours, windowOf } from "./relined-texts.ts";

/** Texts are not made longer, unless one that was given is. */
const LONGEST = 120;
/** Of the texts that were changed those that are changed once more, as long as they were changed fewer times than this. */
const AGAIN_SHARE = 0.45;
const MOST_CHANGES = 5;
/** Of longer texts those that are trimmed, before any other change: what is short is changed where it counts. Lines from which they are trimmed by lines. */
const SHORT = 24;
const TRIMMED_SHARE = 0.3;
const FEWEST_TRIMMED = 4;
/** Of the changes those that use a constant. */
const CONSTANT_SHARE = 0.12;
/** Of the changes those of white space between tokens, and of comments there. */
const RESPACED_SHARE = 0.08;
/** Where some text has more than ASCII, of the changes those that put in what Unicode has beside ASCII's digits, signs and white space. */
const WIDENED_SHARE = 0.06;
/** Of the changes of texts with lines those of whole lines. */
const RELINED_SHARE = 0.45;
/** Tokens left out at once, at most. */
const MOST_DROPPED = 3;
/** Times that two tokens are drawn to be alike before texts are spliced anywhere. */
const DRAWS = 8;

/** A word or number, white space, or one sign. */
const TOKEN = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const PLAIN = ["0", "1", "-1", "1.5", "a", "A", "", " ", "true", "false", "null", "None"];
const QUOTES = new Set(["'", '"', "`"]);

type Tokens = readonly string[];

/** A bracketed or quoted piece: its tokens, and where they stand, the brackets included. */
interface Group {
  readonly start: number;
  /** Behind the closing bracket. */
  readonly end: number;
  readonly opening: string;
}

/** What texts are made of. */
export interface Notation {
  /** Texts that are written in it; not empty. */
  readonly donors: readonly string[];
  /** What the code that reads it compares with: signs and words that no text need have. */
  readonly constants: readonly string[];
}

/** A text made of `text` and of what a notation has; it may be as it was. */
export function recombinedText(text: string, { donors, constants }: Notation, random: Random): string {
  const changeTokens = (tokens: Tokens, given: Tokens): Tokens => {
    if (random.next() < RESPACED_SHARE) return respace(tokens, donors, random);
    if (random.next() < WIDENED_SHARE && donors.some(isBeyondAscii)) return widen(tokens, random);
    if (constants.length === 0 || random.next() >= CONSTANT_SHARE)
      return random.pick(CHANGES)(tokens, given, random);
    const constant = random.pick(constants);
    if (random.next() < 0.3) return fillGroup(tokens, [constant, ...given], random);
    return random.pick([insertToken, insertSign, replaceToken])(tokens, [constant], random);
  };
  const changeOnce = (own: string): string => {
    const [first, second] = [random.pick(donors), random.pick(donors)];
    const isFirst = first.length <= second.length || random.next() < 0.5;
    const donor = windowOf(isFirst ? first : second, random);
    if ((hasLines(own) || hasLines(donor)) && random.next() < RELINED_SHARE)
      return relinedText(own, donor, random);
    return changeTokens(tokensOf(own), tokensOf(donor)).join("");
  };
  const isTrimmed = text.length > SHORT && random.next() < TRIMMED_SHARE;
  const given = windowOf(text, random);
  let changed = isTrimmed ? trimmed(given, random) : changeOnce(given);
  for (let times = 1; times < MOST_CHANGES && random.next() < AGAIN_SHARE; times++)
    changed = changeOnce(changed);
  const longest = Math.max(LONGEST, text.length, ...donors.map(({ length }) => length));
  return changed.length <= longest && changed.isWellFormed() ? changed : text;
}

/** Without some of its lines in a row, half of them at most, or of its tokens where it has few lines. */
function trimmed(text: string, random: Random): string {
  const lines = text.split("\n");
  const [parts, between] = lines.length >= FEWEST_TRIMMED ? [lines, "\n"] : [tokensOf(text), ""];
  const most = Math.ceil(parts.length / 2);
  return parts.toSpliced(random.integer(parts.length), 1 + random.integer(most)).join(between);
}

/** Words and numbers, white space, and single signs. */
export function tokensOf(text: string): Tokens {
  return text.match(TOKEN) ?? [];
}

type Change = (own: Tokens, other: Tokens, random: Random) => Tokens;

const drop: Change = (own, _, random) => {
  const at = random.integer(own.length + 1);
  return own.toSpliced(at, 1 + random.integer(MOST_DROPPED));
};

const insertToken: Change = (own, other, random) =>
  other.length === 0 ? own : own.toSpliced(random.integer(own.length + 1), 0, random.pick(other));

/** A token of the other where nothing is expected: at either end, or beside another sign. */
const insertSign: Change = (own, other, random) => {
  const beside = own.flatMap((token, at) => (isWord(token) ? [] : [at, at + 1]));
  const at = random.pick([0, own.length, ...beside]);
  return other.length === 0 ? own : own.toSpliced(at, 0, random.pick(other));
};

/** One sign of its own once more: a separator at the end of a list. */
const repeatSign: Change = (own, _, random) => insertSign(own, own.filter(isSign), random);

const replaceToken: Change = (own, other, random) => {
  if (own.length === 0) return other;
  const at = random.integer(own.length);
  const alike = other.filter((token) => isWord(token) === isWord(own[at] ?? ""));
  return alike.length === 0 ? own : own.with(at, random.pick(alike));
};

/** The whole other text in the place of a word. */
const nest: Change = (own, other, random) => {
  const words = own.flatMap((token, at) => (isWord(token) ? [at] : []));
  return words.length === 0 ? [...own, ...other] : own.toSpliced(random.pick(words), 1, ...other);
};

/** A bracketed piece alone, or what stands in it. */
const keepGroup: Change = (own, other, random) => {
  const groups = groupsOf(own);
  if (groups.length === 0) return other;
  const { start, end } = random.pick(groups);
  return random.next() < 0.5 ? own.slice(start, end) : own.slice(start + 1, end - 1);
};

/** The beginning of one and the end of the other, which meet at a token that both have, where there is one. */
const splice: Change = (own, other, random) => {
  let [left, right] = [random.integer(own.length + 1), random.integer(other.length + 1)];
  for (let draw = 0; draw < DRAWS && own.length > 0; draw++) {
    const at = random.integer(own.length);
    const alike = other.flatMap((token, place) => (token === own[at] ? [place] : []));
    if (alike.length === 0 || isBlank(own[at])) continue;
    [left, right] = [at, random.pick(alike)];
    break;
  }
  return [...own.slice(0, left), ...other.slice(right)];
};

/** Nothing between two brackets. */
const emptyGroup: Change = (own, _, random) => {
  const groups = groupsOf(own);
  if (groups.length === 0) return own;
  const { start, end } = random.pick(groups);
  return own.toSpliced(start + 1, end - start - 2);
};

/** The whole other text between two brackets. */
const fillGroup: Change = (own, other, random) => {
  const groups = groupsOf(own);
  if (groups.length === 0) return own;
  const { start, end } = random.pick(groups);
  return own.toSpliced(start + 1, end - start - 2, ...other);
};

/** One of its signs once more at the end, or at the start, of what is bracketed: an item that is not there. */
const padGroup: Change = (own, _, random) => {
  const groups = groupsOf(own);
  if (groups.length === 0) return own;
  const { start, end } = random.pick(groups);
  const signs = own.slice(start + 1, end - 1).filter(isSign);
  if (signs.length === 0) return own;
  return own.toSpliced(random.next() < 0.7 ? end - 1 : start + 1, 0, random.pick(signs));
};

/** A bracketed piece of the other in the place of one of its own. */
const replaceGroup: Change = (own, other, random) => {
  const [mine, theirs] = [groupsOf(own), groupsOf(other)];
  if (mine.length === 0 || theirs.length === 0) return own;
  const taken = random.pick(mine);
  const alike = theirs.filter(({ opening }) => opening === taken.opening);
  const given = random.pick(alike.length > 0 && random.next() < 0.5 ? alike : theirs);
  return own.toSpliced(taken.start, taken.end - taken.start, ...other.slice(given.start, given.end));
};

/** A bracketed piece, of the other or of its own, behind one of its own or behind a word. */
const addGroup: Change = (own, other, random) => {
  const donor = random.next() < 0.3 ? own : other;
  const groups = groupsOf(donor);
  if (groups.length === 0) return own;
  const ends = [
    ...groupsOf(own).map(({ end }) => end),
    ...own.flatMap((token, at) => (isWord(token) ? [at + 1] : [])),
  ];
  const { start, end } = random.pick(groups);
  return own.toSpliced(ends.length === 0 ? 0 : random.pick(ends), 0, ...donor.slice(start, end));
};

const spaceOut: Change = (own, _, random) =>
  own.toSpliced(random.integer(own.length + 1), 0, random.pick([" ", " ", "\t", "\n"]));

/** What most notations have between tokens and read over. */
const COMMENT = /\/\*.*?\*\/|<!--.*?-->|(?:--|\/\/|#)[^\n]*(?=\n|$)/gsu;
const TO_LINE_END = /^(?:--|\/\/|#)/u;
const BLANKS = ["\n", "\n", "\t", "  ", "\n  "];

/** Other white space in the place of a blank, or a comment that some text has. */
function respace(own: Tokens, donors: readonly string[], random: Random): Tokens {
  const blanks = own.flatMap((token, at) => (isBlank(token) ? [at] : []));
  if (blanks.length === 0) return own;
  const comments = donors.flatMap((text) => text.match(COMMENT) ?? []);
  const comment = comments.length === 0 || random.next() < 0.5 ? undefined : random.pick(comments);
  if (comment === undefined) return own.with(random.pick(blanks), random.pick(BLANKS));
  return own.with(random.pick(blanks), ` ${comment}${TO_LINE_END.test(comment) ? "\n" : " "}`);
}

/** A token as wide as an ideograph in the place of its own (`１２` for `12`), or such a sign of its own anywhere. */
function widen(own: Tokens, random: Random): Tokens {
  const tokens = own.flatMap((token, at) => (/^(?:\d+| +|[^\p{L}\p{N}\s_])$/u.test(token) ? [at] : []));
  if (tokens.length === 0) return own;
  const at = random.pick(tokens);
  const wide = (own[at] ?? "").replaceAll(/[ -~]/gu, asWide);
  return random.next() < 0.5 ? own.with(at, wide) : own.toSpliced(random.integer(own.length + 1), 0, wide);
}

/** What nearly every notation has a place for, in the place of a word or of what stands between brackets or quotes. */
const putPlain: Change = (own, _, random) => {
  const plain = random.pick(PLAIN);
  const groups = groupsOf(own);
  const words = own.flatMap((token, at) => (isWord(token) ? [at] : []));
  if (groups.length > 0 && random.next() < 0.5) {
    const { start, end } = random.pick(groups);
    return own.toSpliced(start + 1, end - start - 2, plain);
  }
  return words.length === 0 ? [...own, plain] : own.with(random.pick(words), plain);
};

/** A word that comes again as another one wherever it stands: a name, and what refers to it. */
const renameWord: Change = (own, other, random) => {
  const words = own.filter(isWord);
  const repeated = words.filter((word, at) => words.indexOf(word) !== at);
  if (repeated.length === 0) return own;
  const word = random.pick(repeated);
  const signs = [...own, ...other].filter(isSign);
  const others = other.filter(isWord);
  const renamed = [
    word.toUpperCase(),
    `${word}1`,
    `${word} ${word}`,
    ...(others.length === 0 ? [] : [random.pick(others)]),
    ...(signs.length === 0
      ? []
      : [word + random.pick(signs) + word, random.pick(signs) + word, word + random.pick(signs)]),
  ];
  const given = random.pick(renamed);
  return own.map((token) => (token === word ? given : token));
};

/** A word in capitals, in small letters, or with its first letter in the other case: keywords and digits beyond nine are read in either, or in one. */
const recase: Change = (own, _, random) => {
  const words = own.flatMap((token, at) => (/\p{L}/u.test(token) ? [at] : []));
  if (words.length === 0) return own;
  const at = random.pick(words);
  const word = own[at] ?? "";
  const first = word.charAt(0);
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return own.with(at, random.pick([word.toUpperCase(), word.toLowerCase(), other + word.slice(1)]));
};

/** An escape sign, once or twice, anywhere or at the end of what is quoted. */
const escape: Change = (own, _, random) => {
  const quoted = groupsOf(own).filter(({ opening }) => QUOTES.has(opening));
  const at =
    quoted.length > 0 && random.next() < 0.6 ? random.pick(quoted).end - 1 : random.integer(own.length + 1);
  return own.toSpliced(at, 0, random.pick(["\\", "\\\\"]));
};

const CHANGES: readonly Change[] = [
  drop,
  drop,
  insertToken,
  insertToken,
  repeatSign,
  repeatSign,
  replaceToken,
  replaceToken,
  nest,
  nest,
  swapNeighbours,
  splice,
  splice,
  splice,
  emptyGroup,
  fillGroup,
  padGroup,
  keepGroup,
  replaceGroup,
  replaceGroup,
  addGroup,
  addGroup,
  spaceOut,
  putPlain,
  putPlain,
  escape,
  recase,
  renameWord,
];

function isWord(token: string): boolean {
  return /^[\p{L}\p{N}_]/u.test(token);
}

function isSign(token: string): boolean {
  return !isWord(token) && token.trim() !== "";
}

function isBlank(token: string | undefined): boolean {
  return token === undefined || token.trim() === "";
}

/** The pieces between matching brackets, and between the same quotes. */
function groupsOf(tokens: Tokens): readonly Group[] {
  const groups: Group[] = [];
  const open: { readonly closing: string; readonly start: number; readonly opening: string }[] = [];
  for (const [at, token] of tokens.entries()) {
    const last = open.at(-1);
    if (last?.closing === token) {
      open.pop();
      groups.push({ start: last.start, end: at + 1, opening: last.opening });
    } else if (QUOTES.has(token)) open.push({ closing: token, start: at, opening: token });
    else if (CLOSING[token] !== undefined) open.push({ closing: CLOSING[token], start: at, opening: token });
  }
  return groups;
}
