import type { Model, ModelFailure } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import { openPrompts, type Prompts } from "../prompts.ts";
import type { WritingTarget } from "./writing-target.ts";
import type { WrittenTestsRecord } from "./writing-record.ts";
import { Writing } from "./writing.ts";

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

/** R2E's: three rounds, until four fifths of the branches are covered, without oversampling. */
export const DEFAULT_WRITING: WritingOptions = {
  settings: { temperature: null, max_tokens: null },
  rounds: 3,
  coverage: 0.8,
  oversample: 0,
  prompts: openPrompts(),
};

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

/** Writes tests for targets. */
export interface TestWriter {
  /** Begins; asks nothing yet. */
  open(target: WritingTarget): TestWriting;
  /** All of it at once. Throws `InterruptedError` alone. */
  write(target: WritingTarget, signal?: AbortSignal): Promise<WrittenTests>;
}

/**
 * R2E's generate and execute: a model writes tests, they run, what fails goes back to it, then what they do not reach; good ones may be followed by more. Their results are never believed: what
 * counts is what they call the target with, for the original says what comes of it.
 */
export function createTestWriter(model: Model, options: WritingOptions): TestWriter {
  const open = (target: WritingTarget): TestWriting => new Writing(model, options, target);
  return {
    open,
    async write(target, signal) {
      const writing = open(target);
      while (!writing.isOver) await writing.next(signal);
      return writing.result();
    },
  };
}
