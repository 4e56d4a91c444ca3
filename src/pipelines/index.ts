export { suggestInputs, type SuggestedInputs } from "./adversaries/suggest-inputs.ts";
export {
  writeImplementations,
  type AskedImplementations,
  type ImplementedTarget,
  type WrittenImplementations,
} from "./adversaries/write-implementations.ts";
export { reword, type RewordedText, type WordedTask, type WordingComplaint } from "./instructions/reword.ts";
export type { TestWriting, WritingOptions, WrittenTests } from "./r2e/test-writing.ts";
export { createTestWriter, DEFAULT_WRITING, type TestWriter } from "./r2e/write-tests.ts";
export type { MeasuredCode, RecordedTests, TestFailure, WritingTarget } from "./r2e/writing-target.ts";
export {
  summariseWriting,
  writtenTestsRecord,
  type WritingSummary,
  type WrittenTestsRecord,
} from "./r2e/writing-record.ts";
export type { RepairLimits } from "./repair/limits.ts";
export { repair, type Repaired, type RepairOptions } from "./repair/repair.ts";
export type { RepairEnd, RepairRecord } from "./repair/repair-record.ts";
export type { Complaint, LoneTarget, TriedTest } from "./repost/lone-target.ts";
export {
  sandboxedRecord,
  summariseSandboxing,
  type SandboxedRecord,
  type SandboxingSummary,
  type StageCounts,
} from "./repost/sandboxing-record.ts";
export { createAloneWriter, type AloneWriter } from "./repost/write-alone.ts";
export { normaliseRunText } from "./run-text.ts";
