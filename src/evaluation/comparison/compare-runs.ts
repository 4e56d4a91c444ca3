import { UsageError, type HostPath } from "../../base/index.ts";
import { readCountedRun, type CountedRun } from "../counted-run.ts";
import { differenceInterval } from "../metrics/difference.ts";
import type { Interval } from "../metrics/interval.ts";
import { testSignFlips, type SignFlipTest } from "../metrics/sign-flips.ts";
import { taskValue, type TaskTally } from "../metrics/pass-at-k.ts";
import { estimatePassAtK, tallyByTask, type PassAtK } from "../metrics/summary.ts";
import { chooseUnits, type Units } from "../metrics/units.ts";

/** How two runs are compared. */
export interface CompareOptions {
  /** `repository`: where tasks come from several, these are the independent units; `task`: tasks are, whatever they come from. */
  readonly by: Units["kind"];
  /** Compared is pass@k, in each task from its own samples. Default: 1, the share of resolved samples. */
  readonly k?: number | undefined;
}

/** A task that both runs judged, with how often each resolved it. */
export interface ComparedTask {
  readonly task_id: string;
  /** What the second run calls it: its own variant of the task. Absent where both call it the same. */
  readonly variant?: string;
  readonly first: { readonly judged: number; readonly resolved: number };
  readonly second: { readonly judged: number; readonly resolved: number };
  /** Second less first pass@k, in `[-1, 1]`. */
  readonly difference: number;
}

/** A paired comparison of two runs, over the tasks that both judged. */
export interface Comparison {
  readonly runs: readonly [ComparedRun, ComparedRun];
  readonly k: number;
  readonly tasks: number;
  /** Tasks of which only one of them judged `k` samples: in none of the figures. */
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
  readonly pass_at_k: PassAtK;
}

/**
 * Compares two runs task by task: a task that the second run's set has as a variant is paired with the one it is made of. Samples that could not be
 * judged count nowhere. Throws `UsageError`: `not-a-run`; `nothing-to-compare` where no task has `k` judged samples in both.
 */
export function compareRuns(first: HostPath, second: HostPath, { by, k = 1 }: CompareOptions): Comparison {
  const [left, right] = [readCountedRun(first, "compare"), readCountedRun(second, "compare")];
  const [ours, theirs] = [countedTallies(left, k), countedTallies(right, k)];
  const pairs = pairTallies(ours, theirs, findOriginals(left, right), k);
  if (pairs.length === 0)
    throw new UsageError(
      "nothing-to-compare",
      `Cannot compare ${first} with ${second}: no task has ${k === 1 ? "a judged sample" : `${k} judged samples`} in both.`,
      { hint: "Compare runs of the same task set, or of a set with its renamed variant." },
    );
  const repositoryOf = by === "task" ? (): undefined => undefined : left.repositoryOf;
  const units = chooseUnits(
    pairs.map(({ ours: { taskId } }) => taskId),
    repositoryOf,
  );
  const clusters = pairs.map(({ ours: { taskId } }) => units.of(taskId));
  const differences = pairs.map(({ difference }) => difference);
  const countIf = (isWanted: (difference: number) => boolean): number => differences.filter(isWanted).length;
  const scoreOf = (run: HostPath, { record }: CountedRun, tallies: readonly TaskTally[]): ComparedRun => ({
    run,
    model: String(record.options["model"]),
    pass_at_k: estimatePassAtK(tallies, k, repositoryOf),
  });
  return {
    runs: [
      scoreOf(
        first,
        left,
        pairs.map((pair) => pair.ours),
      ),
      // Under the first run's names, by which the repositories are known.
      scoreOf(
        second,
        right,
        pairs.map((pair) => ({ ...pair.theirs, taskId: pair.ours.taskId })),
      ),
    ],
    k,
    tasks: pairs.length,
    only_first: ours.size - pairs.length,
    only_second: theirs.size - pairs.length,
    changed: countChanged(left, right, pairs),
    difference: {
      value: differences.reduce((sum, each) => sum + each, 0) / differences.length,
      ...differenceInterval(differences, clusters),
    },
    units: { kind: units.kind, count: units.count },
    test: testSignFlips(sumByUnit(pairs, clusters, k)),
    better: countIf((each) => each > 0),
    worse: countIf((each) => each < 0),
    equal: countIf((each) => each === 0),
    task_results: pairs.map(describePair).toSorted(byDifference),
  };
}

