export { createCallees, placeOf, type Callees, type FindCallees } from "./callees.ts";
export type { CodeView } from "./code-view.ts";
export { CallGraph, type ReachedPlace } from "./code-index/call-graph.ts";
export type { CodeCache } from "./code-index/code-cache.ts";
export { openCodeCache, openSimilarCode } from "./code-index/open-database.ts";
export { CodeQueries, type ReachingTest } from "./code-index/code-queries.ts";
export { listFiles as listRepositoryFiles, type CodeTree } from "./code-index/code-tree.ts";
export { isCallable, isTypeDeclaration, MODULE, type DeclaredCode } from "./code-index/declaration-table.ts";
export { findDeclared, type FoundTarget } from "./code-index/find-declared.ts";
export { IndexedView, type Overlay } from "./code-index/indexed-view.ts";
export { maskView, type Hidden } from "./code-index/mask-view.ts";
export type { TypeMember } from "./code-index/members.ts";
export { openCodeIndex, type CodeIndex, type CodeIndexOptions } from "./code-index/open-code-index.ts";
export { readView } from "./code-index/read-view.ts";
export type { PossibleImports, WrittenImport } from "./code-index/possible-imports.ts";
export type { SimilarCode, SimilarDeclaration, SimilarQuery } from "./code-index/similar-code.ts";
export { findCallSites, type CallingLine, type CallSite } from "./call-sites.ts";
export {
  type ContextMaterial,
  type MakeContext,
  type PromptContext,
  type VisibleRepository,
} from "./context/context.ts";
export { contextNames, contexts, contextSummaries, type ContextName } from "./context/contexts.ts";
export { cachedSummaries } from "./slices/cached-summaries.ts";
export { sliceDefinition, type LeftOutPiece, type Slice, type SliceOptions } from "./slices/slice.ts";
export { SlicedTree } from "./slices/sliced-tree.ts";
export { SlicedView, type SummaryStore } from "./slices/sliced-view.ts";
export { reachingTests } from "./context/tests-context.ts";
export { openVisible, type VisibleViews } from "./context/visible-repository.ts";
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
export {
  defaultFilters,
  filterNames,
  filters,
  type Filter,
  type FilterName,
  type RepositoryFacts,
} from "./filters.ts";
export { getPreset, type TargetPreset, type TargetSample } from "./presets.ts";
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
export { CodeEditor } from "./edits/code-editor.ts";
export { hideBodies } from "./edits/hide-bodies.ts";
export { invertEdits } from "./edits/invert-edits.ts";
export { insertBeside, replaceDeclaration } from "./edits/place-code.ts";
export { removeDeclarations, takenElsewhere, type Removal } from "./edits/remove-declarations.ts";
export { rename } from "./edits/rename/rename.ts";
export { importsUsedOnlyIn, type IsTakenElsewhere } from "./edits/unused-imports.ts";
