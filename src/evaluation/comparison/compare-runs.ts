import { UsageError, type HostPath } from "../../base/index.ts";
import { readCountedRun, type CountedRun } from "../counted-run.ts";
import { differenceInterval } from "../metrics/difference.ts";
import type { Interval } from "../metrics/interval.ts";
import { testSignFlips, type SignFlipTest } from "../metrics/sign-flips.ts";
import { summarise, tallyByTask, type PassAtK } from "../metrics/summary.ts";
import { chooseUnits, type Units } from "../metrics/units.ts";
import type { TaskTally } from "../metrics/pass-at-k.ts";

/** How two runs are compared. */
export interface CompareOptions {
  /** `repository`: where tasks come from several, these are the independent units; `task`: tasks are, whatever they come from. */
  readonly by: Units["kind"];
}

/** A task that both runs judged, with how often each resolved it. */
export interface ComparedTask {
  readonly task_id: string;
  /** What the second run calls it: its own variant of the task. Absent where both call it the same. */
  readonly variant?: string;
  readonly first: { readonly judged: number; readonly resolved: number };
  readonly second: { readonly judged: number; readonly resolved: number };
  /** Second less first share of resolved samples, in `[-1, 1]`. */
  readonly difference: number;
}

/** A paired comparison of two runs, over the tasks that both judged. */
export interface Comparison {
  readonly runs: readonly [ComparedRun, ComparedRun];
  readonly tasks: number;
  /** Tasks that only one of them judged: in none of the figures. */
  readonly only_first: number;
  readonly only_second: number;
  /** Tasks whose content differs between the runs, or that are variants of one another. */
  readonly changed: number;
  /** Mean of the tasks' differences, second less first, with its 95 % interval; null where no task is in both. */
  readonly difference: (Interval & { readonly value: number }) | null;
  /** What is independent of one another. */
  readonly units: { readonly kind: Units["kind"]; readonly count: number };
  /** Null where no task is in both. */
  readonly test: SignFlipTest | null;
  /** Tasks that the second resolves more often, less often, as often. */
  readonly better: number;
  readonly worse: number;
  readonly equal: number;
  /** From the greatest loss to the greatest gain. */
  readonly task_results: readonly ComparedTask[];
}

/** One of the runs, scored over the tasks that both judged. */
export interface ComparedRun {
  readonly run: string;
  readonly model: string;
  readonly pass_at_1: PassAtK;
}

/**
 * Compares two runs task by task: a task that the second run's set has as a variant is paired with the one it is made of. Samples that could not be
 * judged count nowhere. Throws `UsageError`: `not-a-run`; `nothing-to-compare` where they share no task.
 */
export function compareRuns(first: HostPath, second: HostPath, { by }: CompareOptions): Comparison {
  const [left, right] = [readCountedRun(first, "compare"), readCountedRun(second, "compare")];
  const { pairs, onlyFirst, onlySecond } = pairTasks(left, right);
  if (pairs.length === 0)
    throw new UsageError(
      "nothing-to-compare",
      `Cannot compare ${first} with ${second}: no task was judged in both.`,
      { hint: "Compare runs of the same task set, or of a set with its renamed variant." },
    );
  const { repositoryOf } = left;
  const units = chooseUnits(
    pairs.map(({ task_id }) => task_id),
    by === "task" ? () => undefined : repositoryOf,
  );
  const clusters = pairs.map(({ task_id }) => units.of(task_id));
  const differences = pairs.map(({ difference }) => difference);
  const value = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  const countIf = (isWanted: (difference: number) => boolean): number => differences.filter(isWanted).length;
  return {
    runs: [describeRun(first, left, pairs, "first", by), describeRun(second, right, pairs, "second", by)],
    tasks: pairs.length,
    only_first: onlyFirst,
    only_second: onlySecond,
    changed: countChanged(left, right, pairs),
    difference: { value, ...differenceInterval(differences, clusters) },
    units: { kind: units.kind, count: units.count },
    test: testSignFlips(sumByUnit(pairs, clusters)),
    better: countIf((each) => each > 0),
    worse: countIf((each) => each < 0),
    equal: countIf((each) => each === 0),
    task_results: pairs.toSorted((a, b) => a.difference - b.difference || (a.task_id < b.task_id ? -1 : 1)),
  };
}

