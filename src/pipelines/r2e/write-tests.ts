import { openPrompts, type Model } from "../../models/index.ts";
import type { TestWriting, WritingOptions, WrittenTests } from "./test-writing.ts";
import type { WritingTarget } from "./writing-target.ts";
import { Writing } from "./writing.ts";

/** R2E's: three rounds, until four fifths of the branches are covered, without oversampling. */
export const DEFAULT_WRITING: WritingOptions = {
  settings: { temperature: null, max_tokens: null },
  rounds: 3,
  coverage: 0.8,
  oversample: 0,
  prompts: openPrompts(),
};

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
