/** Kind of the edge that holds nothing. */
export const EMPTY = "empty";

/** Kinds of edges that put a constant into a text begin so. */
export const CONSTANT = "constant ";

/** Kinds of edges that change the structure of a text begin so. */
export const STRUCTURE = "structure: ";

/** A text beside another, with the respect in which it differs. */
export interface TextEdge {
  readonly kind: string;
  readonly value: string;
  /** As in `ValueEdge`. */
  readonly isSpecific?: boolean;
  readonly isEarly?: boolean;
}

/** The edge as one that was made for its place. */
export function asSpecific<Edge extends object>(edge: Edge): Edge & { readonly isSpecific: true } {
  return { ...edge, isSpecific: true };
}

/** A text with small letters for capitals and capitals for small letters. */
export function swapCase(text: string): string {
  return text.replaceAll(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** True for a text with signs that ASCII does not have. */
export function isBeyondAscii(text: string): boolean {
  return /\P{ASCII}/u.test(text);
}

/** What Unicode has as wide as an ideograph, for a printable sign of ASCII: of the same class (digit, punctuation, white space), and another sign. */
export function asWide(sign: string): string {
  return sign === " " ? "\u3000" : String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}

/** Kind of the edge that ends a text of one line with an end of line. */
export const STRAY_LINE = "a stray end of line";

/** Kind of the edges that are none of the few texts that a parameter takes. */
export const NO_OPTION = "no option";

/** True for kinds that are worth grading only where they are refused, and what they were made from is not: elsewhere what they do is an accident. */
export function isForRefusal(kind: string): boolean {
  return kind === STRAY_LINE || kind === NO_OPTION;
}
