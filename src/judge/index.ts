export { areInputsAlike, type CountsAttribute } from "./alike-inputs.ts";
export { measureCoverage, measureLines, type Coverage } from "./coverage.ts";
export { createEvaluator, type EvaluatorOptions, type JudgeEvaluator, type WarmJudge } from "./evaluator.ts";
export { readPossibleArcs, type PossibleArcs } from "./findings.ts";
export { editFile, judgeCandidate } from "./judge-candidate.ts";
export { gradedIds, type Grader, type ObservedGrader, type TestsGrader } from "./graders/grader.ts";
export { decide } from "./graders/decide.ts";
export { restrictGrader } from "./graders/restrict.ts";
export { orderFor } from "./graders/observed.ts";
export { createJudging, type Judging, type JudgingLoad } from "./judging.ts";
export type * from "./judge.ts";
export { addJudgement, nothingRun, type Difference, type FailedCase, type Judgement } from "./judgement.ts";
export type { AssertionPolicy, AssertionRules, ExpectedRecord } from "./tests/assertions.ts";
export { decideTests, type ExpectedTest, type TestExpectation } from "./tests/judge-tests.ts";
export { findFirmFailures } from "./tests/firm-assertions.ts";
export { chooseTests, type ChosenTests } from "./tests/choose-tests.ts";
export { learnTests, type LearntTests, type TestRefusal } from "./tests/learn-tests.ts";
export {
  runOriginal,
  runOriginalWithoutKillers,
  SURROUNDINGS,
  type OriginalRun,
  type TestSubject,
} from "./tests/run-original.ts";
export {
  attemptTwice,
  judgeByTests,
  judgeLosingWorkers,
  measureTests,
  type TestedCandidate,
} from "./tests/run-expectation.ts";
export type * from "./tests/test-run.ts";
export { keysOf, testId } from "./tests/test-run.ts";
export { openExpectation, sourcesOf, storeExpectation } from "./tests/stored-expectation.ts";
export { limitsFor, measuringLimits } from "./limits.ts";
export { findMasked } from "./masked-file.ts";
export { plainVariation } from "./protocol/world.ts";
export type { ProgramJob, ProgramOutcome } from "./program.ts";
export type { SeriesFinding, SeriesJob } from "./series.ts";
export { evaluateRepeatingSlow } from "./repeat-slow.ts";
export {
  editedDefinition,
  editTarget,
  locate,
  referenceFile,
  referenceLines,
  type EditedFile,
  type EditOutcome,
  type GradedTarget,
  type JudgedTarget,
  type TargetInTree,
} from "./target.ts";
export { prepareEditableTree } from "./tree.ts";
export {
  compareObservations,
  exceptionOf,
  givesIterator,
  inputReturned,
  isTrivialObservation,
} from "./compare.ts";
export { rulesOf, type ComparisonRules } from "./comparison-rules.ts";
export { describeCase, describeInput, describeShown, type DescribedCase } from "./describe-case.ts";
export { isComparedAttribute, outcomeKey } from "./outcome-key.ts";
export { isUnchanged } from "./input-changes.ts";
export { outcomeKind } from "./outcome-kind.ts";
