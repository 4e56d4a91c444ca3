import type { RepositoryPath } from "../../base/index.ts";
import type { LanguageWith } from "../../languages/index.ts";
import type { ReachedCode } from "../r2e/reached-code.ts";
import type { WritingTarget } from "../r2e/writing-target.ts";

/** A target that is to run in a file of its own, with the means to try it. */
export interface LoneTarget extends Pick<WritingTarget, "source" | "path" | "name" | "line" | "text"> {
  /** What it needs to run: one file, or several where one cannot hold its text unchanged. Empty where nobody can tell. */
  readonly slice: readonly { readonly path: RepositoryPath; readonly text: string }[];
  /** Modules that the slice imports and that need a stand-in: packages, and what reaches outside. */
  readonly packages: readonly string[];
  readonly services: readonly string[];
  readonly language: LanguageWith<"syntax" | "structure" | "rewriting">;
  /** What the other implementation is called, qualified, and the function that compares both. */
  readonly rival: string;
  readonly test: string;
  /** A file with a test behind it, as one program. */
  join(script: string, test: string): string;
  /** What keeps a file that defines the target unchanged from running alone; undefined where nothing does. */
  tryScript(script: string): Promise<Complaint | undefined>;
  /** Runs a program's test with the original in both places, and sees what it calls the target with. */
  tryTest(program: string): Promise<TriedTest>;
}

/** Why an answer is not used: sort and text for the model, without anything of this run. */
export interface Complaint {
  readonly reason: ComplaintReason;
  readonly text: string;
}

/** `no_target` to `target_changed` are of a file, `imports` to `fails` of its running, the rest of its test. */
export const complaintReasons = [
  "no_code",
  "syntax_error",
  "elided",
  "no_target",
  "target_changed",
  "imports",
  "signature",
  "outside",
  "fails",
  "no_test",
  "test_fails",
  "no_calls",
] as const;
export type ComplaintReason = (typeof complaintReasons)[number];

/** What running a test gave. */
export type TriedTest =
  | { readonly status: "refused"; readonly complaint: Complaint }
  | {
      readonly status: "ran";
      /** Distinct calls of the target that can be made again. */
      readonly calls: number;
      /** What they execute; its lines are those of `text`, the first of which is 1. */
      readonly reached: ReachedCode;
      /** Unified diffs of mutants that these calls do not tell from the original. */
      readonly survivors: readonly string[];
    };
