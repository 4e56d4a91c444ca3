import type { Definition, Editing } from "../languages/index.ts";
import type { EditRecord } from "../spec/index.ts";

/** A file without the bodies of some of its definitions. */
export interface MaskedFile {
  readonly text: string;
  /** What was cut out, in the order of the definitions; spans are those of the original. */
  readonly edits: readonly EditRecord[];
}

/** Cuts the bodies of definitions out of their file. No two of them may overlap. */
export function maskDefinitions(
  { mask }: Pick<Editing, "mask">,
  text: string,
  definitions: readonly Definition[],
): MaskedFile {
  const edits = definitions.map((definition) => mask(text, definition).edit);
  return { text: applyEdits(text, edits), edits };
}

/** From the end of the file to its beginning: what comes before an edit stays where it was. */
function applyEdits(text: string, edits: readonly EditRecord[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (bytes, { span, placeholder }) =>
        Buffer.concat([bytes.subarray(0, span.start), Buffer.from(placeholder), bytes.subarray(span.end)]),
      Buffer.from(text),
    )
    .toString();
}

/** Where a byte of the original that no edit hides stands in the masked file. */
export function maskedOffset(edits: readonly EditRecord[], offset: number): number {
  return edits
    .filter(({ span }) => span.end <= offset)
    .reduce(
      (moved, { span, placeholder }) => moved + Buffer.byteLength(placeholder) - (span.end - span.start),
      offset,
    );
}