function pairTasks(
  left: CountedRun,
  right: CountedRun,
): { pairs: ComparedTask[]; onlyFirst: number; onlySecond: number } {
  const [ours, theirs] = [left, right].map(
    ({ rows }) => new Map(tallyByTask(rows).filter(isCounted).map(keyed)),
  );
  const byOriginal = new Map(
    [...(theirs ?? [])].map(([id, tally]) => [
      ours?.has(id) === true ? id : originalOf(id, left, right),
      tally,
    ]),
  );
  const pairs = [...(ours ?? [])].flatMap(([id, tally]): ComparedTask[] => {
    const other = byOriginal.get(id);
    if (other === undefined) return [];
    const [first, second] = [countsOf(tally), countsOf(other)];
    const difference = shareOf(second) - shareOf(first);
    return [
      { task_id: id, ...(other.taskId === id ? {} : { variant: other.taskId }), first, second, difference },
    ];
  });
  return {
    pairs,
    onlyFirst: (ours?.size ?? 0) - pairs.length,
    onlySecond: (theirs?.size ?? 0) - pairs.length,
  };
}

/** The first run's name for a task of the second: one of the two may be a variant of the other. */
function originalOf(id: string, left: CountedRun, right: CountedRun): string {
  const original = right.tasks.get(id)?.variant_of;
  if (original !== undefined && original !== null) return original;
  return [...left.tasks.values()].find(({ variant_of }) => variant_of === id)?.task_id ?? id;
}

const keyed = (tally: TaskTally): [string, TaskTally] => [tally.taskId, tally];

function isCounted({ judged, isMissing }: TaskTally): boolean {
  return judged > 0 || isMissing;
}

/** A task without a prediction is one that was not resolved. */
function countsOf({ judged, resolved, isMissing }: TaskTally): ComparedTask["first"] {
  return isMissing ? { judged: 1, resolved: 0 } : { judged, resolved };
}

function shareOf({ judged, resolved }: ComparedTask["first"]): number {
  return resolved / judged;
}

function describeRun(
  run: HostPath,
  { record, rows, repositoryOf }: CountedRun,
  pairs: readonly ComparedTask[],
  side: "first" | "second",
  by: Units["kind"],
): ComparedRun {
  const ids = new Set(
    pairs.map(({ task_id, variant }) => (side === "second" ? (variant ?? task_id) : task_id)),
  );
  const own = rows.filter(({ task_id }) => ids.has(task_id));
  const scores = summarise(own, { largestK: 1, ...(by === "task" ? {} : { repositoryOf }) });
  return {
    run,
    model: String(record.options["model"]),
    pass_at_1: scores.pass_at_k["1"] ?? { value: null, low: 0, high: 1, tasks: 0 },
  };
}

function countChanged(left: CountedRun, right: CountedRun, pairs: readonly ComparedTask[]): number {
  const [ours, theirs] = [left, right].map(
    ({ rows }) => new Map(rows.map(({ task_id, task_digest }) => [task_id, task_digest])),
  );
  return pairs.filter(({ task_id, variant }) => ours?.get(task_id) !== theirs?.get(variant ?? task_id))
    .length;
}

/** Finer shares than this are rounded, so that the sums of many unequal numbers of samples stay countable. */
const FINEST_SHARE = 1_000_000;

/** The differences added up by unit, as whole numbers of the finest share that all of them are multiples of. */
function sumByUnit(pairs: readonly ComparedTask[], clusters: readonly string[]): number[] {
  const counts = new Set(pairs.flatMap(({ first, second }) => [first.judged, second.judged]));
  const scale = [...counts].reduce(
    (least, count) => Math.min(FINEST_SHARE, leastCommonMultiple(least, count)),
    1,
  );
  const sums = new Map<string, number>();
  for (const [index, { difference }] of pairs.entries()) {
    const unit = clusters[index] ?? "";
    sums.set(unit, (sums.get(unit) ?? 0) + Math.round(difference * scale));
  }
  return [...sums.values()];
}

function leastCommonMultiple(a: number, b: number): number {
  let [greater, rest] = [a, b];
  while (rest !== 0) [greater, rest] = [rest, greater % rest];
  return (a / greater) * b;
}
