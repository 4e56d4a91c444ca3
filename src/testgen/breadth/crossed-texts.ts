import type { ValueRecipe } from "../../spec/index.ts";
import { asSpecific, type TextEdge } from "./text-edge.ts";

/** Texts that one is crossed with, and longer ones that are left out. */
const MOST_PARTNERS = 12;
const LONGEST = 80;

/** What addresses, paths, numbers, dates, lists and markup are divided by: a sign, or a row of them. */
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/**
 * Recombinations of a text with others (one-point crossover) where both have the same separator: the beginning of one before the end of another, and the
 * beginning of another before the whole text, where it has no such separator itself. Sources of values that fit each other: `http:` of one address before
 * the path of another. Of a text that begins with signs these before another text, and before its beginning up to each separator: `>=` before the very
 * version that something is compared with, and before its release.
 */
export function crossedTexts(text: string, others: readonly ValueRecipe[]): readonly TextEdge[] {
  const partners = others.filter(
    (other): other is string => typeof other === "string" && other !== text && other.length <= LONGEST,
  );
  if (text.length > LONGEST) return [];
  return [...new Set(partners)].slice(0, MOST_PARTNERS).flatMap((other) => crossed(text, other));
}

function crossed(text: string, other: string): readonly TextEdge[] {
  const own = cutsOf(text);
  const cuts = [...cutsOf(other)];
  const [signs] = FIRST_SIGNS.exec(text) ?? [];
  const behindSigns =
    signs === undefined || other.startsWith(signs)
      ? []
      : [other, ...cuts.flatMap(([, { before }]) => (before === "" ? [] : before))].map((part) => ({
          kind: "another behind its first signs",
          value: signs + part,
        }));
  const atSeparators = cuts.flatMap(([separator, cut]) => {
    const mine = own.get(separator);
    if (mine === undefined)
      return [...new Set([separator, separator.slice(0, 1)])].map((signs) => ({
        kind: `begun as another at ${signs}`,
        value: cut.before + signs + text,
      }));
    return [
      { kind: `crossed at ${separator}`, value: mine.before + separator + cut.behind },
      { kind: `crossed at ${separator}`, value: cut.before + separator + mine.behind },
    ];
  });
  return [...behindSigns.map(asSpecific), ...atSeparators];
}

/** An operator, a mark or a prefix before what else a text says. */
const FIRST_SIGNS = /^[^\p{L}\p{N}\s]{1,3}(?=[\p{L}\p{N}])/u;

interface Cut {
  readonly before: string;
  readonly behind: string;
}

/** Where a text is cut, by separator: at the first of each. */
function cutsOf(text: string): ReadonlyMap<string, Cut> {
  const cuts = new Map<string, Cut>();
  for (const { 0: separator, index } of text.matchAll(SEPARATORS))
    if (!cuts.has(separator))
      cuts.set(separator, { before: text.slice(0, index), behind: text.slice(index + separator.length) });
  return cuts;
}
