import type { ForeignRow } from "../../datasets/index.ts";
import type { Definition, Language } from "../../languages/index.ts";
import type { ImportedRow, RejectionReason, RepositoryRecord } from "../../spec/index.ts";
import type { RunFolder } from "../../store/index.ts";
import type { BuildOptions, SourceReport } from "../curation.ts";
import type { WorkContext } from "../work-context.ts";
import type { Journal, TriedRecord } from "../journal.ts";
import type { CapBook } from "../cap-book.ts";
import type { Services } from "../services.ts";
import type { SourceLicences } from "../source-licences.ts";

/** A row as a small repository of its own: one target, and tests that call it. */
export interface RowRepository {
  /** Texts of all its files by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Where the row's code comes from. */
  readonly repository: Omit<RepositoryRecord, "licence" | "licence_files">;
  readonly target: { readonly path: string; readonly name: string };
  /** Test files to be run by pytest while calls of the target are recorded. They are no part of a candidate's tree. */
  readonly tests: readonly string[];
  /** What of the row runs in another form (`ImportedRow.changes`). */
  readonly changes: readonly string[];
  /** Under which licences its file stands; absent: what its files say. */
  readonly licences?: SourceLicences;
  /** Of a target of a repository that was made to run alone. */
  readonly sandboxed?: NonNullable<ImportedRow["from"]["sandboxed"]>;
  /** What the row itself takes for a verdict: a whole program, with the original's body in both places. */
  readonly check?: RowCheck;
}

/** A row's own way to judge a candidate: a program that exits with 0. */
export interface RowCheck {
  /** The row's program as it stands, and the original in it. */
  readonly text: string;
  readonly definition: Definition;
  /** The program with the original in the rival's place. */
  readonly original: string | undefined;
  /** The program with a completion in the rival's place; undefined where it cannot be put there. */
  programFor(completion: string): string | undefined;
}

/** Rows that are tried one by one, each in its turn. Dispose it: it may hold folders. */
export interface RowImporter extends Disposable {
  readonly environmentReport: SourceReport["environment"];
  /** Of the repository that the rows are about, where there is one. */
  readonly commit: string | null;
  /** Prepares, observes and proves one row. Throws only when interrupted or where this machine fails. */
  tryRow(row: ForeignRow): Promise<TriedRow>;
}

/** A row that was tried, before its task is written. Dispose it afterwards: its tree may lie on disk. */
export interface TriedRow extends Disposable {
  readonly id: string;
  /** Writes the task where the row gave one. To be called in the order of the rows. */
  record(): TriedRecord;
}

/** What trying the rows of a file takes. */
export interface RowImporterJob {
  /** Name of the file in journal and report. */
  readonly source: string;
  readonly rows: readonly ForeignRow[];
  /** The SOURCE that the rows are about, as typed. */
  readonly repository: string | undefined;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly caps: CapBook;
  readonly services: Services;
  readonly options: BuildOptions;
  readonly context: WorkContext;
}

/** Makes ready what a format's rows are tried in. Throws what keeps all of them from being tried. */
export type OpenRowImporter = (job: RowImporterJob) => Promise<RowImporter>;

/** A row made ready to be tried, or why it makes no task. */
export type PreparedRow =
  | { readonly status: "prepared"; readonly repository: RowRepository }
  | { readonly status: "rejected"; readonly reason: RejectionReason; readonly detail: string };

/** Makes repositories of a format's rows: a file in this folder and a line in `registry.ts`. Runs nothing. */
export interface Importer {
  prepare(row: ForeignRow, language: Language): PreparedRow;
}
