/** Plausible wrong implementations of targets, by a model or from earlier evaluations: suites are grown so that they tell them from the original, where any input known does. */
import { digestOf } from "../base/index.ts";
import type { Variant } from "../languages/index.ts";
import type { AdversaryFate } from "../testgen/index.ts";
import type { AdversariesRecord, GivenAdversary } from "./adversaries-record.ts";
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
  const { definition, context } = target;
  const { path, name, lines } = definition;
  const distinct = new Map(given.map((one) => [idOf(one), one]));
  const programs: Variant[] = [];
  for (const [id, { completion, origin }] of distinct) {
    const spliced = language.editing.splice(context.fileText, definition, completion);
    if (spliced.status === "spliced") programs.push({ id, kind: origin, completion });
  }
  let fates: ReadonlyMap<string, AdversaryFate> = new Map();
  const usable = new Set(programs.map(({ id }) => id));
  return {
    target: {
      ...target,
      context: { ...context, adversaries: { programs, tell: (told) => (fates = told) } },
    },
    record: (source) => ({
      format: "adversaries/1",
      source,
      path,
      name,
      line: lines.start,
      tried: Array.from(distinct, ([id, { origin }]) => ({
        id,
        origin,
        fate: usable.has(id) ? (fates.get(id) ?? null) : ("unusable" as const),
      })),
    }),
  };
}

function idOf({ origin, completion }: GivenAdversary): string {
  return `${origin}-${digestOf(completion).slice(7, 19)}`;
}
