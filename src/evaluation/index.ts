export { readWrongAnswers } from "./wrong-answers.ts";
export { DEFAULT_ASKING, type AskingOptions } from "./asked-models.ts";
export { isResolved, judgeAttempt, type Attempt } from "./attempt/attempt.ts";
export { describeAttempt } from "./attempt/describe-attempt.ts";
export { startingFile } from "./attempt/starting-file.ts";
export { compareRuns, type ComparedTask, type Comparison } from "./comparison/compare-runs.ts";
export { describeComparison } from "./comparison/describe-comparison.ts";
export { measureContamination, type ContaminationReport } from "./contamination/contamination.ts";
export { describeContamination } from "./contamination/describe-contamination.ts";
export { evaluateTaskSet, type EvaluateOptions, type EvaluateReport } from "./evaluate.ts";
export { renderExplanation, type ExplainedTask } from "./explain.ts";
export { classifyFailures, describeFailures, type FailureReport } from "./failures/classify-failures.ts";
export { meanInterval, wilsonInterval, type Interval } from "./metrics/interval.ts";
export { passAtK } from "./metrics/pass-at-k.ts";
export { rankCorrelation, type RankCorrelation } from "./metrics/rank-correlation.ts";
export { summarise, type PassAtK, type ScoreSummary } from "./metrics/summary.ts";
export { knownModelNames } from "./models.ts";
export type { Debugging, FeedbackKind } from "./prompts/feedback.ts";
export {
  evaluateProblems,
  type EvaluateProblemsOptions,
  type ProblemsReport,
} from "./problems/evaluate-problems.ts";
export { writePrompt, type PromptOptions, type TaskPrompt } from "./prompts/prompt.ts";
export { specificationNames, type SpecificationName } from "./prompts/specification.ts";
export { renderReportPage, type ReportedRun } from "./page/report-page.ts";
export { readRunAnswers } from "./page/run-answers.ts";
export { renderStatsPage, type PageTask } from "./page/stats-page.ts";
export { readRunReport, renderRunReport, type RunReport } from "./report.ts";
export type { Distribution } from "./statistics/distribution.ts";
export type { Funnel, FunnelStep } from "./statistics/funnel.ts";
export { readStatistics, type SolverRates, type TaskSetStatistics } from "./statistics/statistics.ts";
export { openJudge, type Judge, type JudgeOptions } from "./open-judge.ts";
export { describeWork } from "./work-done.ts";
export { createTaskJudge, type PreparedTask, type TaskJudge, type TaskJudgeOptions } from "./task-judge.ts";
export {
  describeMutation,
  type MutationSummary,
  type UndetectedMutant,
} from "./mutation/describe-mutation.ts";
export { renderMutationPage } from "./mutation/mutation-page.ts";
export { createMutationReport } from "./mutation/mutation-report.ts";
