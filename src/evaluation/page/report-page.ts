import { basename } from "node:path";

import { wilsonInterval } from "../metrics/interval.ts";
import type { ScoreSummary } from "../metrics/summary.ts";
import type { RunReport } from "../report.ts";
import { tableRetiredCases } from "./retired-cases-table.ts";
import { markup, type Markup } from "./markup.ts";
import { columns, folded, renderPage, section, table, tiles, verbatim } from "./page.ts";
import { plotBars } from "./plots/bars.ts";
import { plotIntervals, type IntervalRow } from "./plots/intervals.ts";
import type { TaskAnswers } from "./run-answers.ts";

/** A run and what it answered, by task. */
export interface ReportedRun {
  readonly report: RunReport;
  readonly answers: ReadonlyMap<string, TaskAnswers>;
}

/** Runs as one page: scores with intervals, verdicts, reasons, tasks from the least to the most solved with their answers. */
export function renderReportPage(runs: readonly ReportedRun[]): string {
  const names = nameRuns(runs.map(({ report }) => report));
  const named = runs.map(
    (run, index): NamedRun => ({ ...run, index, name: names[index] ?? run.report.model }),
  );
  const title = named.length === 1 ? `Report on ${names.join("")}` : `${named.length} runs`;
  const about =
    "Scores are pass@k with 95 % intervals; the independent units are repositories, where there are several, else tasks.";
  return renderPage(title, about, [
    ...section("Scores", [
      plotIntervals(
        "pass@k with its 95 % interval",
        named.flatMap(({ report, name }) => scoreRows(report, name, named.length > 1)),
      ),
    ]),
    ...named.flatMap(runSection),
  ]);
}

interface NamedRun extends ReportedRun {
  readonly index: number;
  readonly name: string;
}

/** Runs by their models; those of one model by their folders too, and by the whole paths of these where that tells no more. */
function nameRuns(reports: readonly RunReport[]): string[] {
  const ways: readonly ((report: RunReport) => string)[] = [
    ({ model }) => model,
    ({ model, run }) => `${model} in ${basename(run)}`,
  ];
  const isOnlyOne = (report: RunReport, name: (report: RunReport) => string): boolean =>
    reports.filter((other) => name(other) === name(report)).length === 1;
  return reports.map((report) => {
    const way = ways.find((name) => isOnlyOne(report, name));
    return way?.(report) ?? `${report.model} in ${report.run}`;
  });
}

function scoreRows(report: RunReport, name: string, isOneOfMany: boolean): IntervalRow[] {
  const rowsOf = (label: string, summary: ScoreSummary, isMuted: boolean): IntervalRow[] =>
    Object.entries(summary.pass_at_k).map(([k, { value, low, high, tasks }]) => ({
      label: `${label}: pass@${k}`,
      value,
      low,
      high,
      note: `${tasks} tasks`,
      isMuted,
    }));
  return [
    ...rowsOf(name, report, false),
    ...(report.with_retired === null ? [] : rowsOf(`${name}, with retired tasks`, report.with_retired, true)),
    ...rowsOf(isOneOfMany ? `${name}, baseline null` : "baseline null", report.baselines.null, true),
    ...rowsOf(
      isOneOfMany ? `${name}, baseline reference` : "baseline reference",
      report.baselines.reference,
      true,
    ),
  ];
}

function runSection(run: NamedRun): Markup[] {
  const { report, name } = run;
  const { tasks, samples, not_judged: notJudged, components, retired } = report;
  return section(name, [
    ...(report.is_finished ? [] : [markup`<p>Not finished: the figures are of what is there.</p>`]),
    ...(report.task_set.status === "moved"
      ? [markup`<p>Errata were not looked at: the task set is not where it was.</p>`]
      : []),
    tiles([
      ["tasks", String(tasks)],
      ["samples", String(samples)],
      ["not judged", String(notJudged)],
      ["built", formatShare(components.built)],
      ["cases passed", formatShare(components.cases_passed)],
      ["cases run", formatShare(components.cases_run)],
      ["retired tasks", String(retired.length)],
    ]),
    columns([
      ...plotBars("Verdicts, in samples", barsOf(report.verdicts), samples),
      ...plotBars("Why samples were not resolved", barsOf(report.reasons), samples),
    ]),
    ...describeRetired(retired),
    ...describeRetiredCases(report),
    ...plotTasks(run),
  ]);
}

function describeRetired(retired: RunReport["retired"]): Markup[] {
  if (retired.length === 0) return [];
  const rows = retired.map(({ task_id, date, reason }) => [task_id, date, reason]);
  return [markup`<h3>Retired tasks</h3>`, table("In none of the scores", ["task", "since", "reason"], rows)];
}

function describeRetiredCases({ retired_cases: cases, to_judge_again: again }: RunReport): Markup[] {
  if (cases.length === 0) return [];
  return [
    markup`<h3>Retired cases</h3>`,
    ...tableRetiredCases(cases),
    ...(again === 0
      ? []
      : [
          markup`<p>${again} samples must be judged again without them; the same evaluate command does that.</p>`,
        ]),
  ];
}

/** Rows that a reader still scrolls through. */
const MOST_TASKS = 200;

function plotTasks({ report: { task_results: results }, answers, index }: NamedRun): Markup[] {
  if (results.length === 0) return [];
  const rows = results
    .map(({ task_id, judged, resolved, reasons }) => {
      const value = judged === 0 ? null : resolved / judged;
      const tally = `${resolved} of ${judged}${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}`;
      return { label: task_id, value, ...wilsonInterval(value ?? 0, judged), note: tally };
    })
    .toSorted((a, b) => (a.value ?? -1) - (b.value ?? -1));
  const rest = rows.length - MOST_TASKS;
  const shown = rows.slice(0, MOST_TASKS).map((row, place) => {
    const own = answers.get(row.label);
    return own === undefined ? row : { ...row, target: `answers-${index}-${place}`, own };
  });
  const told = shown.flatMap((row) => ("own" in row ? [describeAnswers(row.target, row)] : []));
  return [
    markup`<h3>Tasks</h3>`,
    plotIntervals("Share of resolved samples, least solved first", shown),
    ...(rest > 0 ? [markup`<p class="muted">and ${rest} more, solved at least as often</p>`] : []),
    ...(told.length === 0 ? [] : [markup`<h3>Instructions and answers</h3>`, ...told]),
  ];
}

function describeAnswers(
  target: string,
  { label, note, own }: { readonly label: string; readonly note: string; readonly own: TaskAnswers },
): Markup {
  return folded(target, `${label}, ${note}`, [
    ...own.answers.map(({ sample, verdict, text }) => verbatim(`Answer ${sample}: ${verdict}`, text)),
    ...(own.more === 0 ? [] : [markup`<p class="muted">and ${own.more} more answers</p>`]),
    ...(own.instruction === undefined ? [] : [verbatim("Instruction", own.instruction)]),
  ]);
}

function barsOf(counts: Readonly<Record<string, number>>): { label: string; value: number }[] {
  return Object.entries(counts)
    .map(([name, value]) => ({ label: name.replaceAll("_", " "), value }))
    .toSorted((a, b) => b.value - a.value);
}

function formatShare(value: number | null): string {
  return value === null ? "–" : `${(100 * value).toFixed(1)} %`;
}
