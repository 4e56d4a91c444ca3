import { createLimit, digestOf, throwIfInterrupted } from "../base/index.ts";
import type { Judgement } from "../judge/index.ts";
import { parseResultRow, type ResultRow } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { Completion, JudgeCompletion, PendingCompletion } from "./completions.ts";
import { modelFailureRow } from "./model-failures.ts";
import { rescoreRow } from "./rescored-rows.ts";
import { judgedRow, missingRow, type RowIdentity, type RowTask } from "./result-rows.ts";
import { COMPLETIONS, RESULTS } from "./run-stages.ts";

/** Judges completions of tasks of some kind. */
export interface SampleJudge<T> {
  /** Digest of what judges, for rows. */
  readonly digest: string;
  judge(task: T, completion: string, options: { readonly signal: AbortSignal }): Promise<Judgement>;
}

/** What samples of one stage are run with. */
export interface SampleRunnerOptions<T> {
  readonly folder: RunFolder;
  readonly stage: string;
  readonly judge: SampleJudge<T>;
  readonly rowTaskOf: (task: T) => RowTask;
  /** Completions that are waited for at a time. */
  readonly requests: number;
  readonly signal: AbortSignal;
}

/** The row of a sample, as it was judged; `isNew` where the folder does not hold it yet. */
export interface FinishedSample {
  readonly row: ResultRow;
  readonly isNew: boolean;
}

/** Runs samples, and counts those whose completion is waited for, and those for which there was nothing to do. */
export interface SampleRunner<T> {
  readonly runSample: (task: T, pending: PendingCompletion) => Promise<FinishedSample>;
  readonly counts: { readonly asked: number; readonly stored: number };
}

/**
 * Runs samples: the completion is had, kept and judged, unless an earlier run has left a final row for it. Throws `InterruptedError`,
 * and the failures of a model that every sample would meet.
 */
export function createSampleRunner<T>(options: SampleRunnerOptions<T>): SampleRunner<T> {
  const { folder, stage, judge, rowTaskOf, signal } = options;
  const known = new Map(folder.records(stage).map((record) => readRow(record)));
  const keep = stage === RESULTS ? keepCompletions(folder) : () => undefined;
  const asking = createLimit(options.requests);
  const counts = { asked: 0, stored: 0 };
  const findFinal = (identity: RowIdentity): FinishedSample | undefined => {
    const row = known.size === 0 ? undefined : known.get(keyOf(identity));
    if (row === undefined || rescoreRow(row, identity.task.retiredCases).retryable) return undefined;
    counts.stored++;
    return { row, isNew: false };
  };
  const ask = (task: T, pending: PendingCompletion): Promise<Completion> =>
    asking(async () => {
      throwIfInterrupted(signal);
      counts.asked++;
      const judgeFirst: JudgeCompletion = (text) => judge.judge(task, text, { signal });
      return pending.complete(signal, judgeFirst).finally(() => counts.asked--);
    });
  const runSample = async (task: T, pending: PendingCompletion): Promise<FinishedSample> => {
    const { sample } = pending;
    const rowTask = rowTaskOf(task);
    const without: RowIdentity = { task: rowTask, sample, completion: undefined, judgeDigest: judge.digest };
    const finished = findFinal(without);
    if (finished !== undefined) return finished;
    const completion = await ask(task, pending);
    if (completion.status === "missing") {
      counts.stored++;
      return { row: missingRow(without), isNew: true };
    }
    if (completion.status === "failed")
      return { row: withComponents(modelFailureRow(without, completion.failure), completion), isNew: true };
    const judged = findFinal({ ...without, completion: completion.text });
    if (judged !== undefined) return judged;
    keep(rowTask.id, sample, completion.text);
    const judgement = await judge.judge(task, completion.text, { signal });
    const row = judgedRow({ ...without, completion: completion.text }, judgement);
    return { row: withComponents(row, completion), isNew: true };
  };
  return { runSample, counts };
}

function withComponents(
  row: ResultRow,
  { components }: Exclude<Completion, { status: "missing" }>,
): ResultRow {
  return components === undefined ? row : { ...row, components: { ...row.components, ...components } };
}

/** Remembers completions once each, so that they can be judged again without the model: a run has each sample once, and those of runs that it goes on with are known. */
function keepCompletions(folder: RunFolder): (taskId: string, sample: number, completion: string) => void {
  const before = new Set(folder.records(COMPLETIONS).map((record) => digestOf(record)));
  return (task_id, sample, completion) => {
    const record = { task_id, sample, completion };
    if (before.size === 0 || !before.has(digestOf(record))) folder.append(COMPLETIONS, record);
  };
}

function readRow(record: unknown): [string, ResultRow] {
  const row = parseResultRow(record);
  return [`${row.task_id} ${row.sample} ${row.completion_digest} ${row.task_digest}`, row];
}

function keyOf({ task, sample, completion }: RowIdentity): string {
  return `${task.id} ${sample} ${digestOf(completion ?? null)} ${task.digest}`;
}
