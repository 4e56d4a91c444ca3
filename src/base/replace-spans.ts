/** A part of a text, in bytes of its UTF-8 form, and what is to stand there. */
export interface Replacement {
  readonly span: { readonly start: number; readonly end: number };
  readonly placeholder: string;
}

/** A text with some of its parts replaced, no two of which overlap. */
export function replaceSpans(text: string, replacements: readonly Replacement[]): string {
  // From the end to the beginning: what comes before a replacement stays where it was.
  return replacements
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (bytes, { span, placeholder }) =>
        Buffer.concat([bytes.subarray(0, span.start), Buffer.from(placeholder), bytes.subarray(span.end)]),
      Buffer.from(text),
    )
    .toString();
}
