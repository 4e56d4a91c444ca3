import { basename } from "node:path";

import { wilsonInterval } from "../metrics/interval.ts";
import type { ScoreSummary } from "../metrics/summary.ts";
import type { RunReport } from "../report.ts";
import { markup, type Markup } from "./markup.ts";
import { columns, renderPage, section, table, tiles } from "./page.ts";
import { plotBars } from "./plots/bars.ts";
import { plotIntervals, type IntervalRow } from "./plots/intervals.ts";

/** Runs as one page: scores with intervals, verdicts, reasons, tasks from the least to the most solved. */
export function renderReportPage(reports: readonly RunReport[]): string {
  const [only] = reports;
  const title =
    reports.length === 1 && only !== undefined ? `Report on ${only.model}` : `${reports.length} runs`;
  const scores = reports.flatMap((report) => scoreRows(report, reports.length > 1));
  return renderPage(title, "Scores are pass@k with 95 % intervals; tasks are the independent units.", [
    ...section("Scores", [plotIntervals("pass@k with its 95 % interval", scores)]),
    ...reports.flatMap((report) => runSection(report, reports.length > 1)),
  ]);
}

/** Runs of one model are told apart by their folders. */
function nameOf({ model, run }: RunReport, isOneOfMany: boolean): string {
  return isOneOfMany ? `${model}, ${basename(run)}` : model;
}

function scoreRows(report: RunReport, isOneOfMany: boolean): IntervalRow[] {
  const name = nameOf(report, isOneOfMany);
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

function runSection(report: RunReport, isOneOfMany: boolean): Markup[] {
  const { tasks, samples, not_judged: notJudged, components, retired } = report;
  return section(nameOf(report, isOneOfMany), [
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
      ["retired tasks", String(retired.length)],
    ]),
    columns([
      plotBars("Verdicts, in samples", barsOf(report.verdicts), samples),
      plotBars("Why samples were not resolved", barsOf(report.reasons), samples),
    ]),
    ...describeRetired(retired),
    ...plotTasks(report),
  ]);
}

function describeRetired(retired: RunReport["retired"]): Markup[] {
  if (retired.length === 0) return [];
  const rows = retired.map(({ task_id, date, reason }) => [task_id, date, reason]);
  return [markup`<h3>Retired tasks</h3>`, table("In none of the scores", ["task", "since", "reason"], rows)];
}

/** Rows that a reader still scrolls through. */
const MOST_TASKS = 200;

function plotTasks({ task_results: results }: RunReport): Markup[] {
  const rows = results
    .map(({ task_id, judged, resolved, reasons }) => {
      const value = judged === 0 ? null : resolved / judged;
      const tally = `${resolved} of ${judged}${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}`;
      return { label: task_id, value, ...wilsonInterval(value ?? 0, judged), note: tally };
    })
    .toSorted((a, b) => (a.value ?? -1) - (b.value ?? -1));
  const rest = rows.length - MOST_TASKS;
  return [
    markup`<h3>Tasks</h3>`,
    plotIntervals("Share of resolved samples, least solved first", rows.slice(0, MOST_TASKS)),
    ...(rest > 0 ? [markup`<p class="muted">and ${rest} more, solved at least as often</p>`] : []),
  ];
}

function barsOf(counts: Readonly<Record<string, number>>): { label: string; value: number }[] {
  return Object.entries(counts)
    .map(([name, value]) => ({ label: name.replaceAll("_", " "), value }))
    .toSorted((a, b) => b.value - a.value);
}

function formatShare(value: number | null): string {
  return value === null ? "–" : `${(100 * value).toFixed(1)} %`;
}
