export { appendErratum, findRetired, readErrata } from "./errata.ts";
export { appendRates, readMeasuredRates, type MeasuredRate } from "./rates.ts";
export {
  digestFolder,
  readTaskSet,
  writeManifest,
  writeTask,
  type LoadedTask,
  type TaskDraft,
  type TaskSet,
} from "./task-set.ts";
