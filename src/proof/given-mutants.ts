import { editTarget } from "../judge/index.ts";
import type { MutantSelection, Variant } from "../languages/index.ts";
import type { ProofTarget } from "./proof-target.ts";

/** A mutant that another program, or a person, made. */
export interface GivenMutant {
  /** Unique among those given with it. */
  readonly id: string;
  /** What made it: an operator, or a tool. */
  readonly operator: string;
  /** As a candidate writes it: a definition or a body. */
  readonly completion: string;
}

/** Mutants of our own operators, or those of others. */
export type ChosenMutants = MutantSelection | { readonly given: readonly GivenMutant[] };

/**
 * A given mutant as a variant of the target. It has no edit: where its text differs does not tell which inputs reach what it changes, for it may
 * change more than one statement.
 */
export function asVariant({ id, operator, completion }: GivenMutant): Variant {
  return { id, kind: operator, completion };
}

/** The bytes of the definition in which a variant without an edit differs; all of them where it changes others too, or cannot be put in its place. */
export function findEdit(
  target: Pick<ProofTarget, "language" | "originalText" | "definition">,
  { completion, edit }: Variant,
): Required<Variant>["edit"] {
  if (edit !== undefined) return edit;
  const { originalText, definition } = target;
  const { start, end } = definition.spans.whole;
  const whole = { start: 0, end: end - start, replacement: completion };
  const edited = editTarget(target, completion);
  if (edited.status === "refused") return whole;
  const [before, after] = [Buffer.from(originalText), Buffer.from(edited.fileText)];
  const newEnd = end + after.length - before.length;
  const isElsewhere =
    !before.subarray(0, start).equals(after.subarray(0, start)) ||
    !before.subarray(end).equals(after.subarray(newEnd));
  if (isElsewhere) return whole;
  return differenceOf(before.subarray(start, end).toString(), after.subarray(start, newEnd).toString());
}

/** The least piece in which two texts differ, in bytes of the first. */
function differenceOf(before: string, after: string): Required<Variant>["edit"] {
  const [from, to] = [Array.from(before), Array.from(after)];
  const most = Math.min(from.length, to.length);
  let head = 0;
  while (head < most && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < most - head && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
  const bytesOf = (characters: readonly string[]): number => Buffer.byteLength(characters.join(""));
  const start = bytesOf(from.slice(0, head));
  return {
    start,
    end: start + bytesOf(from.slice(head, from.length - tail)),
    replacement: to.slice(head, to.length - tail).join(""),
  };
}
