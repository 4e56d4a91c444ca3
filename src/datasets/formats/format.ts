import type { HostPath } from "../../base/index.ts";
import type { ValueNotation } from "../../spec/index.ts";
import type { LoadedTask } from "../loaded-task.ts";

/** A row of a file of others. */
export interface ForeignRow {
  /** What tells it from the other rows of its file; the file's own id where it has one. */
  readonly id: string;
  /** The row as it was read, every field kept. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Its text in the file, where that is given back as it was. */
  readonly text?: string;
}

/** A format of others whose rows can be read: a file in this folder and a line in `registry.ts`. */
export interface ImportFormat {
  /** What its files are, in a few words for `--help`. */
  readonly summary: string;
  /** All rows in the order of the file. Throws `UsageError` `unreadable-rows` where the file is not of this format. */
  read(file: HostPath): readonly ForeignRow[];
}

/** A task as a row of the format, or why it cannot be one. */
export type ExportedRow =
  | { readonly status: "written"; readonly row: unknown }
  | { readonly status: "left_out"; readonly reason: string };

/** A format of others that tasks can be written in: a file in this folder and a line in `registry.ts`. */
export interface ExportFormat {
  /** What its files are, in a few words for `--help`. */
  readonly summary: string;
  /** Ending of its files, with the dot. */
  readonly ending: string;
  /** `notation` is that of the task's language. */
  rowOf(task: LoadedTask, notation: ValueNotation): ExportedRow;
  /** The text of a file with these rows. */
  render(rows: readonly unknown[]): string;
}
