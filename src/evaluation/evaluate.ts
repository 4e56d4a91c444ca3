import { basename } from "node:path";

import {
  digestOf,
  DioramaError,
  joinPath,
  mapInOrder,
  throwIfInterrupted,
  type HostPath,
} from "../base/index.ts";
import type { WorkContext } from "../curation/index.ts";
import { findRetired, readErrata, readTaskSet, type LoadedTask, type TaskSet } from "../datasets/index.ts";
import { loadLanguage, type Language } from "../languages/index.ts";
import { resultRow, type Erratum, type ResultRow } from "../spec/index.ts";
import { readRunRecord, RunFolder } from "../store/index.ts";
import { summarise, type ScoreSummary } from "./metrics/summary.ts";
import {
  createFileSource,
  createModelSource,
  isBuiltInModel,
  listsPrograms,
  type Completion,
  type CompletionSource,
} from "./models.ts";
import { recordRates, solverNeeded } from "./record-rates.ts";
import { missingRow } from "./result-rows.ts";
import { baselines, baselineStage, COMPLETIONS, RESULTS, type Baseline } from "./run-stages.ts";
import { rememberTaskSet } from "./run-task-set.ts";
import { createTaskJudge, type TaskJudge } from "./task-judge.ts";

/** What an evaluation is asked for. */
export interface EvaluateOptions {
  readonly taskSet: HostPath;
  /** Where the completions come from. */
  readonly completions:
    | { readonly kind: "model"; readonly spec: string }
    | { readonly kind: "predictions"; readonly file: HostPath }
    | { readonly kind: "stored"; readonly run: HostPath };
  /** Samples of each task. Absent: one of a model, as many as a file holds. Samples a file lacks are `no_prediction`. */
  readonly samples?: number | undefined;
  /** Folder of the run; absent: one in `runsDirectory`, named after task set, model and digest of the inputs. */
  readonly run?: HostPath | undefined;
  readonly runsDirectory: HostPath;
  /**
   * Whose solve rates are written beside the task set: a name, or `true` for the model's own. Absent: those of models that are not built
   * in, for nobody else's say anything of difficulty.
   */
  readonly recordRates?: string | true | undefined;
  readonly workers: number;
  /** `auto` or the name of a sandbox backend. */
  readonly sandbox: string;
  /** Name and version of the tool. */
  readonly tool: string;
}

/** The JSON document of `evaluate`. */
export interface EvaluateReport extends ScoreSummary {
  readonly run: string;
  /** JSON Lines file of result rows. */
  readonly results: string;
  readonly model: string;
  readonly baselines: Readonly<Record<Baseline, ScoreSummary>>;
  /** Tasks that an erratum retired: neither judged nor counted. */
  readonly retired: readonly { readonly task_id: string; readonly reason: string }[];
  /** Lines added to the task set's `rates.jsonl`. */
  readonly rates_recorded: number;
  /** Time of this invocation. */
  readonly duration_ms: number;
}

/**
 * Judges a model's completions of a task set, and the null and reference baselines beside it. Every completion is
 * stored before it is judged and every row when it is known; the same call goes on where an earlier one was
 * interrupted. Throws `UsageError` for input that cannot be used as given, `InterruptedError` when stopped.
 */
