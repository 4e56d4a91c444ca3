export { restoreBareEnvironment } from "./bare-environment.ts";
export { buildEnvironment } from "./build-environment.ts";
export type * from "./environment.ts";
export type { Advice, MachineFacts, NeededProgram, PlanFields } from "./build-system.ts";
export { neededPrograms } from "./build-systems.ts";
export { listOutsideNames, type OutsideNames } from "./outside-names.ts";
export { DEFAULT_TEST_LIMITS, type EnvironmentOptions, type TestLimits } from "./options.ts";
export { openDownloadStore } from "./download-store.ts";
export { freeBytes } from "./disk-space.ts";
export { listLayers, removeLayers, type KeptLayer } from "./layer.ts";
export { findProjectFolder } from "./find-project-folder.ts";
export { planEnvironment, type EnvironmentPlan } from "./plan-environment.ts";
export * from "./python/index.ts";
export { openWorkbench, type TroubledTree, type Verification, type Workbench } from "./repair/workbench.ts";
export { restoreEnvironment } from "./restore-environment.ts";
export { runtimeOf } from "./runtime.ts";
export { describeItem } from "./evidence-lines.ts";
export { describeShortfall, ranNoTest } from "./shortfall.ts";
export {
  harvestCalls,
  tryEntries,
  type EntryCall,
  type EntryOutcome,
  type EntrySetting,
} from "./tests/harvest-calls.ts";
export {
  recordCalls,
  recordedName,
  type RecordedCall,
  type RecordedEntry,
  type Recording,
  type RecordingRequest,
} from "./tests/record-calls.ts";
export type { SuiteRun } from "./tests/run-all-tests.ts";
export { materialiseTree, type TreeSelection } from "./tree.ts";
