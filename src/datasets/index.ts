export { measureDiversity } from "./diversity.ts";
export { splitOf } from "./split.ts";
export {
  digestFolder,
  readTaskRecord,
  readTaskSet,
  writeManifest,
  writeTask,
  type LoadedTask,
  type TaskDraft,
  type TaskSet,
} from "./task-set.ts";
