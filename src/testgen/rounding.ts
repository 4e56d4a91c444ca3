/**
 * Cases that hang on rounding: what they show changes when numbers with many digits among their inputs are nudged by a few units in the last
 * place. A correct program that adds in another order shows something else there too, so a verdict must not depend on them.
 */
import { compareObservations } from "../judge/index.ts";
import { observeReference, type ProofTarget } from "../proof/index.ts";
import { floatText, type CaseRecipe, type Observation, type SuiteCase } from "../spec/index.ts";
import type { ObservedCase } from "./corpus.ts";

/** Digits from which on a number was computed, not chosen: a bound that somebody chose is met exactly. */
const MANY_DIGITS = 12;
/** About eight units in the last place. */
const NUDGE = 1 + 2 ** -49;
/** Cases of one evaluation. */
const BATCH = 64;

/** Ids of the cases that hang on rounding. What changes in texts alone does not count: they write numbers out. */
export async function findRounding(
  target: ProofTarget,
  cases: readonly ObservedCase[],
): Promise<ReadonlySet<string>> {
  const byId = new Map(cases.map((one) => [one.proposed.id, one]));
  const nudged = [...byId.values()].flatMap(({ proposed }): SuiteCase[] => {
    const recipe = nudge(proposed.recipe);
    return recipe === undefined ? [] : [{ ...proposed, recipe }];
  });
  const { resident } = target;
  const found = new Set<string>();
  for (let at = 0; at < nudged.length; at += BATCH) {
    const outcome = await observeReference(
      target,
      nudged.slice(at, at + BATCH),
      resident === undefined ? {} : { resident },
    );
    for (const { id, observation } of outcome.results) {
      const known = byId.get(id)?.observation;
      if (known !== undefined && parts(known, observation, target)) found.add(id);
    }
  }
  return found;
}

function parts(known: Observation, nudged: Observation, { policy, language }: ProofTarget): boolean {
  if (known.status === "refused") return false;
  const shown = withTextsOf(nudged, known) as Observation;
  return compareObservations("", known, shown, { policy, language }) !== undefined;
}

/** A value with the texts of another wherever both have one, but for those that are numbers or say what something is. */
function withTextsOf(value: unknown, other: unknown): unknown {
  if (typeof value === "string" && typeof other === "string") return other;
  if (value === null || typeof value !== "object" || other === null || typeof other !== "object")
    return value;
  if (Array.isArray(value)) return value.map((item, at) => withTextsOf(item, (other as unknown[])[at]));
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    NAMES.has(name) ? item : withTextsOf(item, (other as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(entries);
}

const NAMES: ReadonlySet<string> = new Set(["status", "class", "end", "named", "module", "float", "complex"]);

/** The same call with the numbers nudged that have many digits; undefined where there are none. */
function nudge(recipe: CaseRecipe): CaseRecipe | undefined {
  let isNudged = false;
  const walk = (value: unknown): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(walk);
    if ("float" in value && typeof value.float === "string" && hasManyDigits(value.float)) {
      isNudged = true;
      return { float: floatText(Number(value.float) * NUDGE) };
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item)]));
  };
  const { shared, receiver, positional, keywords } = recipe;
  const walked = walk({ shared, receiver, positional, keywords }) as Partial<CaseRecipe>;
  return isNudged ? { ...recipe, ...walked } : undefined;
}

function hasManyDigits(text: string): boolean {
  return text.replace(/e.*$/u, "").replaceAll(/\D/gu, "").replace(/^0+/u, "").length >= MANY_DIGITS;
}
