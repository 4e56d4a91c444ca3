import { z } from "zod";

import type { Definition } from "../languages/index.ts";
import { caseRecipe, type CaseRecipe } from "../spec/index.ts";
import type { ObservedCall } from "../testgen/index.ts";

/** What was seen of the targets of a repository while its tests ran. */
export interface CallsByTarget {
  /** By `path:name`; targets that were never called are absent. */
  readonly byTarget: ReadonlyMap<
    string,
    { readonly calls: readonly ObservedCall[]; readonly reached: number }
  >;
  /** Calls that can be replayed. */
  readonly count: number;
  /** Calls that cannot, by reason. */
  readonly refused: Readonly<Record<string, number>>;
}

const recordedCall = z.object({
  target: z.string(),
  origin: z.enum(["observed", "documented"]),
  fields: z.object({
    recipe: caseRecipe.optional(),
    refused: z.string().optional(),
    raised: z.string().nullish(),
  }),
});

/** The recorder's output as it is kept: records in the order of the calls, and how often each target was called. */
const recordedCalls = z.object({ calls: z.array(recordedCall), reached: z.record(z.string(), z.int()) });

/** Reads recorded calls; those of targets that are not asked for are passed over. */
export function observedCalls(recorded: unknown, targets: readonly Definition[]): CallsByTarget {
  const { calls, reached } = recordedCalls.parse(recorded);
  const byTarget = new Map<string, { calls: ObservedCall[]; reached: number }>();
  for (const { path, name } of targets) {
    const times = reached[`${path}:${name}`] ?? 0;
    if (times > 0) byTarget.set(`${path}:${name}`, { calls: [], reached: times });
  }
  const refused: Record<string, number> = {};
  let count = 0;
  for (const { target, origin, fields } of calls) {
    const { recipe, refused: reason, raised } = fields;
    if (recipe === undefined) refused[reason ?? "unknown"] = (refused[reason ?? "unknown"] ?? 0) + 1;
    else {
      const entry = byTarget.get(target) ?? { calls: [], reached: 0 };
      byTarget.set(target, entry);
      entry.calls.push({ recipe: recipe as CaseRecipe, raised: raised ?? undefined, origin });
      count++;
    }
  }
  return { byTarget, count, refused };
}
