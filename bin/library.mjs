// What `import … from "diorama"` gives: the values of src/evaluation/library.ts, whose types package.json names.
import { codeUrl } from "./code.js";

export const {
  applyEdits,
  checkEquivalence,
  CodeEditor,
  CodeQueries,
  contextNames,
  contextSummaries,
  DioramaError,
  findDeclared,
  findReasonWords,
  InterruptedError,
  invertEdits,
  maskView,
  openCode,
  openEquivalenceChecker,
  openJudge,
  openSimilarCode,
  openTargetContext,
  sliceDefinition,
  UsageError,
  verdictWords,
} = await import(codeUrl("evaluation/library"));
