import { joinPath, readJsonLines, type HostPath } from "../base/index.ts";
import { parseResultRow, type ResultRow } from "../spec/index.ts";

/** Rows of a stage of a run; of two for one sample (a repetition after a failure of the machinery) the later. */
export function readRows(run: HostPath, stage: string): ResultRow[] {
  const records = readJsonLines(joinPath(run, `${stage}.jsonl`)).map((record) => parseResultRow(record));
  return [...new Map(records.map((row) => [`${row.task_id} ${row.sample}`, row])).values()];
}
