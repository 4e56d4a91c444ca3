import type { ContaminationReport, TaskContamination } from "./contamination.ts";

/** Tasks that are listed. */
const MOST_LISTED = 10;

/** A report on contamination as a person reads it. */
export function describeContamination(report: ContaminationReport): string {
  const { tasks, ages, public_tasks, public_texts, gram_length, threshold, cutoff, scores } = report;
  const found = tasks
    .filter(({ reference }) => (reference.share ?? 0) > 0)
    .toSorted((a, b) => (b.reference.share ?? 0) - (a.reference.share ?? 0));
  const tooShort = tasks.filter(({ reference }) => reference.share === null).length;
  return [
    `${tasks.length} tasks against ${public_texts} public texts, by ${gram_length} words in a row`,
    `  public    ${public_tasks} tasks of whose reference ${formatShare(threshold)} or more is found${tooShort === 0 ? "" : `; ${tooShort} are too short to tell`}`,
    ...(cutoff === null
      ? []
      : [
          `  dates     ${ages.before} until ${cutoff}, ${ages.after} after it, ${ages.unknown} without a date`,
        ]),
    ...found.slice(0, MOST_LISTED).map(describeTask),
    ...(found.length > MOST_LISTED ? [`    and ${found.length - MOST_LISTED} more`] : []),
    ...scores.flatMap(({ model, run, groups }) => [
      `  ${model}  ${run}`,
      ...Object.entries(groups).map(
        ([name, { value, low, high, tasks: count }]) =>
          `    ${name.replace("_", " ").padEnd(10)} pass@1 ${value?.toFixed(3) ?? "–"}  (95 %: ${low.toFixed(3)} to ${high.toFixed(3)})  ${count} tasks`,
      ),
    ]),
  ].join("\n");
}

function describeTask({ task_id, reference, instruction }: TaskContamination): string {
  const told = instruction.share === null ? "" : `, instruction ${formatShare(instruction.share)}`;
  return `    ${task_id}  reference ${formatShare(reference.share ?? 0)}${told}  ${reference.source ?? ""}`;
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
