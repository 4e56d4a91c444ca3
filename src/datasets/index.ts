export { describeChangedTasks, findChangedTasks } from "./changed-tasks.ts";
export { appendErratum, readErrata, readRetired, type Retired, type RetiredCases } from "./errata.ts";
export {
  appendRates,
  readMeasuredRates,
  readOutdatedRates,
  requireWritableRates,
  type MeasuredRate,
} from "./rates.ts";
export { findTask } from "./find-task.ts";
export { measureDiversity } from "./diversity.ts";
export type { ExportedRow, ExportFormat, ForeignRow, ImportFormat } from "./formats/format.ts";
export {
  exportFormats,
  getExportFormat,
  getImportFormatName,
  importFormats,
  type ImportFormatName,
} from "./formats/registry.ts";
export { completeProblem, type Problem, type ProblemSuite } from "./formats/problems/problem.ts";
export { readCheckEnd, writeCheckProgram, type CheckEnd } from "./formats/problems/program.ts";
export { readProblems } from "./formats/problems/read-problems.ts";
export { readSamples, type ProblemSample } from "./formats/problems/read-samples.ts";
export { readCapturedArguments, type CapturedArguments } from "./formats/r2e/captured-values.ts";
export { coverageLogRecord, type CoverageLog } from "./formats/r2e/coverage-log.ts";
export { coverageLog } from "./formats/r2e/exec-stats.ts";
export { parseR2EFunction, type R2EFunction } from "./formats/r2e/records.ts";
export { repostRow, type RepostRow } from "./formats/repost.ts";
export type { LoadedTask } from "./loaded-task.ts";
export { PARQUET_FILE, writeParquet, type ParquetReport } from "./parquet.ts";
export {
  packTaskSet,
  TASKS_PER_SHARD,
  type PackReport,
  type RepackContext,
  type RepackOptions,
} from "./shards/pack.ts";
export { upgradeTaskSet } from "./upgrade.ts";
export { unpackTaskSet, type UnpackReport } from "./shards/unpack.ts";
export { splitOf } from "./split.ts";
export { digestFolder } from "./task-files.ts";
export {
  openTask,
  readTaskRecord,
  readTaskSet,
  writeManifest,
  writeTask,
  writeVariant,
  type TaskDraft,
  type TaskSet,
} from "./task-set.ts";
