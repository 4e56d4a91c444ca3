import { shorten } from "../base/index.ts";
import type { Present, ShowOptions } from "../languages/index.ts";

/** Characters of two sides that are alike from the first on, before only their difference is told. */
const MAX_ALIKE = 50;
/** How much is told before and after the place where two sides part. */
const BEFORE_PARTING = 20;
const AFTER_PARTING = 60;
/** Longest rendering in which a difference is looked for. */
const MAX_SEARCHED = 100_000;

/** Two values that differ, each shortly, but never cut before the first difference; `nothing` for undefined. */
export function showSides(
  { show }: Pick<Present, "show">,
  expected: unknown,
  actual: unknown,
): readonly [string, string] {
  const write = (value: unknown, more?: ShowOptions): string =>
    value === undefined ? "nothing" : show(value, more);
  const short = [write(expected), write(actual)] as const;
  if (alikeUntil(...short) < MAX_ALIKE) return short;
  if (typeof expected === "string" && typeof actual === "string") {
    const from = Math.max(alikeUntil(expected, actual) - BEFORE_PARTING, 0);
    return [`…${write(expected.slice(from))}`, `…${write(actual.slice(from))}`];
  }
  const options = { maxLength: MAX_SEARCHED, maxDepth: 100 };
  const [wanted, found] = [write(expected, options), write(actual, options)];
  const from = alikeUntil(wanted, found) - BEFORE_PARTING;
  return [`…${shorten(wanted.slice(from), AFTER_PARTING)}`, `…${shorten(found.slice(from), AFTER_PARTING)}`];
}

/** How many characters two texts begin with alike. */
export function alikeUntil(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
