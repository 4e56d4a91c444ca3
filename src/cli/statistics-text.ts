import type { Distribution, Funnel, TaskSetStatistics } from "../evaluation/index.ts";
import { formatPromptForm } from "../spec/index.ts";
import { formatCounts, formatFraction, renderTable, type Column } from "./table.ts";
import { wrapLine } from "./wrap-text.ts";

/** The statistics of a task set as a person reads them, at most 100 columns wide. */
export function renderStatistics(statistics: TaskSetStatistics): string {
  const { name, tasks, tiers, retired, retired_cases: cases, funnel, difficulty, diversity } = statistics;
  return [
    `${tasks} tasks in ${name}: ${formatCounts(tiers)}${retired.length === 0 ? "" : `; ${retired.length} retired`}`,
    ...retired.flatMap(({ task_id, date, reason }) =>
      wrapLine(`  retired ${task_id}, ${date}: ${reason}`, "    "),
    ),
    ...cases.flatMap(({ task_id, case_id, date, reason }) =>
      wrapLine(`  retired ${case_id} of ${task_id}, ${date}: ${reason}`, "    "),
    ),
    "",
    ...(funnel === null
      ? ["The set came without its journal: what else was tried is not known."]
      : describeFunnel(funnel)),
    "",
    describeQuality(statistics),
    "",
    ...describeMeasured(difficulty),
    "",
    ...describeDiversity(diversity),
  ].join("\n");
}

const right = (heading: string): Column => ({ heading, align: "right" });

function describeFunnel(funnel: Funnel): string[] {
  const rows = funnel.steps.map(({ step, left, lost }) => [
    step,
    String(left),
    funnel.found === 0 ? "–" : `${Math.round((100 * left) / funnel.found)} %`,
    formatCounts(lost),
  ]);
  const { reached, tried, reached_core_shape: eligible, accepted_core_shape: shipped } = funnel;
  return [
    renderTable([{ heading: "funnel" }, right("left"), right("share"), { heading: "lost before it" }], rows),
    "",
    `Reached by the repositories' own tests: ${reached} of ${tried} tried${eligible === null ? "." : `; ${shipped} of ${eligible} reached of core shape became tasks.`}`,
    ...funnel.failed_sources.map(({ source, category }) => `No environment: ${source} (${category})`),
  ].flatMap((line) => (line.includes("\n") ? [line] : wrapLine(line, "")));
}

function describeQuality({ quality, difficulty }: TaskSetStatistics): string {
  const row = (label: string, { quartiles, mean, count, without }: Distribution): string[] => [
    label,
    ...(quartiles ?? [null, null, null, null, null]).map(formatFraction),
    formatFraction(mean),
    String(count),
    without === 0 ? "" : `${without} without`,
  ];
  const headings = ["lowest", "quarter", "median", "3 quarters", "highest", "mean", "tasks"];
  return renderTable(
    [{ heading: "per task" }, ...headings.map(right), { heading: "" }],
    [
      row("mutation score", quality.mutation_score),
      row("mistakes told", quality.mistakes_told),
      row("branch coverage", quality.branch_coverage),
      row("line coverage", quality.line_coverage),
      row("determinacy", quality.determinacy),
      row("predicted solve rate", difficulty.predicted),
    ],
  );
}

function describeMeasured({ measured, form, outdated }: TaskSetStatistics["difficulty"]): string[] {
  const told = formatPromptForm(form);
  const left =
    outdated === 0
      ? []
      : wrapLine(
          `Left out: ${outdated} rates, of one task in one run each, from before cases of the task were retired or restored; the same evaluate command measures them anew.`,
          "",
        );
  if (measured.length === 0)
    return [
      `No solve rate${told} was measured yet: evaluate a model, or type evaluate --record-rates NAME.`,
      ...left,
    ];
  const rows = measured.map(({ solver, tasks, samples, rate, spearman }) => [
    solver,
    String(tasks),
    String(samples),
    `${formatFraction(rate.value)} (${formatFraction(rate.low)} to ${formatFraction(rate.high)})`,
    spearman.value === null
      ? "–"
      : `${formatFraction(spearman.value)} (${formatFraction(spearman.low)} to ${formatFraction(spearman.high)})`,
  ]);
  return [
    renderTable(
      [
        { heading: `solver${told}` },
        right("tasks"),
        right("samples"),
        right("solve rate, 95 %"),
        right("Spearman with predicted, 95 %"),
      ],
      rows,
    ),
    ...left,
  ];
}

function describeDiversity(diversity: TaskSetStatistics["diversity"]): string[] {
  const width = Math.max(9, ...Object.keys(diversity).map((name) => name.length));
  return Object.entries(diversity).flatMap(([name, counts]) => {
    const values = Object.entries(counts).map(([value, count]) => `${value} ${count}`);
    return wrapLine(`${name.padEnd(width)}  ${values.join(", ")}`, " ".repeat(width + 2));
  });
}
