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
