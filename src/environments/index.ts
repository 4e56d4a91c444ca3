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
export {
  recordCalls,
  type RecordedCall,
  type Recording,
  type RecordingRequest,
} from "./tests/record-calls.ts";
export { restoreEnvironment } from "./restore-environment.ts";
export { obtainUv, UV_VERSION } from "./tool-uv.ts";
export { materialiseTree, type TreeSelection } from "./tree.ts";
