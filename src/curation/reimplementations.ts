/** Implementations of targets that a model wrote anew: what two of them do otherwise than the original nobody asked for, and no suite grades it. */
import { digestOf } from "../base/index.ts";
import type { ReimplementationsFound } from "../testgen/index.ts";
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
  const { definition, context } = target;
  const distinct = new Map(completions.map((completion) => [digestOf(completion).slice(7, 19), completion]));
  const programs = [...distinct].flatMap(([id, completion]) => {
    const spliced = language.editing.splice(context.fileText, definition, completion);
    return spliced.status === "spliced" ? [{ id, kind: "reimplementation", completion }] : [];
  });
  const usable = new Set(programs.map(({ id }) => id));
  let found: ReimplementationsFound | undefined;
  const reimplementations = {
    programs,
    tell: (told: ReimplementationsFound) => void (found = told),
  };
  return {
    target: programs.length === 0 ? target : { ...target, context: { ...context, reimplementations } },
    record: (source) => ({
      format: "reimplementations/1",
      source,
      path: definition.path,
      name: definition.name,
      line: definition.lines.start,
      tried: Array.from(distinct.keys(), (id) => ({
        id,
        fate: usable.has(id) ? (found?.fates.get(id) ?? null) : ("unusable" as const),
      })),
      left_out: found?.leftOut ?? null,
    }),
  };
}
