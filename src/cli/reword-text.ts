import { quoteWord } from "../base/index.ts";
import type { RewordReport } from "../curation/index.ts";
import { describeCalls } from "../models/index.ts";
import { asTyped } from "./program-name.ts";
import { formatCounts } from "./table.ts";

/** The summary a person reads at the end of `build --reworded`. */
export function renderRewordReport(report: RewordReport): string {
  const { task_set: path, accepted, at_once: atOnce, tasks, left_out: left, unanswered, calls } = report;
  const { complaints } = report;
  return [
    ...(report.was_finished ? ["This variant was finished before; nothing was left to do.", ""] : []),
    `${accepted} of ${tasks} tasks of ${report.reworded_from} proven with the model's documentation (${atOnce} at its first answer), in ${path}`,
    ...(Object.keys(left).length === 0 ? [] : [`  left out     ${formatCounts(left)}`]),
    ...(Object.keys(complaints).length === 0 ? [] : [`  sent back    ${formatCounts(complaints)}`]),
    ...(unanswered === undefined
      ? []
      : [`  unanswered   ${unanswered.tasks}: ${unanswered.message} The same command asks for them.`]),
    ...(calls === undefined ? [] : [`  asked        ${describeCalls(calls)}`]),
    ...(accepted === 0
      ? []
      : [asTyped(`Next: evaluate both sets, then diorama compare RUN RUN (${quoteWord(path)} second)`)]),
  ].join("\n");
}
