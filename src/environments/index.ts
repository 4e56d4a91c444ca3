export { buildEnvironment } from "./build-environment.ts";
export type * from "./environment.ts";
export { findInterpreters, type Interpreter } from "./interpreter.ts";
export {
  DEFAULT_TEST_LIMITS,
  type EnvironmentOptions,
  type MachineFacts,
  type PythonIndexConfiguration,
  type TestLimits,
} from "./options.ts";
export { materialiseTree, type TreeSelection } from "./tree.ts";
