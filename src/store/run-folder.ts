import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";

import { z } from "zod";

import {
  digestOf,
  DioramaError,
  isSystemError,
  joinPath,
  makeFolders,
  readableJson,
  readJsonLines,
  UsageError,
  wordRecord,
  whileWriting,
  writeFileAtomically,
  type HostPath,
} from "../base/index.ts";
import { FolderLock } from "./folder-lock.ts";
import { RecordWriter } from "./record-writer.ts";

const runRecord = z.object({
  format: z.literal("run/1"),
  kind: z.string(),
  tool: z.string(),
  options: wordRecord(z.unknown()),
  options_digest: z.string(),
  state: z.enum(["open", "finished"]),
});

/** `run.json`: what a folder was made for, and whether that is done. */
export type RunRecord = z.infer<typeof runRecord>;

/** What a run folder is for; a folder made for something else is refused. */
export interface RunPurpose {
  /** `build`, `evaluate`, … */
  readonly kind: string;
  /** Everything that decides what the folder will hold; compared as a whole, told key by key. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Name and version of the tool. */
  readonly tool: string;
}

const RUN_FILE = "run.json";

/**
 * A folder that one piece of work fills and that can be gone on with after any interruption. It holds `run.json`, a
 * lock while somebody works in it, records in JSON Lines files and whole files. Dispose it to close and unlock.
 */
export class RunFolder implements Disposable {
  readonly path: HostPath;
  /** How it was found: `new`, `resumed` (begun before with the same purpose), `finished` (nothing left to do). */
  readonly state: "new" | "resumed" | "finished";
  readonly #purpose: RunPurpose;
  readonly #lock: FolderLock;
  readonly #writers = new Map<string, RecordWriter>();

  private constructor(path: HostPath, purpose: RunPurpose, lock: FolderLock, state: RunFolder["state"]) {
    this.path = path;
    this.#purpose = purpose;
    this.#lock = lock;
    this.state = state;
  }

