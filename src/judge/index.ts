export { measureCoverage, type Coverage } from "./coverage.ts";
export { createEvaluator, type EvaluatorOptions, type JudgeEvaluator } from "./evaluator.ts";
export type { PossibleArcs } from "./findings.ts";
export { judgeCandidate, type JudgingSubject } from "./judge-candidate.ts";
export type * from "./judge.ts";
export { limitsFor, measuringLimits } from "./limits.ts";
export { evaluateSettled } from "./settle.ts";
export { prepareTree, type TreeOptions } from "./tree.ts";
export { decide, type Decision } from "./verdict.ts";
