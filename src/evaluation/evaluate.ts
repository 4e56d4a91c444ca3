import { basename } from "node:path";

import { digestOf, DioramaError, joinPath, type HostPath } from "../base/index.ts";
import type { WorkContext } from "../curation/index.ts";
import {
  describeChangedTasks,
  findChangedTasks,
  readTaskSet,
  requireWritableRates,
  type LoadedTask,
  type Retired,
  type TaskSet,
} from "../datasets/index.ts";
import { loadLanguage, type Language } from "../languages/index.ts";
import { isProvidedModel, REPLIES, summariseCalls, type CallSummary } from "../models/index.ts";
import type { ResultRow } from "../spec/index.ts";
import { readRunRecord, RunFolder } from "../store/index.ts";
import { createAskedOrigin, DEFAULT_ASKING, type AskingOptions } from "./asked-models.ts";
import type { CompletionOrigin } from "./completions.ts";
import { explainTask, type ExplainedTask } from "./explain.ts";
import { summarise, type ScoreSummary } from "./metrics/summary.ts";
import { tellModelFailures } from "./model-failures.ts";
import { createFileOrigin, createModelOrigin, isBuiltInModel, listsPrograms } from "./models.ts";
import { createTaskPrompts } from "./prompts/task-prompts.ts";
import { promptFormOf, recordRates, solverNeeded, toldInForm } from "./record-rates.ts";
import { baselines, baselineStage, COMPLETIONS, RESULTS, type Baseline } from "./run-stages.ts";
import { rememberTaskSet } from "./run-task-set.ts";
import { rememberTasks } from "./run-tasks.ts";
import { listRetiredCases, type RetiredCaseList } from "./retired-cases.ts";
import { rescoreRows } from "./rescored-rows.ts";
import { rowTaskOf } from "./result-rows.ts";
import { runSamples } from "./run-samples.ts";
import { createTaskJudge, type TaskJudge } from "./task-judge.ts";
import { workDone, type WorkDone } from "./work-done.ts";

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
  /** Whether an answer's cases run up to the first that is wrong only. Default: false, so that rows tell of all cases. It never changes verdict or reason. */
  readonly stopAtFirst?: boolean | undefined;
  /** Name and version of the tool. */
  readonly tool: string;
  /** How a model over a service is asked, and in what form that of predictions was; built-in models need none of it. */
  readonly asking?: AskingOptions | undefined;
  /** Id of a task whose samples are explained in the report. */
  readonly explain?: string | undefined;
}

/** The JSON document of `evaluate`. */
export interface EvaluateReport extends ScoreSummary {
  readonly run: string;
  /** JSON Lines file of result rows. */
  readonly results: string;
  readonly model: string;
  readonly baselines: Readonly<Record<Baseline, ScoreSummary>>;
  /** Absent where no model was asked. */
  readonly calls?: CallSummary;
  /** Tasks that an erratum retired: neither judged nor counted. */
  readonly retired: readonly { readonly task_id: string; readonly reason: string }[];
  /** Cases that an erratum retired: they grade nobody, and answers that were judged before are scored without them. */
  readonly retired_cases: RetiredCaseList;
  /** Lines added to the task set's `rates.jsonl`. */
  readonly rates_recorded: number;
  /** What this invocation judged, the baselines included. */
  readonly work: WorkDone;
  /** Present where it was asked for. Holds hidden cases. */
  readonly explained?: ExplainedTask;
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
  const explained = options.explain === undefined ? undefined : taskSet.get(options.explain);
  const origin = await chooseOrigin(options, taskSet, languageOf, context);
  const solver = solverToRecord(findSolver(options, origin), taskSet, options, context);
  const identity = {
    task_set: digestOf(taskSet.manifest),
    model: origin.name,
    completions: origin.identity,
    is_rescoring: options.completions.kind === "stored",
    samples: options.samples ?? null,
    ...(options.stopAtFirst === true ? { stops_at_first: true } : {}),
  };
  const path = options.run ?? defaultRunPath(options.runsDirectory, taskSet, origin.name, identity);
  using folder = RunFolder.open(path, { kind: "evaluate", options: identity, tool: options.tool });
  if (folder.state !== "new") context.progress.note(`Going on with ${path}.`);
  rememberTaskSet(folder, taskSet.directory);
  await using judge = createTaskJudge(options, context);

