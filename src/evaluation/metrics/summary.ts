import { createWordRecord } from "../../base/index.ts";
import type { ResultRow } from "../../spec/index.ts";
import { meanInterval, type Interval } from "./interval.ts";
import { choosePassAtKs, taskValue, type TaskTally } from "./pass-at-k.ts";
import { chooseUnits } from "./units.ts";

/** One pass@k with its 95 % interval and how many tasks had enough samples for it. */
export interface PassAtK extends Interval {
  readonly value: number | null;
  readonly tasks: number;
  /** How many repositories the tasks are of, where these are the independent units of the interval; absent where tasks are. */
  readonly repositories?: number;
  /** Beside an interval over repositories the one over tasks: what it says holds for more tasks of these repositories only. */
  readonly by_task?: Interval;
}

/** The figures of a set of result rows. */
export interface ScoreSummary {
  readonly tasks: number;
  /** Samples, judged or not; a task without a prediction has one. */
  readonly samples: number;
  readonly not_judged: number;
  readonly pass_at_k: Readonly<Record<string, PassAtK>>;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Why samples were unresolved or not judged. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** What rows are aggregated by. */
export interface SummaryOptions {
  /** No k above it; absent: no limit. */
  readonly largestK?: number | undefined;
  /** The repository of a task, where it is known: intervals are over repositories where there are several. */
  readonly repositoryOf?: ((taskId: string) => string | undefined) | undefined;
}

/** Aggregates rows. Rows of one task may come in any order; `value` is null where no task has enough judged samples. */
export function summarise(
  rows: readonly ResultRow[],
  { largestK = Number.POSITIVE_INFINITY, repositoryOf = () => undefined }: SummaryOptions = {},
): ScoreSummary {
  const tallies = tallyByTask(rows);
  const ks = choosePassAtKs(tallies).filter((k) => k <= largestK);
  return {
    tasks: tallies.length,
    samples: rows.length,
    not_judged: rows.filter(({ reward }) => reward === null).length,
    pass_at_k: Object.fromEntries(ks.map((k) => [String(k), estimatePassAtK(tallies, k, repositoryOf)])),
    verdicts: countBy(rows.map(({ verdict }) => verdict)),
    reasons: countBy(rows.flatMap(({ reason }) => reason ?? [])),
  };
}

/** pass@k over the tasks that have enough judged samples, with its interval: over repositories where there are several, else over tasks. */
export function estimatePassAtK(
  tallies: readonly TaskTally[],
  k: number,
  repositoryOf: (taskId: string) => string | undefined,
): PassAtK {
  const counted = tallies.flatMap((tally) => {
    const value = taskValue(tally, k);
    return value === undefined ? [] : [{ tally, value }];
  });
  if (counted.length === 0) return { value: null, low: 0, high: 1, tasks: 0 };
  const samples = counted.reduce((sum, { tally }) => sum + tally.judged, 0);
  const values = counted.map(({ value }) => value);
  const ids = counted.map(({ tally }) => tally.taskId);
  const value = values.reduce((sum, each) => sum + each, 0) / values.length;
  const byTask = meanInterval(values, samples);
  const units = chooseUnits(ids, repositoryOf);
  if (units.kind === "task") return { value, ...byTask, tasks: values.length };
  return {
    value,
    ...meanInterval(
      values,
      samples,
      ids.map((id) => units.of(id)),
    ),
    tasks: values.length,
    repositories: units.count,
    by_task: byTask,
  };
}

/** Tallies in the order in which tasks first appear. */
export function tallyByTask(rows: readonly ResultRow[]): TaskTally[] {
  const tallies = new Map<string, TaskTally>();
  for (const { task_id, reward, reason } of rows) {
    const { judged, resolved, notJudged, isMissing } = tallies.get(task_id) ?? EMPTY;
    tallies.set(task_id, {
      taskId: task_id,
      judged: judged + (reward === null ? 0 : 1),
      resolved: resolved + (reward ?? 0),
      notJudged: notJudged + (reward === null ? 1 : 0),
      isMissing: isMissing && reason === "no_prediction",
    });
  }
  return [...tallies.values()];
}

const EMPTY = { judged: 0, resolved: 0, notJudged: 0, isMissing: true };

function countBy(names: readonly string[]): Record<string, number> {
  const counts = createWordRecord<number>();
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
