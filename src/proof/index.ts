export { runBodies, type BodyVerdict } from "./bodies.ts";
export { findTelling, runForGrowth } from "./body-series.ts";
export type { ChosenMutants, GivenMutant } from "./given-mutants.ts";
export { describeExamples, findUnstated } from "./determinacy.ts";
export { KeptCode } from "./kept-code.ts";
export { combineLeakIndexes, createLeakIndex, type Leak, type LeakIndex } from "./leaks.ts";
export type { LeakPlace } from "./read-place.ts";
export {
  countedMutants,
  createMutants,
  mayShowInMessagesOnly,
  classifyMutant,
  type Mutant,
} from "./mutation.ts";
export {
  countMutants,
  type JudgedMutant,
  type LeftOutTest,
  type MutantCounts,
  type MutantFate,
  type MutationResult,
} from "./mutation-result.ts";
export { mutateSuite } from "./mutated-suite.ts";
export { findSteadyTests, type FoundTests, type SteadyTest, type SteadyTests } from "./steady-tests.ts";
export { testMutants, type TestedTarget } from "./tested-mutants.ts";
export {
  DEFAULT_THRESHOLDS,
  proveTask,
  type ProofOptions,
  type ProofOutcome,
  type Thresholds,
} from "./prove.ts";
export {
  proveByTests,
  type GivenTests,
  type TestProofOptions,
  type TestProofOutcome,
} from "./by-tests/prove-by-tests.ts";
export { chooseGradingTests } from "./by-tests/grading-tests.ts";
export { mutateByTests } from "./by-tests/mutate-by-tests.ts";
export { findTooFew, functionOf } from "./by-tests/shown-tests.ts";
export { reject, type Rejected } from "./rejection.ts";
export { lineOfEdit, linesOfMistake, RaisingLines } from "./raising-lines.ts";
export { ReachedLines } from "./reached-lines.ts";
export { FEWEST_EXAMPLES, type TaskCases } from "./stabilise-suite.ts";
export {
  observationsOf,
  observeReference,
  runBody,
  type BodyRun,
  type ProofTarget,
  type ReferenceRun,
} from "./proof-target.ts";
export { findLoadedOriginal } from "./loaded-original.ts";
