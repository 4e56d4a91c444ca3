export { areInputsAlike, type CountsAttribute } from "./alike-inputs.ts";
export { measureCoverage, type Coverage } from "./coverage.ts";
export { createEvaluator, type EvaluatorOptions, type JudgeEvaluator, type WarmJudge } from "./evaluator.ts";
export type { PossibleArcs } from "./findings.ts";
export {
  editFile,
  explainCandidate,
  judgeCandidate,
  orderFor,
  type Explanation,
  type FailedCase,
  type JudgingSubject,
} from "./judge-candidate.ts";
export { createJudging, type Judging, type JudgingLoad, type SharedJudgement } from "./judging.ts";
export type * from "./judge.ts";
export { limitsFor, measuringLimits } from "./limits.ts";
export type { ProgramJob, ProgramOutcome } from "./program.ts";
export type { SeriesFinding, SeriesJob, SeriesRun } from "./series.ts";
export { evaluateSettled } from "./settle.ts";
export { prepareTree, type TreeOptions } from "./tree.ts";
export { decide, type Decision } from "./verdict.ts";
export { compareObservations, isTrivialObservation } from "./compare.ts";
export { describeCase, describeInput, describeShown, type Callable } from "./describe-case.ts";
export { isComparedAttribute, outcomeKey } from "./outcome-key.ts";
export { outcomeKind } from "./outcome-kind.ts";
export { renderValue, type RenderOptions } from "./render-value.ts";
