/** Implementations of targets that a model wrote anew: what two of them do otherwise than the original nobody asked for, and no suite grades it. */
import { digestOf } from "../base/index.ts";
import type { ReimplementationsFound } from "../testgen/index.ts";
import { readPrograms } from "./given-programs.ts";
import { placeOfTarget } from "./target-place.ts";
import type { PreparedTarget } from "./prepared-source.ts";
import type { ReimplementationsRecord } from "./reimplementations-record.ts";
import type { Services } from "./services.ts";

/** A target with other implementations of it, and the record of these once it has been tried. */
export interface ReimplementedTarget {
  readonly target: PreparedTarget;
  record(source: string): ReimplementationsRecord;
}

/** Gives a target its other implementations: each text once, those alone that can be put in its place. */
export function withReimplementations(
  { language }: Pick<Services, "language">,
  target: PreparedTarget,
  completions: readonly string[],
): ReimplementedTarget {
  const distinct = new Map(
    completions.map((completion) => [
      digestOf(completion).slice(7, 19),
      { kind: "reimplementation", completion },
    ]),
  );
  const { programs, fateOf } = readPrograms(language, target, distinct);
  let found: ReimplementationsFound | undefined;
  const reimplementations = {
    programs,
    tell: (told: ReimplementationsFound) => void (found = told),
  };
  return {
    target: programs.length === 0 ? target : { ...target, context: { ...target.context, reimplementations } },
    record: (source) => ({
      format: "reimplementations/1",
      ...placeOfTarget(source, target.definition),
      tried: Array.from(distinct.keys(), (id) => ({ id, fate: fateOf(id, found?.fates) })),
      left_out: found?.leftOut ?? null,
    }),
  };
}
