import type { ComparedTask, Comparison } from "./compare-runs.ts";

/** Tasks at either end that are listed. */
const MOST_LISTED = 5;

/** A comparison as a person reads it. */
export function describeComparison(comparison: Comparison): string {
  const { runs, k, tasks, only_first, only_second, changed, difference, units, test } = comparison;
  const { better, worse, equal, task_results: results } = comparison;
  const left = [
    ...(only_first === 0 ? [] : [`${only_first} in the first run only`]),
    ...(only_second === 0 ? [] : [`${only_second} in the second run only`]),
  ];
  return [
    `${tasks} tasks in both runs${left.length === 0 ? "" : `; left out: ${left.join(", ")}`}`,
    ...runs.map(
      ({ model, run, pass_at_k: { value, low, high } }, index) =>
        `  ${index === 0 ? "first " : "second"}     pass@${k} ${formatNumber(value)}  (95 %: ${low.toFixed(3)} to ${high.toFixed(3)})  ${model}  ${run}`,
    ),
    ...(difference === null
      ? []
      : [
          `  difference ${formatSigned(difference.value)}  (95 %: ${formatSigned(difference.low)} to ${formatSigned(difference.high)}), second less first`,
        ]),
    ...(test === null ? [] : [`  test       ${describeTest(test, units)}`]),
    `  tasks      ${better} better, ${worse} worse, ${equal} equal`,
    ...(changed === 0 ? [] : [`  note       ${changed} tasks are not the same in both runs`]),
    ...listTasks(
      "lost most",
      results.filter(({ difference: gain }) => gain < 0),
    ),
    ...listTasks("gained most", results.filter(({ difference: gain }) => gain > 0).toReversed()),
  ].join("\n");
}

function describeTest(
  { p_value, smallest_p_value, method }: NonNullable<Comparison["test"]>,
  { kind, count }: Comparison["units"],
): string {
  const units = kind === "task" ? "tasks" : "repositories";
  const way = method === "exact" ? "exact" : "by drawn flips";
  const limit =
    smallest_p_value > 0.05
      ? `; so few of them differ that none below ${smallest_p_value.toPrecision(2)} is possible`
      : "";
  return `p = ${p_value.toPrecision(2)}, paired sign flips over ${count} ${units}, ${way}${limit}`;
}

function listTasks(title: string, tasks: readonly ComparedTask[]): string[] {
  if (tasks.length === 0) return [];
  return [
    `  ${title}`,
    ...tasks
      .slice(0, MOST_LISTED)
      .map(
        ({ task_id, first, second }) =>
          `    ${task_id}  ${first.resolved}/${first.judged} → ${second.resolved}/${second.judged}`,
      ),
    ...(tasks.length > MOST_LISTED ? [`    and ${tasks.length - MOST_LISTED} more`] : []),
  ];
}

function formatNumber(value: number | null): string {
  return value?.toFixed(3) ?? "–";
}

function formatSigned(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}
