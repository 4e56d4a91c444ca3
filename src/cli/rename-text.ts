import { quoteWord } from "../base/index.ts";
import type { RenameReport } from "../curation/index.ts";
import { asTyped } from "./program-name.ts";
import { formatCounts } from "./table.ts";

/** The summary a person reads at the end of `build --renamed`. */
export function renderRenameReport(report: RenameReport): string {
  const { task_set: path, accepted, tasks, left_out: left, repositories } = report;
  return [
    ...(report.was_finished ? ["This variant was finished before; nothing was left to do.", ""] : []),
    ...repositories.flatMap(({ source, renamed, stay }) => [
      source,
      `  renamed      ${renamed} names`,
      `  stay         ${formatCounts(stay)}`,
    ]),
    `${accepted} of ${tasks} tasks of ${report.renamed_from} proven under other names, in ${path}`,
    ...(accepted < tasks ? [`  left out     ${formatCounts(left)}`] : []),
    ...(accepted === 0
      ? []
      : [asTyped(`Next: evaluate both sets, then diorama compare RUN RUN (${quoteWord(path)} second)`)]),
  ].join("\n");
}
