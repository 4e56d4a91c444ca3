/** What the texts that a helper was given have in common: its callers look at them first, so that others never come to it. */
import { formOf } from "../base/index.ts";

/** True for a definition that its own repository alone uses: its name, qualified by its classes, has a part that begins with one underscore. */
export function isHelper(name: string): boolean {
  return /(?:^|\.)_[^_]/u.test(name);
}

/** What all texts of a parameter have in common. */
export interface CommonTexts {
  /** Of what they are made, where that is one of a few things. */
  readonly forms: ReadonlySet<string> | undefined;
  /** Where they are of few forms: the largest number that is written in one, and whether one begins with a zero that is not needed. */
  readonly largest: number;
  readonly hasZeros: boolean;
  /** True where all are letters and digits alone, at least one. */
  readonly areWords: boolean;
  /** How many signs they have, where that never varies. */
  readonly length: number | undefined;
  /** The signs that each begins and ends with, where these never vary. */
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** Distinct texts for each form, at least. */
const TEXTS_OF_A_FORM = 3;
const MOST_FORMS = 2;
/** Distinct texts of one length, at least, and how long they are: short ones are alike by chance. */
const TEXTS_OF_A_LENGTH = 3;
const SHORTEST = 5;
/** Distinct texts that begin or end alike, at least. */
const TEXTS_OF_AN_END = 4;

/** Distinct texts before it is believed that all are words. */
const ENOUGH_WORDS = 12;
const WORD = /^[\p{L}\p{N}]+$/u;

/** Infers it from the distinct texts that were seen. */
export function inferCommonTexts(texts: ReadonlySet<string>): CommonTexts {
  const forms = new Set([...texts].map(formOf));
  const lengths = new Set([...texts].map(({ length }) => length));
  const [length = 0] = lengths;
  const areForms = forms.size <= MOST_FORMS && texts.size >= TEXTS_OF_A_FORM * forms.size;
  const isLength = lengths.size === 1 && length >= SHORTEST && texts.size >= TEXTS_OF_A_LENGTH;
  return {
    forms: areForms && texts.size > 0 ? forms : undefined,
    largest: Math.max(0, ...[...texts].flatMap(numbersIn)),
    hasZeros: [...texts].some((text) => NEEDLESS_ZERO.test(text)),
    areWords: texts.size >= ENOUGH_WORDS && [...texts].every((text) => WORD.test(text)),
    length: isLength ? length : undefined,
    first: commonEnd(texts, 0),
    last: commonEnd(texts, -1),
  };
}

/** The sign that all texts have at one end; undefined where one is empty, or where they are few. */
function commonEnd(texts: ReadonlySet<string>, place: 0 | -1): string | undefined {
  const signs = new Set([...texts].map((text) => text.at(place)));
  const [sign] = signs;
  return signs.size === 1 && texts.size >= TEXTS_OF_AN_END ? sign : undefined;
}

/** True where a text has in common what the others have. */
export function isLikeOthers(common: CommonTexts, text: string): boolean {
  const { forms, largest, hasZeros, areWords, length, first, last } = common;
  if (areWords && !WORD.test(text)) return false;
  if (first !== undefined && !text.startsWith(first)) return false;
  if (last !== undefined && !text.endsWith(last)) return false;
  if (length !== undefined && text.length !== length) return false;
  if (forms === undefined) return true;
  return (
    forms.has(formOf(text)) &&
    numbersIn(text).every((number) => number <= largest) &&
    (hasZeros || !NEEDLESS_ZERO.test(text))
  );
}

const NEEDLESS_ZERO = /(?<!\d)(?<!\d\.)0\d|(?<=\d\.\d+\.)0\d/u;

/** The numbers of a text; between several points these are whole ones. */
function numbersIn(text: string): readonly number[] {
  const isDecimal = !/\d\.\d+\.\d/u.test(text);
  return (text.match(isDecimal ? /\d+(?:\.\d+)?/gu : /\d+/gu) ?? []).map(Number);
}
