/** What people get wrong, judged by tests instead of cases. */
import type { MistakeCounts } from "../../spec/index.ts";
import type { ProvenMistakes } from "../mistakes.ts";
import { isUnbuilt } from "../mutation.ts";
import { reject, type Rejected } from "../rejection.ts";
import { findEqualBodies } from "../tested-mutants.ts";
import { judgeBodies, type TestGrading } from "./graded-bodies.ts";

/**
 * Judges every mistake. No input is at hand that would tell one that passes from the reference, so that it may be no mistake: none is a survivor, those that pass
 * are `untold`. Undefined where the language has no catalogue.
 */
export async function judgeMistakes(grading: TestGrading): Promise<ProvenMistakes | undefined> {
  const { target } = grading;
  const all = target.language.variants.mistakes?.(target.originalText, target.definition);
  if (all === undefined) return undefined;
  const verdicts = await judgeBodies(grading, all);
  const passing = all.filter((_, index) => verdicts[index]?.verdict === "resolved");
  const equal = await findEqualBodies(target, passing);
  const told = verdicts.filter(
    ({ verdict, reason }) => verdict === "unresolved" && !isUnbuilt(reason ?? undefined),
  ).length;
  const counts: MistakeCounts = {
    tried: told,
    told,
    survived: 0,
    equivalent: passing.length,
    left_out: verdicts.length - told - passing.length,
  };
  return { counts, survivors: [], untold: passing.filter((one) => !equal.has(one)).map(({ id }) => id) };
}

/** Of the mistakes that compile to something else than the reference, the share that tests may let through: so many are equivalent as a rule. */
const MOST_UNTOLD = 0.25;

/** Why tests that let so many mistakes through grade nothing; undefined where they tell enough of them. */
export function findUntold(mistakes: ProvenMistakes | undefined): Rejected | undefined {
  if (mistakes === undefined) return undefined;
  const [untold, all] = [mistakes.untold.length, mistakes.untold.length + mistakes.counts.told];
  if (untold <= MOST_UNTOLD * all) return undefined;
  return reject("mistakes_survive", `${untold} of ${all} plausible mistakes pass every test`);
}
