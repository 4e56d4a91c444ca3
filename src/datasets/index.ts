export {
  digestFolder,
  readTaskSet,
  writeManifest,
  writeTask,
  type LoadedTask,
  type TaskDraft,
  type TaskSet,
} from "./task-set.ts";
