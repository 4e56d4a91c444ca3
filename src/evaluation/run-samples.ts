import { digestOf, mapInOrder } from "../base/index.ts";
import type { WorkContext } from "../curation/index.ts";
import type { JudgingLoad } from "../judge/index.ts";
import { parseResultRow, type ResultRow } from "../spec/index.ts";
import type { CompletionOrigin, PendingCompletion } from "./completions.ts";
import { createSampleRunner, type SampleJudge, type SampleRunnerOptions } from "./run-sample.ts";
import { createStop } from "./stop.ts";

/** The samples of one stage of a run. */
export interface SamplesToRun<T> extends Pick<SampleRunnerOptions<T>, "folder" | "stage" | "rowTaskOf"> {
  readonly tasks: readonly T[];
  readonly origin: CompletionOrigin<T>;
  readonly judge: SampleJudge<T> & { readonly load: JudgingLoad };
  /** Completions that are had at a time where the origin does not say how many. */
  readonly workers: number;
}

/** Samples begun ahead of the one whose row is awaited: one slow answer holds up few others. */
const LOOKAHEAD = 256;

/**
 * Completes and judges every sample of an origin that has no final row yet; the rows in the order of tasks and samples. Each is stored when it is known, as
 * it was judged, and all are put in order at the end; rows of other tasks stay behind them. Asking and judging go on side by side, each with its own width.
 */
export async function runSamples<T>(
  { folder, stage, tasks, origin, judge, rowTaskOf, workers }: SamplesToRun<T>,
  { progress, signal }: WorkContext,
): Promise<readonly ResultRow[]> {
  const source = origin.open(folder);
  const wanted = tasks.flatMap((task) => source.list(task).map((pending) => ({ task, pending })));
  using stop = createStop(signal);
  const requests = origin.requests ?? workers;
  const { runSample, counts } = createSampleRunner({
    folder,
    stage,
    judge,
    rowTaskOf,
    requests,
    signal: stop.signal,
  });
  const before = judge.load.evaluated;
  progress.begin(`judging ${origin.name}`, wanted.length, () => {
    const { waiting, atWork, evaluated } = judge.load;
    const asked = origin.requests === undefined ? undefined : counts.asked;
    return { asked, waiting, atWork, evaluated: evaluated - before, stored: counts.stored };
  });
  const runAndStore = async (task: T, pending: PendingCompletion): Promise<ResultRow> => {
    const { row, isNew } = await runSample(task, pending);
    if (isNew) folder.append(stage, row);
    return row;
  };
  let done = 0;
  const finished = mapInOrder(
    wanted,
    LOOKAHEAD,
    async ({ task, pending }) => {
      const row = await runAndStore(task, pending).catch(stop.because);
      progress.advance(++done, row.task_id);
      return row;
    },
    LOOKAHEAD,
  );
  const rows: ResultRow[] = [];
  try {
    for await (const row of finished) rows.push(row);
  } catch (error) {
    throw stop.reason ?? error;
  }
  const judged = new Set(tasks.map((task) => rowTaskOf(task).id));
  const stored = folder.records(stage).map((record) => parseResultRow(record));
  const ordered = [...rows, ...stored.filter(({ task_id }) => !judged.has(task_id))];
  if (digestOf(stored) !== digestOf(ordered)) folder.replace(stage, ordered);
  return rows;
}
