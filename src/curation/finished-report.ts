import { UsageError } from "../base/index.ts";
import type { RunFolder } from "../store/index.ts";

/** Where the report of a task set lies that was finished. */
export const REPORT_FILE = ".work/report.jsonl";

/** The report of a task set that an earlier run finished, as that wrote it. Throws `report-missing`. */
export function finishedReport(folder: RunFolder): unknown {
  const [stored] = folder.records(REPORT_FILE.slice(0, -".jsonl".length));
  if (stored !== undefined) return stored;
  throw new UsageError(
    "report-missing",
    `The task set in ${folder.path} is finished, but its report is gone.`,
    { hint: "Read it with: diorama show" },
  );
}
