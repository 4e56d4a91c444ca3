import { z } from "zod";

import { createWordRecord } from "../base/index.ts";
import type { CallingLine } from "../analysis/index.ts";
import { recordedName, type RecordedEntry, type Recording } from "../environments/index.ts";
import type { Definition } from "../languages/index.ts";
import { caseRecipe, type CaseRecipe, type TargetKind, type TestKey } from "../spec/index.ts";
import type { ObservedCall } from "../testgen/index.ts";

/** A line from which a target was called, and how many recorded calls came from there. */
export interface CallerLine extends CallingLine {
  readonly calls: number;
}

/** What was seen of one target. */
interface SeenTarget {
  readonly calls: readonly ObservedCall[];
  /** Number of calls, those that were not recorded included. */
  readonly reached: number;
  /** Where recorded calls came from, each line once. */
  readonly callers: readonly CallerLine[];
}

/** A test function, by its name without parameters, and the inputs of all its calls of a target. */
export interface KnownTest {
  readonly name: string;
  readonly inputs: readonly CaseRecipe[];
}

/** What was seen of the targets of a repository while its tests ran. */
export interface CallsByTarget {
  /** By `path:name`; targets that were never called are absent. */
  readonly byTarget: ReadonlyMap<string, SeenTarget>;
  readonly entries: readonly RecordedEntry[];
  /** Calls that can be replayed. */
  readonly count: number;
  /** Tests of the repository that were seen to execute a target, those of one function together; see `Recording.tests`. */
  readonly testsOf: (target: Pick<Definition, "path" | "name" | "lines">) => readonly TestKey[];
  /** Functions among these tests all of whose calls of a target are known, with the inputs of those that can be replayed; see `Recording.testCalls`. */
  readonly knownTestsOf: (target: Pick<Definition, "path" | "name" | "lines">) => readonly KnownTest[];
  /** Calls that cannot, by reason. */
  readonly refused: Readonly<Record<string, number>>;
}

/** One record as the recorder writes it. It comes from a process that ran foreign code: what does not fit is passed over. */
const recordedFields = z.object({
  recipe: caseRecipe.optional(),
  as_made: caseRecipe.optional(),
  refused: z.object({ reason: z.string() }).optional(),
  raised: z.string().nullish(),
  caller: z.string().nullish(),
  features: z.array(z.string()).optional(),
});

/** Reads recorded calls; those of targets that are not asked for are passed over. */
export function observedCalls(recorded: Recording, targets: readonly Definition[]): CallsByTarget {
  const byTarget = new Map<string, SeenTarget & { calls: ObservedCall[]; callers: CallerLine[] }>();
  const linesOf = new Map<string, Definition["lines"]>();
  for (const { path, name, lines } of targets) {
    const times = recorded.reached[`${path}:${name}`] ?? 0;
    if (times > 0) byTarget.set(`${path}:${name}`, { calls: [], reached: times, callers: [] });
    linesOf.set(`${path}:${name}`, lines);
  }
  const refused = createWordRecord<number>();
  const inputs = new Map<string, CaseRecipe>();
  let count = 0;
  for (const { target, origin, id, fields } of recorded.calls) {
    const entry = byTarget.get(target);
    const { data } = recordedFields.safeParse(fields);
    if (entry === undefined || data === undefined) continue;
    const { recipe, as_made: made, raised } = data;
    const caller = placeOf(data.caller);
    if (caller !== undefined) keepCaller(entry.callers, caller);
    const own = linesOf.get(target);
    const isInner =
      caller !== undefined &&
      own !== undefined &&
      target.startsWith(`${caller.path}:`) &&
      own.start <= caller.line &&
      caller.line <= own.end;
    if (recipe === undefined) {
      const reason = data.refused?.reason ?? "unknown";
      refused[reason] = (refused[reason] ?? 0) + 1;
    } else {
      entry.calls.push({
        recipe: recipe as CaseRecipe,
        ...(made === undefined ? {} : { as_made: made as CaseRecipe }),
        raised: raised ?? undefined,
        origin,
        ...(isInner ? { isInner } : {}),
        ...(data.features === undefined ? {} : { features: data.features }),
      });
      inputs.set(id, recipe as CaseRecipe);
      count++;
    }
  }
  return {
    byTarget,
    entries: recorded.entries,
    count,
    testsOf: (target) => testsOf(recorded, target),
    knownTestsOf: (target) => {
      const byName = recorded.testCalls[nameOf(target)] ?? {};
      return Object.entries(byName).map(([name, ids]) => ({
        name,
        inputs: ids.flatMap((id) => inputs.get(id) ?? []),
      }));
    },
    refused,
  };
}

function nameOf({ path, name, lines }: Pick<Definition, "path" | "name" | "lines">): string {
  return recordedName({ path, name, first: lines.start });
}

function testsOf(
  { tests }: Recording,
  target: Pick<Definition, "path" | "name" | "lines">,
): readonly TestKey[] {
  const byName = tests[nameOf(target)] ?? {};
  return Object.entries(byName).flatMap(([test, numbers]) =>
    [...new Set(numbers)].map((number) => ({ name: test, number })),
  );
}

/** The place that is written as `path:line`. */
function placeOf(caller: string | null | undefined): CallingLine | undefined {
  const [, path, number] = /^(.+):(\d+)$/u.exec(caller ?? "") ?? [];
  return path === undefined ? undefined : { path, line: Number(number) };
}

function keepCaller(callers: CallerLine[], { path, line }: CallingLine): void {
  const at = callers.findIndex((known) => known.path === path && known.line === line);
  callers[at < 0 ? callers.length : at] = { path, line, calls: (callers[at]?.calls ?? 0) + 1 };
}

/** False for a call of another accessor of the name: getter, setter and deleter of a property are told apart by what they are given. */
export function isCallOf(kind: TargetKind, { positional, keywords }: CaseRecipe): boolean {
  const given = positional.length + Object.keys(keywords).length;
  if (kind === "getter" || kind === "deleter") return given === 0;
  return kind !== "setter" || given === 1;
}