export async function evaluateTaskSet(
  options: EvaluateOptions,
  context: WorkContext,
): Promise<EvaluateReport> {
  const startedAt = performance.now();
  using taskSet = readTaskSet(options.taskSet);
  const languageOf = await loadLanguages(taskSet);
  const source = chooseSource(options, taskSet, languageOf);
  const solver = findSolver(options, source);
  const identity = {
    task_set: digestOf(taskSet.manifest),
    model: source.name,
    completions: source.identity,
    is_rescoring: options.completions.kind === "stored",
    samples: options.samples ?? null,
  };
  const path = options.run ?? defaultRunPath(options.runsDirectory, taskSet, source.name, identity);
  using folder = RunFolder.open(path, { kind: "evaluate", options: identity, tool: options.tool });
  if (folder.state !== "new") context.progress.note(`Going on with ${path}.`);
  rememberTaskSet(folder, taskSet.directory);
  await using judge = createTaskJudge(options, context);

  const tasks = [...taskSet.tasks()];
  const retired = retiredAmong(tasks, taskSet);
  if (retired.size > 0)
    context.progress.note(`Leaving out ${retired.size} retired of ${tasks.length} tasks.`);
  const run = { folder, judge, tasks, retired, options, context };
  const rows = await judgeAll(run, RESULTS, source);
  const baselineRows: Partial<Record<Baseline, readonly ResultRow[]>> = {};
  for (const name of baselines) {
    const isSame = source.name === name && options.completions.kind === "model";
    baselineRows[name] = isSame
      ? rows
      : await judgeAll(run, baselineStage(name), createModelSource(name, 1, taskSet, languageOf));
  }
  folder.finish();
  const date = new Date().toISOString().slice(0, "2026-01-01".length);
  const recorded = solver === undefined ? 0 : recordRates(taskSet, rows, { solver, run: identity, date });
  return {
    run: path,
    results: joinPath(path, `${RESULTS}.jsonl`),
    model: source.name,
    ...summarise(rows, listsPrograms(source.name) ? 1 : undefined),
    baselines: {
      null: summarise(baselineRows.null ?? []),
      reference: summarise(baselineRows.reference ?? []),
    },
    retired: [...retired.values()].map(({ task_id, reason }) => ({ task_id, reason })),
    rates_recorded: recorded,
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

interface Run {
  readonly folder: RunFolder;
  readonly judge: TaskJudge;
  readonly tasks: readonly LoadedTask[];
  readonly retired: ReadonlyMap<string, Erratum>;
  readonly options: EvaluateOptions;
  readonly context: WorkContext;
}

/**
 * Judges every completion of a source that has no final row yet; the rows of the stage without those of retired tasks, in the order of tasks and
 * samples. What a retired task got before stays in the folder.
 */
async function judgeAll(run: Run, stage: string, source: CompletionSource): Promise<readonly ResultRow[]> {
  const { folder, judge, tasks, retired, options, context } = run;
  const known = new Map(folder.records(stage).map((record) => readRow(record)));
  const keep = stage === RESULTS ? keepCompletions(folder) : () => undefined;
  const wanted = tasks.flatMap((task) => source.complete(task).map((each) => ({ task, ...each })));
  const counted = wanted.filter(({ task }) => !retired.has(task.record.id));
  const open = counted.filter((each) => known.get(keyOf(each))?.retryable !== false);
  context.progress.begin(`judging ${source.name}`, counted.length);
  let done = counted.length - open.length;
  const judged = mapInOrder(open, options.workers, async ({ task, sample, completion }) => {
    throwIfInterrupted(context.signal);
    if (completion === undefined) return missingRow({ task, sample, completion, judgeDigest: judge.digest });
    keep(task.record.id, sample, completion);
    return judge.judge(task, sample, completion);
  });
  for await (const row of judged) {
    folder.append(stage, row);
    known.set(rowKey(row), row);
    context.progress.advance(++done, row.task_id);
  }
  const rows = wanted.flatMap((each) => known.get(keyOf(each)) ?? []);
  if (folder.records(stage).length !== rows.length) folder.replace(stage, rows);
  return rows.filter(({ task_id }) => !retired.has(task_id));
}

/** Remembers completions once each, so that they can be judged again without the model. */
function keepCompletions(folder: RunFolder): (taskId: string, sample: number, completion: string) => void {
  const kept = new Set(folder.records(COMPLETIONS).map((record) => digestOf(record)));
  return (task_id, sample, completion) => {
    const record = { task_id, sample, completion };
    const digest = digestOf(record);
    if (!kept.has(digest)) folder.append(COMPLETIONS, record);
    kept.add(digest);
  };
}

function readRow(record: unknown): [string, ResultRow] {
  const row = resultRow.parse(record);
  return [rowKey(row), row];
}

function rowKey({ task_id, sample, completion_digest, task_digest }: ResultRow): string {
  return `${task_id} ${sample} ${completion_digest} ${task_digest}`;
}

function keyOf({ task, sample, completion }: Completion & { readonly task: LoadedTask }): string {
  return `${task.record.id} ${sample} ${digestOf(completion ?? null)} ${task.digest}`;
}

function chooseSource(
  { completions, samples }: EvaluateOptions,
  taskSet: TaskSet,
  languageOf: LanguageOf,
): CompletionSource {
  const { kind } = completions;
  if (kind === "model") return createModelSource(completions.spec, samples ?? 1, taskSet, languageOf);
  if (kind === "predictions") return createFileSource(kind, completions.file, samples, taskSet);
  const model = String(readRunRecord(completions.run).options["model"]);
  return createFileSource(model, joinPath(completions.run, `${COMPLETIONS}.jsonl`), samples, taskSet);
}

/** Whose rates are recorded; undefined where nobody's are. The address of a service is no part of a model's name. */
function findSolver(
  { completions, recordRates: asked }: EvaluateOptions,
  { name }: CompletionSource,
): string | undefined {
  if (typeof asked === "string") return asked;
  if (asked === true && completions.kind === "predictions") throw solverNeeded(completions.file);
  const isMeasuring = completions.kind === "model" && !isBuiltInModel(name);
  return asked === true || isMeasuring ? name.replace(/@https?:.*$/, "") : undefined;
}

function retiredAmong(tasks: readonly LoadedTask[], { directory }: TaskSet): ReadonlyMap<string, Erratum> {
  const ids = new Set(tasks.map(({ record }) => record.id));
  return new Map([...findRetired(readErrata(directory))].filter(([id]) => ids.has(id)));
}

type LanguageOf = (task: LoadedTask) => Language;

/** Loads the languages of all tasks, so that models can be asked without waiting. */
async function loadLanguages(taskSet: TaskSet): Promise<LanguageOf> {
  const loaded = new Map<string, Language>();
  for (const { record } of taskSet.tasks()) loaded.set(record.language, await loadLanguage(record.language));
  return ({ record }) => {
    const language = loaded.get(record.language);
    if (language === undefined) throw new DioramaError("bug", `Language ${record.language} was not loaded.`);
    return language;
  };
}

function defaultRunPath(directory: HostPath, taskSet: TaskSet, model: string, identity: unknown): HostPath {
  const name = `${basename(taskSet.directory)}-${model}`.replaceAll(/[^\w.-]+/g, "-").slice(0, 80);
  return joinPath(directory, `${name}-${digestOf(identity).slice("sha256:".length, "sha256:".length + 12)}`);
}
