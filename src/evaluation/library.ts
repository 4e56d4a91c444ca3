// What `import … from "diorama"` gives.
export { DioramaError, InterruptedError, UsageError, type Logger } from "../base/index.ts";
export {
  CodeQueries,
  findDeclared,
  type CodeView,
  type DeclaredCode,
  type FoundTarget,
  type IndexedView,
  type PossibleImports,
  type ReachedPlace,
  type ReachingTest,
  type TypeMember,
} from "../analysis/index.ts";
export { openCode, type OpenedCode } from "../curation/index.ts";
export type {
  CodeEdge,
  CodePlace,
  Declaration,
  FileStructure,
  NameUse,
  UnresolvedCall,
} from "../languages/index.ts";
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
