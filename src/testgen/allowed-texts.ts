/** Which texts a parameter takes, by those that were seen and by what its definition says of it. */
import type { ParameterHints } from "../languages/index.ts";
import { isLikeOthers, type CommonTexts } from "./helper-texts.ts";
import { isOptionLike } from "./making-contract.ts";

/** A text parameter with at most this many distinct values over enough observations takes only those, and those that the reference asks for. */
const LARGEST_POOL = 3;

/** The choice that a text is, where it is one. */
export interface AllowedTexts {
  /** The only texts it takes, where it is a choice of few. */
  readonly pool: ReadonlySet<string> | undefined;
  /** Where signs, no letters and digits, are among the choice, and so others serve as well: how many in a row at most. */
  readonly longestSigns: number | undefined;
  /** Signs that do not: they mean something in the reference already, as a quotation mark does beside a separator. */
  readonly ownSigns: ReadonlySet<string>;
  /** True where some texts had round brackets, and something in them each time: an expression has no empty ones. */
  readonly hasFullBrackets: boolean;
}

/**
 * What few texts that were seen, all of them, say of others: they are a choice; for signs among them (separators, indents) other signs serve as well. Of
 * a parameter that is a sign by default few texts say so much. One that was given nothing but texts that it is compared with is a choice of those, and so is one whose name says of which.
 */
export function textsAllowed(
  texts: ReadonlySet<string>,
  areEnough: boolean,
  { comparedTexts, namedTexts, defaultText, ...hints }: ParameterHints,
): AllowedTexts {
  const ownSigns = new Set(hints.ownSigns);
  const all = [...texts];
  const hasFullBrackets =
    all.filter((text) => FULL_BRACKETS.test(text)).length >= TEXTS_WITH_BRACKETS &&
    !all.some((text) => EMPTY_BRACKETS.test(text));
  const known = new Set([...texts, ...(defaultText === undefined ? [] : [defaultText])]);
  const signs = [...known].filter((text) => SIGNS.test(text));
  const isSign = defaultText !== undefined && SIGNS.test(defaultText) && signs.length === known.size;
  const isOption =
    comparedTexts.length >= FEWEST_OPTIONS && known.size > 0 && known.isSubsetOf(new Set(comparedTexts));
  const isChoice = texts.size <= LARGEST_POOL && (isSign || (areEnough && [...texts].every(isOptionLike)));
  const isNamed = namedTexts.length > 0 && (known.size === 0 || !known.isDisjointFrom(new Set(namedTexts)));
  if (!isOption && !isChoice && !isNamed)
    return { pool: undefined, longestSigns: undefined, ownSigns, hasFullBrackets };
  return {
    ownSigns,
    pool: new Set([...known, ...comparedTexts, ...(isNamed ? namedTexts : [])]),
    hasFullBrackets,
    longestSigns: signs.length === 0 || isNamed ? undefined : Math.max(...signs.map(({ length }) => length)),
  };
}

const FULL_BRACKETS = /\([^()]*[^()\s][^()]*\)/u;
const EMPTY_BRACKETS = /\(\s*\)/u;
/** Texts with something in such brackets, at least. */
const TEXTS_WITH_BRACKETS = 3;

/** Texts that a parameter is compared with, at least, where it is a choice of them as long as nothing else was seen. */
const FEWEST_OPTIONS = 2;

/** No letter and no digit. */
export const SIGNS = /^[^\p{L}\p{N}]+$/u;

/** True for a text that such a parameter takes. */
export function allowsText(
  {
    pool,
    longestSigns,
    ownSigns,
    hasFullBrackets,
    isOfDigits,
    commonTexts,
  }: AllowedTexts & {
    readonly isOfDigits: boolean;
    readonly commonTexts: CommonTexts | undefined;
  },
  text: string,
): boolean {
  if (isOfDigits && !areDigits(text)) return false;
  if (hasFullBrackets && EMPTY_BRACKETS.test(text)) return false;
  if (commonTexts !== undefined && !isLikeOthers(commonTexts, text)) return false;
  if (pool === undefined || pool.has(text)) return true;
  if (longestSigns === undefined || ownSigns.has(text)) return false;
  return SIGNS.test(text) && text.length <= longestSigns;
}

/** True for a text of ASCII digits alone. */
export function areDigits(text: string): boolean {
  return /^[0-9]+$/u.test(text);
}

/** Signs that have a meaning in patterns, a point left out: names have points. */
export const PATTERN_SIGNS = /[\\^$*+?{}[\]|()]/u;

/** True for a text of one sign that is no letter and no digit. */
export function isOneSign(text: string): boolean {
  return Array.from(text).length === 1 && SIGNS.test(text);
}
