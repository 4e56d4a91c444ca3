import type { RejectionReason } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { SourceReport } from "./curation.ts";

/** One target that was tried, as the journal keeps it. */
export type TriedRecord = {
  readonly event: "target-tried";
  readonly source: string;
  readonly path: string;
  readonly name: string;
  readonly is_reached: boolean;
  readonly statements: number;
  readonly evaluations: number;
  readonly duration_ms: number;
} & (
  | {
      readonly outcome: "accepted";
      readonly task_id: string;
      readonly digest: string;
      readonly tier: "core" | "simple";
      readonly mutation_score: number;
      readonly coverage: number;
    }
  | { readonly outcome: "rejected"; readonly reason: RejectionReason; readonly detail: string }
);

/** A source that is done, with its figures. */
interface SourceRecord {
  readonly event: "source-finished";
  readonly report: SourceReport;
}

/** What else is worth a line: acquiring, environments, targets found. `fields` are free. */
interface StageRecord {
  readonly event: "source-acquired" | "environment-built" | "targets-found" | "calls-recorded";
  readonly source: string;
  readonly [field: string]: unknown;
}

type JournalRecord = TriedRecord | SourceRecord | StageRecord;

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

  /** Targets of a source that are settled, by `path:name`. */
  tried(source: string): ReadonlyMap<string, TriedRecord> {
    const own = this.#records.filter(
      (record): record is TriedRecord => record.event === "target-tried" && record.source === source,
    );
    return new Map(own.map((record) => [`${record.path}:${record.name}`, record]));
  }

  /** All accepted targets, in the order they were tried. */
  accepted(): Extract<TriedRecord, { outcome: "accepted" }>[] {
    return this.#records
      .filter((record) => record.event === "target-tried")
      .filter((record) => record.outcome === "accepted");
  }

  /** The report of a source that was finished earlier. */
  findReport(source: string): SourceReport | undefined {
    return this.#records.find(
      (record): record is SourceRecord =>
        record.event === "source-finished" && record.report.source === source,
    )?.report;
  }

  /** Digests of the acquired trees by source, in order; a build that was gone on with acquired some of them again. */
  treeDigests(): ReadonlyMap<string, string> {
    return new Map(
      this.#records.flatMap((record) =>
        record.event === "source-acquired" ? [[record.source, String(record["tree_digest"])] as const] : [],
      ),
    );
  }
}
