// What `import … from "diorama"` gives: the values of src/evaluation/library.ts, whose types package.json names.
import { codeUrl } from "./code.js";

export const {
  checkEquivalence,
  CodeQueries,
  DioramaError,
  findDeclared,
  findReasonWords,
  InterruptedError,
  openCode,
  openEquivalenceChecker,
  openJudge,
  UsageError,
  verdictWords,
} = await import(codeUrl("evaluation/library"));
