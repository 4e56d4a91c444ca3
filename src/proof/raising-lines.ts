import { lineOfByte } from "../base/index.ts";
import type { ProofTarget } from "./proof-target.ts";
import type { Variant } from "../languages/index.ts";

/** Lines, of the file, that one case of the reference ran, and whether it ended with an exception. */
export interface CaseLines {
  readonly lines: Iterable<number>;
  readonly hasRaised: boolean;
}

/**
 * Lines of a reference that only ran in cases that ended with an exception: what is computed there can show in the exception alone, of which
 * the message is not compared.
 */
export class RaisingLines {
  readonly #run = new Set<number>();
  readonly #returning = new Set<number>();

  constructor(cases: Iterable<CaseLines>) {
    for (const { lines, hasRaised } of cases)
      for (const line of lines) {
        this.#run.add(line);
        if (!hasRaised) this.#returning.add(line);
      }
  }

  /** True where a line, or the one that ran last before it where a statement goes over several, is such a line. */
  has(line: number): boolean {
    for (let at = line; at > line - LONGEST_STATEMENT && at > 0; at--)
      if (this.#run.has(at)) return !this.#returning.has(at);
    return false;
  }
}

const LONGEST_STATEMENT = 8;

/** The lines of the file that a mistake changes; undefined where these are not known. */
export function linesOfMistake(
  { definition, originalText }: Pick<ProofTarget, "definition" | "originalText">,
  { lines }: Pick<Variant, "lines">,
): readonly number[] | undefined {
  const first = lineOfByte(originalText, definition.spans.whole.start);
  return lines?.map((line) => first + line - 1);
}

/** The line of the file on which a variant of the reference differs from it; undefined where it says only what it is as a whole. */
export function lineOfEdit(
  { definition, originalText }: Pick<ProofTarget, "definition" | "originalText">,
  { edit }: Pick<Variant, "edit">,
): number | undefined {
  if (edit === undefined) return undefined;
  return lineOfByte(originalText, definition.spans.whole.start + edit.start);
}
