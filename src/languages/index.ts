export type * from "./assertions.ts";
export type * from "./driver.ts";
export { editDefinition } from "./edited-file.ts";
export type * from "./language.ts";
export type * from "./file-edit.ts";
export { parseCause } from "./failure-cause.ts";
export { atAddresses } from "./python/at-addresses.ts";
export { isStandardModule } from "./python/standard-modules.ts";
export * from "./test-framework.ts";
export { findFrameworkOf, getTestFramework, testFrameworks } from "./test-frameworks.ts";
export { readTestEvents, type FinishedTest, type TestOutcome, type TestReport } from "./test-report.ts";
export type * from "./inputs.ts";
export type * from "./modules.ts";
export type * from "./present.ts";
export type * from "./references.ts";
export * from "./rename-outcome.ts";
export type * from "./resolution.ts";
export type * from "./rewriting.ts";
export type * from "./slicing.ts";
export type * from "./source-files.ts";
export type * from "./splice-refusal.ts";
export type * from "./structure.ts";
export type * from "./values.ts";
export { withParts, type LanguagePart, type LanguageWith, type PartialLanguage } from "./parts.ts";
export {
  askedReleases,
  DEFAULT_LANGUAGE,
  languages,
  loadLanguage,
  loadParts,
  type LanguageName,
} from "./registry.ts";
