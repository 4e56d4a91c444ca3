export type { AdversarySummary, GivenAdversary } from "./adversaries-record.ts";
export { buildTaskSet } from "./build.ts";
export type * from "./curation.ts";
export type { WorkContext } from "./work-context.ts";
export { openCode, openSlicedTarget, type OpenedCode, type SlicedTarget } from "./open-code.ts";
export { NOTHING_ASKED, openSource, type Asked } from "./open-source.ts";
export { openTargetContext, type TargetContext } from "./open-target-context.ts";
export { DEFAULT_CAPS, type Caps } from "./caps.ts";
export {
  compareWithRows,
  getImporterWithTests,
  type AgreementReport,
  type RowAgreement,
} from "./import/agreement.ts";
export { importTaskSet, type ImportOptions, type ImportReport } from "./import/import.ts";
export { planBuild, type BuildPlan, type Range, type SourcePlan } from "./plan-build.ts";
export { mutateSource } from "./mutate/mutate-source.ts";
export { mutateTask } from "./mutate/mutate-task.ts";
export type { MutateOptions } from "./mutate/mutate-options.ts";
export { taskKinds } from "./kinds/registry.ts";
export { definitionOf, type TaskDefinition } from "./kinds/function/task-definition.ts";
export { rewordTaskSet, type RewordOptions, type RewordReport } from "./reworded/reword-task-set.ts";
export {
  renameTaskSet,
  type RenamedNames,
  type RenameOptions,
  type RenameReport,
} from "./renamed/rename-task-set.ts";
export { verifyTaskSet } from "./verify.ts";
export { FIRST_LIMITS } from "./first-limits.ts";
export { openServices, userCacheDirectory, type Services } from "./services.ts";
export { describeContract } from "./kinds/function/instruction/contract-text.ts";
export { readJournal, type JournalContent } from "./journal.ts";
export { buildEnvironments, type BatchOptions } from "./environments/build-environments.ts";
export { describeEnvironment, describeFailedSteps } from "./environments/environment-document.ts";
export {
  buildRepairedEnvironment,
  type RepairedEnvironment,
  type RepairReport,
  type RepairRequest,
} from "./environments/repair-environment.ts";
export type { EnvironmentsSummary, Share } from "./environments/summary.ts";
