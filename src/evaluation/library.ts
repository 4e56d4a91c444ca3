// What `import … from "diorama"` gives.
export { DioramaError, InterruptedError, UsageError, type Logger } from "../base/index.ts";
export type { Difference, JudgingLoad } from "../judge/index.ts";
export {
  findReasonWords,
  verdictWords,
  type Blame,
  type NotJudgedReason,
  type UnresolvedReason,
  type Verdict,
  type Words,
} from "../spec/index.ts";
export { openJudge, type Judge, type JudgeOptions, type TaskJudgement } from "./open-judge.ts";
export type { JudgeCallOptions } from "./task-judge.ts";
export {
  checkEquivalence,
  openEquivalenceChecker,
  type EquivalenceChecker,
} from "./equivalence/check-equivalence.ts";
export type * from "./equivalence/equivalence.ts";