  const tasks = [...taskSet.tasks()];
  rememberTasks(folder, tasks);
  const repositories = new Map(tasks.map(({ record }) => [record.id, record.repository.family]));
  const repositoryOf = (id: string): string | undefined => repositories.get(id);
  const changed = describeChangedTasks(await findChangedTasks(taskSet, tasks, context.signal), taskSet);
  if (changed !== undefined) context.progress.note(changed);
  const retired = retiredAmong(tasks, taskSet);
  const { tasks: retiredTasks } = retired;
  if (retiredTasks.size > 0)
    context.progress.note(`Leaving out ${retiredTasks.size} retired of ${tasks.length} tasks.`);
  const retiredCases = listRetiredCases(retired);
  if (retiredCases.length > 0) context.progress.note(`Leaving out ${retiredCases.length} retired cases.`);
  const run = { folder, judge, tasks, retired, options, context };
  const judgingFrom = performance.now();
  const rows = await judgeAll(run, RESULTS, origin);
  tellModelFailures(rows, context.progress);
  const baselineRows: Partial<Record<Baseline, readonly ResultRow[]>> = {};
  for (const name of baselines) {
    const isSame = origin.name === name && options.completions.kind === "model";
    baselineRows[name] = isSame
      ? rows
      : await judgeAll(run, baselineStage(name), createModelOrigin(name, 1, taskSet, languageOf));
  }
  const work = workDone(judge.load, performance.now() - judgingFrom);
  const explanation =
    explained && (await explainTask(judge, explained, { source: origin.open(folder), rows }, context.signal));
  const calls = summariseCalls(folder.records(REPLIES));
  if (!rows.some(({ blame, retryable }) => blame === "model" && retryable)) folder.finish();
  const date = new Date().toISOString().slice(0, "2026-01-01".length);
  const form = promptFormOf(origin);
  const recorded =
    solver === undefined ? 0 : recordRates(taskSet, rows, { solver, form, run: identity, date });
  return {
    run: path,
    results: joinPath(path, `${RESULTS}.jsonl`),
    model: origin.name,
    ...summarise(rows, { largestK: listsPrograms(origin.name) ? 1 : undefined, repositoryOf }),
    baselines: {
      null: summarise(baselineRows.null ?? [], { repositoryOf }),
      reference: summarise(baselineRows.reference ?? [], { repositoryOf }),
    },
    ...(calls === undefined ? {} : { calls }),
    retired: [...retiredTasks.values()].map(({ task_id, reason }) => ({ task_id, reason })),
    retired_cases: retiredCases,
    rates_recorded: recorded,
    work,
    ...(explanation === undefined ? {} : { explained: explanation }),
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

interface Run {
  readonly folder: RunFolder;
  readonly judge: TaskJudge;
  readonly tasks: readonly LoadedTask[];
  readonly retired: Retired;
  readonly options: EvaluateOptions;
  readonly context: WorkContext;
}

/** The rows of the stage without those of retired tasks, as they count now. What a retired task got before stays in the folder. */
async function judgeAll(run: Run, stage: string, origin: CompletionOrigin): Promise<readonly ResultRow[]> {
  const { folder, judge, tasks, retired, options, context } = run;
  const counted = tasks.filter(({ record }) => !retired.tasks.has(record.id));
  const { workers } = options;
  const rows = await runSamples(
    { folder, stage, tasks: counted, origin, judge, rowTaskOf, workers },
    context,
  );
  return rescoreRows(rows, retired);
}

async function chooseOrigin(
  { completions, samples, asking }: EvaluateOptions,
  taskSet: TaskSet,
  languageOf: LanguageOf,
  { logger, progress }: WorkContext,
): Promise<CompletionOrigin> {
  const { kind } = completions;
  if (kind === "model" && isProvidedModel(completions.spec)) {
    const { prompt, prompts } = asking ?? DEFAULT_ASKING;
    return createAskedOrigin(completions.spec, samples ?? 1, createTaskPrompts(languageOf, prompt, prompts), {
      ...(asking ?? DEFAULT_ASKING),
      logger,
    });
  }
  if (kind === "model") return createModelOrigin(completions.spec, samples ?? 1, taskSet, languageOf);
  if (kind === "predictions") {
    const { prompt } = asking ?? DEFAULT_ASKING;
    const origin = createFileOrigin(kind, { file: completions.file, samples }, taskSet, progress);
    return toldInForm(origin, promptFormOf({ identity: { prompt } }));
  }
  const { model, completions: told } = readRunRecord(completions.run).options;
  const file = joinPath(completions.run, `${COMPLETIONS}.jsonl`);
  const origin = createFileOrigin(String(model), { file, samples }, taskSet, progress);
  return toldInForm(origin, promptFormOf({ identity: (told ?? {}) as CompletionOrigin["identity"] }));
}

/** Whose rates are recorded; undefined where nobody's are. The address of a service is no part of a model's name. */
function findSolver(
  { completions, recordRates: asked }: EvaluateOptions,
  { name }: CompletionOrigin,
): string | undefined {
  if (typeof asked === "string") return asked;
  if (asked === true && completions.kind === "predictions") throw solverNeeded(completions.file);
  const isMeasuring = completions.kind === "model" && !isBuiltInModel(name);
  return asked === true || isMeasuring ? name.replace(/@https?:.*$/, "") : undefined;
}

function retiredAmong(tasks: readonly LoadedTask[], { retired }: TaskSet): Retired {
  const ids = new Set(tasks.map(({ record }) => record.id));
  return {
    tasks: new Map([...retired.tasks].filter(([id]) => ids.has(id))),
    cases: new Map([...retired.cases].filter(([id]) => ids.has(id) && !retired.tasks.has(id))),
  };
}

/** Nobody's where the set cannot be written to: an error where recording was asked for, a note where it was not. */
function solverToRecord(
  solver: string | undefined,
  { directory }: TaskSet,
  { recordRates: asked }: EvaluateOptions,
  { progress }: WorkContext,
): string | undefined {
  if (solver === undefined) return undefined;
  try {
    requireWritableRates(directory);
    return solver;
  } catch (error) {
    if (asked !== undefined || !(error instanceof DioramaError)) throw error;
    progress.note(`No solve rates will be recorded. ${error.message}`);
    return undefined;
  }
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
