import type { ForeignRow } from "../../datasets/index.ts";
import type { Language } from "../../languages/index.ts";
import type { RejectionReason, RepositoryRecord } from "../../spec/index.ts";

/** A row as a small repository of its own: one target, and tests that call it. */
export interface RowRepository {
  /** Texts of all its files by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Where the row's code comes from. */
  readonly repository: Omit<RepositoryRecord, "licence" | "licence_files">;
  readonly target: { readonly path: string; readonly name: string };
  /** Test files to be run by pytest while calls of the target are recorded. They are no part of a candidate's tree. */
  readonly tests: readonly string[];
  /** What the row itself takes for a verdict: a whole program, with the original's body in both places. */
  readonly check?: RowCheck;
}

/** A row's own way to judge a candidate: a program that exits with 0. */
export interface RowCheck {
  /** The program with the original in the rival's place. */
  readonly original: string | undefined;
  /** The program with a completion in the rival's place; undefined where it cannot be put there. */
  programFor(completion: string): string | undefined;
}

/** A row made ready to be tried, or why it makes no task. */
export type PreparedRow =
  | { readonly status: "prepared"; readonly repository: RowRepository }
  | { readonly status: "rejected"; readonly reason: RejectionReason; readonly detail: string };

/** Makes repositories of a format's rows: a file in this folder and a line in `registry.ts`. Runs nothing. */
export interface Importer {
  prepare(row: ForeignRow, language: Language): PreparedRow;
}
