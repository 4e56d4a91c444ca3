import { formatPromptForm } from "../../spec/index.ts";
import { wilsonInterval } from "../metrics/interval.ts";
import type { Funnel } from "../statistics/funnel.ts";
import type { SolverRates, TaskSetStatistics } from "../statistics/statistics.ts";
import { markup, type Markup } from "./markup.ts";
import { tableRetiredCases } from "./retired-cases-table.ts";
import { columns, folded, renderPage, section, table, tiles, verbatim } from "./page.ts";
import { plotBars, type Bar } from "./plots/bars.ts";
import { plotHistogram } from "./plots/histogram.ts";
import { plotIntervals } from "./plots/intervals.ts";
import { plotScatter } from "./plots/scatter.ts";

/** A task as the page tells it. */
export interface PageTask {
  readonly id: string;
  readonly tier: string;
  /** `path:name` */
  readonly target: string;
  readonly instruction: string;
}

/** Tasks that a reader still scrolls through. */
const MOST_TASKS = 200;

/** A task set as one page: funnel, quality, difficulty against solve rates, diversity, and what its tasks ask for. */
export function renderStatsPage(statistics: TaskSetStatistics, pageTasks: Iterable<PageTask>): string {
  const {
    name,
    tasks,
    tiers,
    retired,
    retired_cases: cases,
    funnel,
    quality,
    difficulty,
    diversity,
  } = statistics;
  return renderPage(`Task set ${name}`, "What is in it, how good it is, and where the rest went.", [
    tiles([
      ["tasks", String(tasks)],
      ...Object.entries(tiers).map(([tier, count]): [string, string] => [tier, String(count)]),
      ["retired", String(retired.length)],
      ["retired cases", String(cases.length)],
      ["definitions found", funnel === null ? "–" : String(funnel.found)],
      ["reached by tests", funnel === null ? "–" : String(funnel.reached)],
    ]),
    ...section(
      "Funnel",
      funnel === null ? [markup`<p>The set came without its journal.</p>`] : plotFunnel(funnel),
    ),
    ...section(
      "Quality",
      tasks === 0
        ? []
        : [
            columns([
              plotHistogram("Mutation score", quality.mutation_score),
              plotHistogram("Mistakes told", quality.mistakes_told),
              plotHistogram("Determinacy", quality.determinacy),
              plotHistogram("Branch coverage", quality.branch_coverage),
              plotHistogram("Line coverage", quality.line_coverage),
            ]),
          ],
    ),
    ...section(
      "Difficulty",
      tasks === 0
        ? []
        : [plotHistogram("Predicted solve rate", difficulty.predicted), ...plotRates(difficulty)],
    ),
    ...section("Diversity", plotDiversity(diversity)),
    ...section("Retired tasks", describeRetired(retired)),
    ...section("Retired cases", tableRetiredCases(cases)),
    ...section("Tasks", describeTasks(pageTasks, tasks + retired.length)),
  ]);
}

function describeTasks(tasks: Iterable<PageTask>, count: number): Markup[] {
  const shown = Array.from(take(tasks, MOST_TASKS), ({ id, tier, target, instruction }, index) =>
    folded(`task-${index}`, `${id}, ${tier}, ${target}`, [verbatim("Instruction", instruction)]),
  );
  const rest = count - shown.length;
  return [...shown, ...(rest > 0 ? [markup`<p class="muted">and ${rest} more</p>`] : [])];
}

function* take<T>(items: Iterable<T>, most: number): Generator<T, void> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}

function plotFunnel(funnel: Funnel): Markup[] {
  const { found, tried, reached, reached_core_shape: eligible, accepted_core_shape: shipped } = funnel;
  const steps = funnel.steps.map(({ step, left, lost }): Bar => {
    const note = listCounts(lost);
    return {
      label: step,
      value: left,
      text: found === 0 ? String(left) : `${left} (${Math.round((100 * left) / found)} %)`,
      ...(note === "" ? {} : { note: `without ${note}` }),
    };
  });
  const losses = Object.entries({ ...funnel.rejected })
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, value]) => ({ label: reason.replaceAll("_", " "), value }));
  return [
    ...plotBars("Definitions left after each question", steps, found),
    markup`<p>${reached} of the ${tried} tried are reached by the repositories' own tests${eligible === null ? "." : `; ${shipped} of the ${eligible} reached of core shape became tasks.`}</p>`,
    ...plotBars("Why targets were rejected", losses),
    ...funnel.failed_sources.map(
      ({ source, category }) => markup`<p>No environment for ${source}: ${category}.</p>`,
    ),
  ];
}

function listCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`)
    .join(", ");
}

function plotRates({ measured, form, outdated }: TaskSetStatistics["difficulty"]): Markup[] {
  const told = formatPromptForm(form);
  const left =
    outdated === 0
      ? []
      : [
          markup`<p class="muted">${outdated} rates are left out: cases of their tasks were retired or restored since.</p>`,
        ];
  if (measured.length === 0)
    return [markup`<p class="muted">No solve rate${told} was measured yet.</p>`, ...left];
  const rows = measured.map(({ solver, rate, tasks, samples }) => ({
    label: solver,
    value: rate.value,
    low: rate.low,
    high: rate.high,
    note: `${tasks} tasks, ${samples} samples`,
  }));
  return [
    plotIntervals(`Measured solve rate${told}, mean over tasks with its 95 % interval`, rows),
    columns(measured.map(plotAgainstPrediction)),
    ...left,
  ];
}

function plotAgainstPrediction({ solver, points, spearman }: SolverRates): Markup {
  const correlation =
    spearman.value === null
      ? "too few different rates for a correlation"
      : `Spearman ${spearman.value.toFixed(2)} (95 %: ${spearman.low.toFixed(2)} to ${spearman.high.toFixed(2)})`;
  return plotScatter(
    `${solver}: ${correlation}`,
    { x: "predicted solve rate", y: "measured, with its 95 % interval" },
    points.map(({ task_id, predicted, n, passed }) => ({
      x: predicted,
      y: passed / n,
      ...wilsonInterval(passed / n, n),
      label: `${task_id}: predicted ${predicted.toFixed(2)}, ${passed} of ${n} passed`,
    })),
    `Measured against predicted solve rate of ${solver} on ${points.length} tasks: ${correlation}.`,
  );
}

/** Values of a table that are drawn; the rest is added up. */
const MOST_VALUES = 12;

function plotDiversity(diversity: TaskSetStatistics["diversity"]): Markup[] {
  const plots = Object.entries(diversity).flatMap(plotTable);
  return plots.length === 0 ? [] : [columns(plots)];
}

function plotTable([name, counts]: [string, Readonly<Record<string, number>>]): Markup[] {
  const values = Object.entries(counts).map(([label, value]) => ({ label, value }));
  const rest = values.slice(MOST_VALUES);
  const others = rest.reduce((sum, { value }) => sum + value, 0);
  return plotBars(name.replaceAll("_", " "), [
    ...values.slice(0, MOST_VALUES),
    ...(rest.length === 0 ? [] : [{ label: `${rest.length} others`, value: others }]),
  ]);
}

function describeRetired(retired: TaskSetStatistics["retired"]): Markup[] {
  if (retired.length === 0) return [];
  const rows = retired.map(({ task_id, date, reason }) => [task_id, date, reason]);
  return [table("Counted in the funnel only", ["task", "since", "reason"], rows)];
}
