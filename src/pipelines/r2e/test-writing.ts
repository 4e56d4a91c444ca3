import type { ModelFailure, Prompts } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import type { WrittenTestsRecord } from "./writing-record.ts";

/** How tests are written. */
export interface WritingOptions {
  readonly settings: SamplingSettings;
  /** Versions of a target's tests until they are good, at most, the first one included. */
  readonly rounds: number;
  /** Branch coverage (line coverage where there is no branch), in `[0, 1]`, at which no more is asked for. */
  readonly coverage: number;
  /** Further test files that are asked for once tests are good. */
  readonly oversample: number;
  readonly prompts: Prompts;
}

/** The calls that tests of a model make of a target, and how it went. `unanswered`: another time there may be an answer. */
export type WrittenTests =
  | {
      readonly status: "written";
      readonly calls: readonly ObservedCall[];
      readonly record: WrittenTestsRecord;
    }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Tests in the making. */
export interface TestWriting {
  /** Tests pass and reach as much of the target as is asked for. */
  readonly isGood: boolean;
  /** Nothing is left to ask. */
  readonly isOver: boolean;
  /** Asks once, and runs what comes. Throws `InterruptedError` alone. */
  next(signal?: AbortSignal): Promise<void>;
  /** What there is so far. */
  result(): WrittenTests;
}
