export { restoreBareEnvironment } from "./bare-environment.ts";
export { buildEnvironment } from "./build-environment.ts";
export type * from "./environment.ts";
export { findInterpreters, type Interpreter } from "./interpreter.ts";
export {
  DEFAULT_TEST_LIMITS,
  type EnvironmentOptions,
  type MachineFacts,
  type TestLimits,
} from "./options.ts";
export { isEmptyRequest, mergeRequests, parseRequest } from "./request/request.ts";
export {
  parseRequestFile,
  readFolderRequest,
  readRequestFile,
  REQUEST_FILE,
  withFilesOf,
} from "./request/request-file.ts";
export { inlineRequirementFiles, refuseMissingFiles } from "./request/requirement-files.ts";
export { looksSecret } from "./request/variables.ts";
export type { Advice } from "./advice/advice-words.ts";
export { describeShortfall, ranNoTest } from "./advice/shortfall.ts";
export {
  recordCalls,
  type RecordedCall,
  type Recording,
  type RecordingRequest,
} from "./tests/record-calls.ts";
export { planEnvironment, type EnvironmentPlan } from "./plan-environment.ts";
export { restoreEnvironment } from "./restore-environment.ts";
export { containerFileFor } from "./python/container-file.ts";
export { COMPILED_FOLDERS, ownLibraryOf } from "./python/own-library.ts";
export { runtimeOf } from "./runtime.ts";
export { obtainUv, UV_VERSION } from "./tool-uv.ts";
export { materialiseTree, type TreeSelection } from "./tree.ts";
