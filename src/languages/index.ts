export type * from "./driver.ts";
export type * from "./language.ts";
export { languages, loadLanguage, type LanguageName } from "./registry.ts";
export { parseCause } from "./failure-cause.ts";
export * from "./test-framework.ts";
export { getTestFramework, testFrameworks } from "./test-frameworks.ts";
export { readTestEvents, type FinishedTest, type TestReport } from "./test-report.ts";
