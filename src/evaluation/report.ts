import { z } from "zod";

import { joinPath, readJsonLines, type HostPath } from "../base/index.ts";
import { describeCalls, REPLIES, summariseCalls, type CallSummary } from "../models/index.ts";
import type { Erratum, ResultRow } from "../spec/index.ts";
import { readRunRecord } from "../store/index.ts";
import { readCountedRun } from "./counted-run.ts";
import { summarise, tallyByTask, type PassAtK, type ScoreSummary } from "./metrics/summary.ts";
import { listsPrograms } from "./models.ts";
import { baselineStage, RESULTS, type Baseline } from "./run-stages.ts";
import { rescoreRows } from "./rescored-rows.ts";
import { listRetiredCases, type RetiredCaseList } from "./retired-cases.ts";
import type { RunTaskSet } from "./run-task-set.ts";
import { readRows } from "./stored-rows.ts";

/** The scores of one run, read from its folder; what was retired since counts in none of them, but is in `retired` and `retired_cases`. */
export interface RunReport extends ScoreSummary {
  readonly run: string;
  readonly model: string;
  /** False while tasks are left to judge: the figures are of what is there. */
  readonly is_finished: boolean;
  /** True where answers were ended at their first wrong case: then fewer cases passed than would have. */
  readonly stops_at_first: boolean;
  /** Share of built candidates, and mean shares of passed cases and of those that ran at all, over judged samples; null where there is none. */
  readonly components: {
    readonly built: number | null;
    readonly cases_passed: number | null;
    readonly cases_run: number | null;
  };
  /** `shared` where tests and solution ran in one process; absent for task sets, whose tasks say it each for itself. */
  readonly isolation?: "shared";
  /** Of public problems: pass@k by suite, a sample counting where it passes that one. The scores above are of all suites together. */
  readonly suites?: Readonly<Record<string, ScoreSummary["pass_at_k"]>>;
  /** True where a model was shown a context that was made from the hidden bodies: it tells which names the answers use. */
  readonly context_reads_answer: boolean;
  readonly baselines: Readonly<Record<Baseline, ScoreSummary>>;
  /** Absent where no model was asked. */
  readonly calls?: CallSummary;
  readonly task_results: readonly {
    readonly task_id: string;
    readonly judged: number;
    readonly resolved: number;
    readonly reasons: readonly string[];
  }[];
  /** Where errata were looked for; `unknown` for a run that does not say where its task set is. */
  readonly task_set: { readonly status: RunTaskSet["status"]; readonly path: string | null };
  /** Tasks of the run that an erratum retired. */
  readonly retired: readonly Pick<Erratum, "task_id" | "reason" | "date">[];
  /** Cases of the run's tasks that an erratum retired: samples are scored by what their other cases gave. */
  readonly retired_cases: RetiredCaseList;
  /** Samples of which that cannot be told: the same `evaluate` judges them again. They are left out as not judged, `case_retired`. */
  readonly to_judge_again: number;
  /** The scores as they were judged, retired tasks and cases included; null where none is retired. */
  readonly with_retired: ScoreSummary | null;
}

/**
 * Reads a run's folder, and the errata of its task set where it says it is or in `taskSet`. Throws `UsageError` `not-a-run` where it is no
 * run.
 */
export function readRunReport(run: HostPath, taskSet?: HostPath): RunReport {
  const { record, allRows, rows, retired, source, repositoryOf } = readCountedRun(run, "report on", taskSet);
  const { options, state } = record;
  const model = String(options["model"]);
  const calls = summariseCalls(readJsonLines(joinPath(run, `${REPLIES}.jsonl`)));
  const scoring = { largestK: listsPrograms(model) ? 1 : undefined, repositoryOf };
  const baseline = (name: Baseline): ScoreSummary =>
    summarise(rescoreRows(baselineRows(run, name, allRows), retired), { repositoryOf });
  return {
    run,
    model,
    is_finished: state === "finished",
    stops_at_first: options["stops_at_first"] === true,
    ...summarise(rows, scoring),
    components: describeComponents(rows),
    ...scoreSuites(options, rows),
    context_reads_answer: rows.some(({ components }) => components["context_reads_answer"] === 1),
    baselines: { null: baseline("null"), reference: baseline("reference") },
    ...(calls === undefined ? {} : { calls }),
    task_results: tallyByTask(rows).map(({ taskId, judged, resolved }) => ({
      task_id: taskId,
      judged,
      resolved,
      reasons: [
        ...new Set(rows.filter((row) => row.task_id === taskId).flatMap(({ reason }) => reason ?? [])),
      ].sort(),
    })),
    task_set: { status: source.status, path: source.status === "unknown" ? null : source.path },
    retired: [...retired.tasks.values()].map(({ task_id, reason, date }) => ({ task_id, reason, date })),
    retired_cases: listRetiredCases(retired),
    to_judge_again: rows.filter(({ reason }) => reason === "case_retired").length,
    with_retired: retired.tasks.size + retired.cases.size === 0 ? null : summarise(allRows, scoring),
  };
}

const ofProblems = z.object({ isolation: z.literal("shared"), suites: z.array(z.string()).min(1) });

function scoreSuites(
  options: Readonly<Record<string, unknown>>,
  rows: readonly ResultRow[],
): Pick<RunReport, "isolation" | "suites"> {
  const { data } = ofProblems.safeParse(options);
  if (data === undefined) return {};
  const rewardIn = (name: string, row: ResultRow): ResultRow =>
    row.reward === null ? row : { ...row, reward: row.tests[name] === "passed" ? 1 : 0 };
  const suites = data.suites.map((name) => [
    name,
    summarise(rows.map((row) => rewardIn(name, row))).pass_at_k,
  ]);
  return { isolation: data.isolation, suites: Object.fromEntries(suites) };
}

