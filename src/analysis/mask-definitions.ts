import { replaceSpans } from "../base/index.ts";
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
  return { text: replaceSpans(text, edits), edits };
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
