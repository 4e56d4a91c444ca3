import type { Definition, Editing } from "../languages/index.ts";
import { maskSpans, type EditRecord } from "../spec/index.ts";

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
  return { text: maskSpans(text, edits), edits };
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

/** The line of the masked file on which a line of the original stands that begins outside what is hidden; both 1-based. */
export function maskedLine(original: string, { text, edits }: MaskedFile, line: number): number {
  const before = original.split("\n").slice(0, line - 1);
  const start = Buffer.byteLength(before.map((one) => `${one}\n`).join(""));
  return Buffer.from(text).subarray(0, maskedOffset(edits, start)).toString().split("\n").length;
}
