export { FolderLock } from "./folder-lock.ts";
export { readRunRecord, RunFolder, type RunPurpose, type RunRecord } from "./run-folder.ts";
export { toolVersion } from "./tool-version.ts";
