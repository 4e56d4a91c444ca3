export { evaluateTaskSet, type EvaluateOptions, type EvaluateReport } from "./evaluate.ts";
export { meanInterval, wilsonInterval, type Interval } from "./metrics/interval.ts";
export { passAtK } from "./metrics/pass-at-k.ts";
export { summarise, type PassAtK, type ScoreSummary } from "./metrics/summary.ts";
export { knownModelNames } from "./models.ts";
export { readRunReport, renderRunReport, type RunReport } from "./report.ts";
