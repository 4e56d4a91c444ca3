import type { RepositoryPath } from "../../base/index.ts";
import type { CoverageLog } from "../../datasets/index.ts";
import type { LanguageWith } from "../../languages/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import type { ReachedCode } from "./reached-code.ts";

/** A target for which tests are written, with the means to run them. */
export interface WritingTarget {
  readonly source: string;
  readonly path: RepositoryPath;
  readonly name: string;
  /** 1-based line on which its definition begins. */
  readonly line: number;
  /** Import name of its file. */
  readonly module: string;
  /** Text of its definition, decorators included, and the line on which that begins. */
  readonly text: string;
  readonly textLine: number;
  /** What it needs to run, by files, in an order in which it can be loaded. */
  readonly slice: readonly { readonly path: RepositoryPath; readonly text: string }[];
  /** Calls that were seen, as users of the language write them. */
  readonly knownCalls: readonly string[];
  readonly language: LanguageWith<"structure" | "rewriting">;
  /** The framework that tests are written in, and where in the tree they are put. */
  readonly framework: string;
  readonly testPath: RepositoryPath;
  /** Runs a test file and records what it calls the target with. */
  record(text: string): Promise<RecordedTests>;
  /** What calls reach of the target; undefined where that cannot be measured. */
  measure(calls: readonly ObservedCall[]): Promise<MeasuredCode | undefined>;
  /** A call as a session of the language makes it, in one text; values that are long are cut. */
  show(call: ObservedCall): string;
}

/** What was reached of a target, and the same in R2E's form. */
export interface MeasuredCode extends ReachedCode {
  readonly log: CoverageLog;
}

/** What running a test file gave. Tests are called by class, name and parameters. */
export interface RecordedTests {
  readonly calls: readonly ObservedCall[];
  readonly passed: readonly string[];
  readonly failed: readonly TestFailure[];
  /** Errors of setting up, and files that could not be collected. */
  readonly errored: readonly TestFailure[];
  readonly skipped: number;
  /** The end of what was printed where no test ran and nothing failed, without anything of this run. */
  readonly output: string;
}

/** A test that went wrong, and what it said, without anything of this run. */
export interface TestFailure {
  readonly test: string;
  readonly message: string;
}
