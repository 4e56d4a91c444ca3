export { findCalleeExceptions, type CalleeExceptions } from "./callee-exceptions.ts";
export { findCallSites, type CallingLine, type CallSite } from "./call-sites.ts";
export {
  estimateTokens,
  type ContextMaterial,
  type MakeContext,
  type PromptContext,
} from "./context/context.ts";
export { contextNames, contexts, type ContextName } from "./context/contexts.ts";
export { isCoreShape } from "./core-shape.ts";
export { createNeighbours, type Neighbour } from "./nearest-neighbour.ts";
export { findScripts } from "./scripts.ts";
export {
  findPassages,
  isDocumentationFile,
  type DocumentationFile,
  type DocumentationPassage,
} from "./documentation.ts";
export { definedNames, readablePrivateAttributes } from "./repository-names.ts";
export { defaultFilters, filterNames, filters, type Filter, type FilterName } from "./filters.ts";
export { findMaskedTarget, findRecordedTarget, findTarget } from "./find-target.ts";
export { gradedFile, type TargetFile } from "./graded-file.ts";
export { maskDefinitions, maskedLine, maskedOffset, type MaskedFile } from "./mask-definitions.ts";
export { SignatureIndex, signatureOf, similarityOf } from "./min-hash.ts";
export { createForeignNames, type ForeignName, type ForeignNames } from "./foreign-names.ts";
export type { SourceFile } from "./source-file.ts";
export { readSourceModules } from "./source-modules.ts";
export { getFilterName, selectTargets, type TargetOptions, type TargetSelection } from "./targets.ts";
export { gramSequence } from "./token-grams.ts";
export { createTwinIndex, type Twin, type TwinIndex } from "./twins.ts";