/** A run as a person reads it: scores with intervals and baselines, verdicts, reasons, the tasks that were not resolved. */
export function renderRunReport(report: RunReport): string {
  const { null: nothing, reference } = report.baselines;
  const unresolved = report.task_results.filter(({ judged, resolved }) => resolved < judged || judged === 0);
  return [
    `${report.model} on ${report.tasks} tasks, ${report.samples} samples${report.is_finished ? "" : " (not finished)"}`,
    ...Object.entries(report.pass_at_k).map(
      ([k, score]) =>
        `  pass@${k.padEnd(4)} ${formatScore(score)}${score.tasks === report.tasks ? "" : ` over ${score.tasks} tasks`}${describeUnits(score)}`,
    ),
    ...Object.entries(Object.keys(report.suites ?? {}).length > 1 ? (report.suites ?? {}) : {}).flatMap(
      ([name, scores]) =>
        Object.entries(scores).map(
          ([k, score]) => `    ${name.padEnd(5)} pass@${k.padEnd(4)} ${formatScore(score)}`,
        ),
    ),
    ...(report.isolation === undefined
      ? []
      : ["  isolation shared: the published tests run in the process of the solution"]),
    `  baselines ${["1"].map((k) => `null ${formatValue(nothing.pass_at_k[k])}, reference ${formatValue(reference.pass_at_k[k])}`).join("")}`,
    `  verdicts  ${formatNames(report.verdicts)}`,
    ...(report.not_judged === 0 ? [] : [`  left out  ${report.not_judged} samples that could not be judged`]),
    `  reasons   ${formatNames(report.reasons)}`,
    `  built     ${formatShare(report.components.built)}, cases passed ${formatShare(report.components.cases_passed)}${report.stops_at_first ? `, run ${formatShare(report.components.cases_run)}: up to the first that was wrong` : ""}`,
    ...(report.calls === undefined ? [] : [`  asked     ${describeCalls(report.calls)}`]),
    ...(report.context_reads_answer
      ? ["  context   slice:oracle, made from the hidden bodies: it tells which names the answers use"]
      : []),
    ...describeErrata(report),
    ...listUnresolved(unresolved),
    `  rows      ${joinPath(report.run as HostPath, `${RESULTS}.jsonl`)}`,
  ].join("\n");
}

function describeErrata(report: RunReport): string[] {
  const {
    task_set: { status, path },
    retired,
    retired_cases: cases,
    to_judge_again: again,
    with_retired: before,
  } = report;
  if (status === "moved")
    return [`  errata    not looked at: there is no task set in ${path} any more; name it with --task-set`];
  if (before === null) return [];
  return [
    `  retired   ${retired.length} of ${before.tasks} tasks and ${cases.length} cases of others, in none of the figures above; with them:`,
    ...Object.entries(before.pass_at_k).map(([k, score]) => `    pass@${k.padEnd(4)} ${formatScore(score)}`),
    ...retired.map(({ task_id, reason, date }) => `    ${task_id}  ${date}  ${reason}`),
    ...cases.map(({ task_id, case_id, reason, date }) => `    ${task_id} ${case_id}  ${date}  ${reason}`),
    ...(again === 0
      ? []
      : [`    ${again} samples must be judged again without them: give the same evaluate command`]),
  ];
}

const MOST_LISTED = 10;

function listUnresolved(tasks: RunReport["task_results"]): string[] {
  const lines = tasks
    .slice(0, MOST_LISTED)
    .map(
      ({ task_id, judged, resolved, reasons }) =>
        `    ${task_id}  ${resolved}/${judged}  ${reasons.join(", ")}`,
    );
  const rest = tasks.length - lines.length;
  return [
    ...(lines.length === 0 ? [] : ["  tasks with unresolved samples"]),
    ...lines,
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

function describeComponents(rows: readonly ResultRow[]): RunReport["components"] {
  const judged = rows.filter(({ reward }) => reward !== null);
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (count: (row: ResultRow) => number): number | null =>
    mean(judged.map((row) => (row.tests_total === 0 ? 0 : count(row) / row.tests_total)));
  return {
    built: mean(judged.map(({ built }) => Number(built))),
    cases_passed: share(({ tests_passed }) => tests_passed),
    cases_run: share(({ tests_run }) => tests_run),
  };
}

/** A run of a baseline's own model has not judged it twice. */
function baselineRows(run: HostPath, name: Baseline, rows: readonly ResultRow[]): readonly ResultRow[] {
  const stored = readRows(run, baselineStage(name));
  return stored.length === 0 && readRunRecord(run).options["model"] === name ? rows : stored;
}

function formatScore(score: PassAtK): string {
  return `${formatValue(score)}  (95 %: ${score.low.toFixed(3)} to ${score.high.toFixed(3)})`;
}

function describeUnits({ repositories, by_task: byTask }: PassAtK): string {
  if (repositories === undefined || byTask === undefined) return "";
  const { low, high } = byTask;
  return `; by ${repositories} repositories; within these ${low.toFixed(3)} to ${high.toFixed(3)}`;
}

function formatValue(score: PassAtK | undefined): string {
  return score?.value?.toFixed(3) ?? "–";
}

function formatShare(value: number | null): string {
  return value === null ? "–" : `${(100 * value).toFixed(1)} %`;
}

function formatNames(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? "–" : parts.join(", ");
}