/** A task of the first run with the one of the second that it is compared with. */
interface Pair {
  readonly ours: TaskTally;
  readonly theirs: TaskTally;
  readonly difference: number;
}

/** The tasks that have pass@k, by id. */
function countedTallies({ rows }: CountedRun, k: number): ReadonlyMap<string, TaskTally> {
  const tallies = tallyByTask(rows).filter((tally) => taskValue(tally, k) !== undefined);
  return new Map(tallies.map((tally) => [tally.taskId, tally]));
}

function pairTallies(
  ours: ReadonlyMap<string, TaskTally>,
  theirs: ReadonlyMap<string, TaskTally>,
  originals: ReadonlyMap<string, string>,
  k: number,
): Pair[] {
  const valueOf = (tally: TaskTally): number => taskValue(tally, k) ?? 0;
  return [...theirs].flatMap(([id, their]) => {
    const our = ours.get(id) ?? ours.get(originals.get(id) ?? id);
    return our === undefined ? [] : [{ ours: our, theirs: their, difference: valueOf(their) - valueOf(our) }];
  });
}

/** The first run's names for tasks of the second: one of the two may be a variant of the other. */
function findOriginals(left: CountedRun, right: CountedRun): ReadonlyMap<string, string> {
  return new Map([
    ...[...left.tasks.values()].flatMap(({ task_id, variant_of }): [string, string][] =>
      variant_of === null ? [] : [[variant_of, task_id]],
    ),
    ...[...right.tasks.values()].flatMap(({ task_id, variant_of }): [string, string][] =>
      variant_of === null ? [] : [[task_id, variant_of]],
    ),
  ]);
}

function describePair({ ours, theirs, difference }: Pair): ComparedTask {
  return {
    task_id: ours.taskId,
    ...(theirs.taskId === ours.taskId ? {} : { variant: theirs.taskId }),
    first: countsOf(ours),
    second: countsOf(theirs),
    difference,
  };
}

function byDifference(a: ComparedTask, b: ComparedTask): number {
  return a.difference - b.difference || (a.task_id < b.task_id ? -1 : 1);
}

/** A task without a prediction is one that was not resolved. */
function countsOf({ judged, resolved, isMissing }: TaskTally): ComparedTask["first"] {
  return isMissing ? { judged: 1, resolved: 0 } : { judged, resolved };
}

function countChanged(left: CountedRun, right: CountedRun, pairs: readonly Pair[]): number {
  const [ours, theirs] = [left, right].map(
    ({ rows }) => new Map(rows.map(({ task_id, task_digest }) => [task_id, task_digest])),
  );
  return pairs.filter((pair) => ours?.get(pair.ours.taskId) !== theirs?.get(pair.theirs.taskId)).length;
}

/** Finer shares than this are rounded, so that the sums of many unequal numbers of samples stay countable. */
const FINEST_SHARE = 1_000_000;

/** The differences added up by unit, as whole numbers of the finest share that all of them are multiples of: pass@k is one of `C(n, k)`. */
function sumByUnit(pairs: readonly Pair[], clusters: readonly string[], k: number): number[] {
  const counts = new Set(
    pairs.flatMap(({ ours, theirs }) => [countsOf(ours).judged, countsOf(theirs).judged]),
  );
  const scale = [...counts].reduce(
    (least, count) => Math.min(FINEST_SHARE, leastCommonMultiple(least, countChoices(count, k))),
    1,
  );
  const sums = new Map<string, number>();
  for (const [index, { difference }] of pairs.entries()) {
    const unit = clusters[index] ?? "";
    sums.set(unit, (sums.get(unit) ?? 0) + Math.round(difference * scale));
  }
  return [...sums.values()];
}

/** `C(n, k)`, at most `FINEST_SHARE`; 1 where `n < k`. */
function countChoices(n: number, k: number): number {
  let choices = 1;
  for (let chosen = 1; chosen <= k && choices < FINEST_SHARE; chosen++)
    choices = (choices * (n - k + chosen)) / chosen;
  return Math.max(1, Math.min(FINEST_SHARE, Math.round(choices)));
}

function leastCommonMultiple(a: number, b: number): number {
  let [greater, rest] = [a, b];
  while (rest !== 0) [greater, rest] = [rest, greater % rest];
  return (a / greater) * b;
}
