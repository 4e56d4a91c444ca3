/** Plausible wrong implementations of targets, by a model or from earlier evaluations: suites are grown so that they tell them from the original, where any input known does. */
import { digestOf } from "../base/index.ts";
import type { AdversaryFate } from "../testgen/index.ts";
import type { AdversariesRecord, GivenAdversary } from "./adversaries-record.ts";
import { readPrograms } from "./given-programs.ts";
import { placeOfTarget } from "./target-place.ts";
import type { PreparedTarget } from "./prepared-source.ts";
import type { Services } from "./services.ts";

/** A target whose suite is to tell adversaries, and the record of it once it has been tried. */
export interface AttackedTarget {
  readonly target: PreparedTarget;
  record(source: string): AdversariesRecord;
}

/** Gives a target its adversaries: each text once, those alone that can be put in its place. */
export function withAdversaries(
  { language }: Pick<Services, "language">,
  target: PreparedTarget,
  given: readonly GivenAdversary[],
): AttackedTarget {
  const distinct = new Map(given.map((one) => [idOf(one), { kind: one.origin, completion: one.completion }]));
  const { programs, fateOf } = readPrograms(language, target, distinct);
  let fates: ReadonlyMap<string, AdversaryFate> | undefined;
  return {
    target: {
      ...target,
      context: { ...target.context, adversaries: { programs, tell: (told) => (fates = told) } },
    },
    record: (source) => ({
      format: "adversaries/1",
      ...placeOfTarget(source, target.definition),
      tried: Array.from(distinct, ([id, { kind: origin }]) => ({ id, origin, fate: fateOf(id, fates) })),
    }),
  };
}

function idOf({ origin, completion }: GivenAdversary): string {
  return `${origin}-${digestOf(completion).slice(7, 19)}`;
}
