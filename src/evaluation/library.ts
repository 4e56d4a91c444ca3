// What `import … from "diorama"` gives.
export {
  applyEdits,
  DioramaError,
  InterruptedError,
  UsageError,
  type Edit,
  type Logger,
} from "../base/index.ts";
export {
  CodeEditor,
  CodeQueries,
  contextNames,
  contextSummaries,
  findDeclared,
  invertEdits,
  maskView,
  openSimilarCode,
  sliceDefinition,
  type CodeView,
  type ContextName,
  type DeclaredCode,
  type FoundTarget,
  type Hidden,
  type IndexedView,
  type LeftOutPiece,
  type Overlay,
  type PossibleImports,
  type PromptContext,
  type ReachedPlace,
  type ReachingTest,
  type Removal,
  type SimilarCode,
  type SimilarDeclaration,
  type SimilarQuery,
  type Slice,
  type SlicedView,
  type SliceOptions,
  type TypeMember,
} from "../analysis/index.ts";
export { openCode, openTargetContext, type OpenedCode, type TargetContext } from "../curation/index.ts";
export type {
  CodeEdge,
  CodePlace,
  Declaration,
  FileStructure,
  FileEdit,
  FilePlace,
  FragmentForm,
  FragmentRefusal,
  NameUse,
  RebuildOutcome,
  RenameOutcome,
  RenameRefusal,
  RenameRequest,
  SliceFile,
  SlicePiece,
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
