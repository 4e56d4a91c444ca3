import { resolve } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { getImportFormatName, importFormats } from "../../datasets/index.ts";
import type { WorkContext } from "../curation.ts";

/** What `import` was asked for. */
export interface ImportOptions {
  /** Name of a format. */
  readonly format: string;
  /** File with the rows. */
  readonly file: string;
  /** Folder of the task set; absent: `task-sets/<name>-<digest of the inputs>` below the working directory. */
  readonly out?: string | undefined;
  /** Accepted tasks after which the rest is left untried; absent: no limit. */
  readonly limit?: number | undefined;
  readonly seed: number;
  /** Evaluations at a time. Does not change what is made. */
  readonly workers: number;
  /** `auto` or the name of a sandbox backend. */
  readonly sandbox: string;
}

/** The document that `import --json` prints. */
export interface ImportReport {
  readonly task_set: string;
  readonly rows: number;
  readonly accepted: number;
  /** How many rows each reason kept out. */
  readonly rejected: Readonly<Record<string, number>>;
  /** True where an earlier run had already finished this folder and nothing was done. */
  readonly was_finished: boolean;
}

/** Makes a task set of a file's rows. */
export async function importTaskSet(options: ImportOptions, context: WorkContext): Promise<ImportReport> {
  const format = getImportFormatName(options.format);
  const rows = importFormats[format].read(asHostPath(resolve(options.file)));
  context.progress.begin("importing", rows.length);
  return { task_set: "", rows: rows.length, accepted: 0, rejected: {}, was_finished: false };
}
