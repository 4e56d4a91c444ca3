import { joinPath, readJsonLines, type HostPath } from "../base/index.ts";
import type { RejectionReason, Split } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { SourceReport } from "./curation.ts";

/** What every target that was tried has in the journal. */
export interface TriedFacts {
  readonly event: "target-tried";
  readonly source: string;
  readonly path: string;
  readonly name: string;
  /** 1-based first line of the definition: a file can define a name more than once. */
  readonly line: number;
  /** Of an imported target: which row of the file it is. */
  readonly row?: string;
  /** Of an imported target: how many calls its row brought, and how many of them cannot be made again. */
  readonly captured?: { readonly calls: number; readonly refused: number };
  readonly is_reached: boolean;
  readonly statements: number;
  /** By its shape, and by what stands beside it, it could be a core task. */
  readonly is_core_shape: boolean;
  readonly evaluations: number;
  readonly duration_ms: number;
}

/** One target that was tried, as the journal keeps it. */
export type TriedRecord = TriedFacts &
  (
    | {
        readonly outcome: "accepted";
        readonly task_id: string;
        readonly digest: string;
        readonly tier: "core" | "simple";
        readonly class_name: string | null;
        /** Its file is a script beside the packages. */
        readonly is_script: boolean;
        readonly split: Split;
        readonly cluster: string;
        /** Of the reference's body (`signatureOf`): later targets are compared with it. */
        readonly signature: string;
        readonly mutation_score: number;
        readonly coverage: number;
      }
    | { readonly outcome: "rejected"; readonly reason: RejectionReason; readonly detail: string }
  );

/** A target that became a task. */
export type AcceptedRecord = Extract<TriedRecord, { readonly outcome: "accepted" }>;

/** A source that is done, with its figures. */
interface SourceRecord {
  readonly event: "source-finished";
  readonly report: SourceReport;
}

/** What else is worth a line: acquiring, environments, targets found. `fields` are free. */
interface StageRecord {
  readonly event:
    | "source-acquired"
    | "source-failed"
    | "environment-built"
    | "targets-found"
    | "calls-recorded"
    | "calls-harvested";
  readonly source: string;
  readonly [field: string]: unknown;
}

type JournalRecord = TriedRecord | SourceRecord | StageRecord;

/** What tells a target of a source from all others. */
export function targetKey({
  path,
  name,
  line,
  row,
}: Pick<TriedRecord, "path" | "name" | "line" | "row">): string {
  const place = `${path}:${line}:${name}`;
  return row === undefined ? place : `${place}#${row}`;
}

/** `journal.jsonl`: everything that was tried, in order, as far as it got. */
export class Journal {
  readonly #folder: RunFolder;
  readonly #records: JournalRecord[];

  constructor(folder: RunFolder) {
    this.#folder = folder;
    this.#records = folder.records("journal") as JournalRecord[];
  }

  append(record: JournalRecord): void {
    this.#folder.append("journal", record);
    this.#records.push(record);
  }

  /** Targets of a source that were tried, by `targetKey`, in the order in which they were tried. */
  tried(source: string): ReadonlyMap<string, TriedRecord> {
    const own = this.#records.filter(
      (record): record is TriedRecord => record.event === "target-tried" && record.source === source,
    );
    return new Map(own.map((record) => [targetKey(record), record]));
  }

  /** All accepted targets, in the order they were tried. */
  accepted(): AcceptedRecord[] {
    return this.#records
      .filter((record) => record.event === "target-tried")
      .filter((record) => record.outcome === "accepted");
  }

  /** The report of a source that was finished earlier: the last, where it was gone on with. */
  findReport(source: string): SourceReport | undefined {
    return this.#records.findLast(
      (record): record is SourceRecord =>
        record.event === "source-finished" && record.report.source === source,
    )?.report;
  }

  /** The accepted target whose task has this id. */
  findTask(id: string): AcceptedRecord | undefined {
    return this.accepted().find(({ task_id }) => task_id === id);
  }

  /** Digest of the tree that a source was found to be when it was first acquired. */
  treeDigest(source: string): string | undefined {
    const found = this.#records.find(
      (record): record is StageRecord => record.event === "source-acquired" && record.source === source,
    );
    return found === undefined ? undefined : String(found["tree_digest"]);
  }
}

/** What the journal of a task set says, for reading it afterwards. */
export interface JournalContent {
  /** One report per source that was finished, in order. */
  readonly reports: readonly SourceReport[];
  /** Targets that were tried, in order. */
  readonly tried: readonly TriedRecord[];
}

/** Reads a task set's journal; undefined where there is none, as in a set that was handed on without it. */
export function readJournal(taskSet: HostPath): JournalContent | undefined {
  const records = readJsonLines(joinPath(taskSet, "journal.jsonl")) as JournalRecord[];
  if (records.length === 0) return undefined;
  const reports = records.flatMap((record) => (record.event === "source-finished" ? [record.report] : []));
  return {
    reports: [...new Map(reports.map((report) => [report.source, report])).values()],
    tried: records.filter((record) => record.event === "target-tried"),
  };
}
