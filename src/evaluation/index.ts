export { DEFAULT_ASKING, type AskingOptions } from "./asked-models.ts";
export { evaluateTaskSet, type EvaluateOptions, type EvaluateReport } from "./evaluate.ts";
export { meanInterval, wilsonInterval, type Interval } from "./metrics/interval.ts";
export { passAtK } from "./metrics/pass-at-k.ts";
export { summarise, type PassAtK, type ScoreSummary } from "./metrics/summary.ts";
export { knownModelNames } from "./models.ts";
export { writePrompt, type PromptOptions, type TaskPrompt } from "./prompts/prompt.ts";
export { specificationNames, type SpecificationName } from "./prompts/specification.ts";
export { readRunReport, renderRunReport, type RunReport } from "./report.ts";