  /**
   * Opens a folder for work, making it where it does not exist. Throws `UsageError`: `folder-locked`,
   * `folder-not-empty` (it holds something else), `other-kind`, `other-version`, `other-options`.
   */
  static open(path: HostPath, purpose: RunPurpose): RunFolder {
    whileWriting(path, () => makeFolders(path));
    refuseForeignContent(path);
    const lock = new FolderLock(path);
    try {
      const record = findRunRecord(path);
      if (record !== undefined) refuseOtherPurpose(path, record, purpose);
      const state = record === undefined ? "new" : record.state === "finished" ? "finished" : "resumed";
      const folder = new RunFolder(path, purpose, lock, state);
      if (state === "new") folder.#writeRecord("open");
      return folder;
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  /** All whole records of a stage, in order; none where the stage has not begun. `stage` may contain `/`. */
  records(stage: string): unknown[] {
    return readJsonLines(this.#recordsPath(stage));
  }

  /** Appends one record to a stage; when it returns, a crash of this process no longer loses it. Throws `disk-full`. */
  append(stage: string, record: unknown): void {
    let writer = this.#writers.get(stage);
    if (writer === undefined) {
      writer = new RecordWriter(this.#recordsPath(stage));
      this.#writers.set(stage, writer);
    }
    writer.append(record);
  }

  /** Puts other records in the place of all those of a stage, at once. Throws `disk-full`, after which the old ones are there. */
  replace(stage: string, records: readonly unknown[]): void {
    this.#writers.get(stage)?.[Symbol.dispose]();
    this.#writers.delete(stage);
    this.write(`${stage}.jsonl`, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }

  /** Writes a whole file at a relative path, so that no reader ever sees half of it. Throws `disk-full`. */
  write(relativePath: string, content: string | Uint8Array): void {
    const path = joinPath(this.path, relativePath);
    whileWriting(path, () => writeFileAtomically(path, content));
  }

  /** Marks the work as done: the next `open` with the same purpose gives `finished`. */
  finish(): void {
    this.#writeRecord("finished");
  }

  /**
   * Forgets a folder that this process made and recorded nothing in, so that a command that could not begin leaves nothing behind.
   * Anything else is left as it is.
   */
  discardIfUnused(): void {
    const isOurs = this.state === "new" && this.#writers.size === 0;
    const isUnused = readdirSync(this.path).every((name) => name === RUN_FILE || isLockFile(name));
    if (!isOurs || !isUnused) return;
    rmSync(joinPath(this.path, RUN_FILE), { force: true });
    this[Symbol.dispose]();
    try {
      rmdirSync(this.path);
    } catch (error) {
      if (!isSystemError(error, "ENOTEMPTY", "EBUSY", "EPERM", "EACCES", "ENOENT")) throw error;
    }
  }

  [Symbol.dispose](): void {
    try {
      for (const writer of this.#writers.values()) writer[Symbol.dispose]();
    } finally {
      this.#writers.clear();
      this.#lock[Symbol.dispose]();
    }
  }

  #recordsPath(stage: string): HostPath {
    return joinPath(this.path, `${stage}.jsonl`);
  }

  #writeRecord(state: RunRecord["state"]): void {
    const { kind, tool, options } = this.#purpose;
    const record: RunRecord = {
      format: "run/1",
      kind,
      tool,
      options,
      options_digest: digestOf(options),
      state,
    };
    this.write(RUN_FILE, readableJson(record));
  }
}

/** Reads what a folder was made for, without locking it. Throws `UsageError` `not-a-run` where it is no run folder. */
export function readRunRecord(path: HostPath): RunRecord {
  const record = findRunRecord(path);
  if (record !== undefined) return record;
  throw new UsageError("not-a-run", `Cannot read the run in ${path}: there is no ${RUN_FILE}.`, {
    hint: "Give the folder that a command printed as its run.",
  });
}

function findRunRecord(path: HostPath): RunRecord | undefined {
  const file = joinPath(path, RUN_FILE);
  if (!existsSync(file)) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
    return runRecord.parse(content);
  } catch (error) {
    refuseOtherFormat(path, content);
    throw new DioramaError("corrupt-record", `Cannot read ${file}: it is not a run/1 record.`, {
      cause: error,
    });
  }
}

function isLockFile(name: string): boolean {
  return /^lock(?:\.|$)/.test(name);
}

function refuseOtherFormat(path: HostPath, content: unknown): void {
  const other = z
    .object({ format: z.templateLiteral(["run/", z.string()]), tool: z.string() })
    .safeParse(content);
  if (!other.success || other.data.format === "run/1") return;
  const { tool, format } = other.data;
  throw new UsageError(
    "other-version",
    `Cannot go on in ${path}: it was made by ${tool}, in the format ${format}.`,
    {
      hint: "Choose another folder, or use that version.",
      fields: { folder: path },
    },
  );
}

function refuseForeignContent(path: HostPath): void {
  const entries = readdirSync(path).filter((name) => !isLockFile(name) && !name.endsWith(".partial"));
  if (entries.length === 0 || entries.includes(RUN_FILE)) return;
  throw new UsageError(
    "folder-not-empty",
    `Cannot work in ${path}: it exists and holds ${entries.slice(0, 3).join(", ")}${entries.length > 3 ? ", …" : ""}.`,
    { hint: "Choose a folder that does not exist, or one that an earlier run of the same command made." },
  );
}

function refuseOtherPurpose(path: HostPath, found: RunRecord, wanted: RunPurpose): void {
  const refuse = (code: string, difference: string): never => {
    throw new UsageError(code, `Cannot go on in ${path}: it was made ${difference}.`, {
      hint: "Choose another folder, or remove this one.",
      fields: { folder: path },
    });
  };
  if (found.kind !== wanted.kind) refuse("other-kind", `by "${found.kind}", not by "${wanted.kind}"`);
  if (found.tool !== wanted.tool) refuse("other-version", `by ${found.tool}, this is ${wanted.tool}`);
  if (found.options_digest === digestOf(wanted.options)) return;
  const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));
  const differences = [...new Set([...Object.keys(found.options), ...Object.keys(wanted.options)])]
    .filter((key) => digestOf(found.options[key]) !== digestOf(wanted.options[key]))
    .map((key) => `${key} ${show(found.options[key])}, now ${show(wanted.options[key])}`);
  refuse("other-options", `with other options (${differences.join("; ")})`);
}
