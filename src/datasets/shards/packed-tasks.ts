import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import {
  DioramaError,
  joinPath,
  makeTemporaryFolder,
  readJsonLines,
  type HostPath,
} from "../../base/index.ts";
import { parseJsonText } from "../loaded-task.ts";
import { digestFiles, type TaskFiles } from "../task-files.ts";
import {
  indexLine,
  SHARDS,
  shardsRecord,
  type Content,
  type IndexLine,
  type ShardsRecord,
} from "./format.ts";
import { ShardReader } from "./shard-reader.ts";

/** True where a folder holds a task set in its packed form. */
export function isPacked(directory: HostPath): boolean {
  return existsSync(joinPath(directory, SHARDS, "shards.json"));
}

/** The tasks of a packed set. The index is read at the first task; dispose it to remove everything that was unpacked. */
export class PackedTasks implements Disposable {
  readonly #directory: HostPath;
  readonly #removeFolder = (): void => {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  };
  #index: ReadonlyMap<string, IndexLine> | undefined;
  #folder: HostPath | undefined;
  #unpacked = 0;

  constructor(directory: HostPath) {
    this.#directory = directory;
  }

  /** The files of a task of the manifest. Throws `corrupt-record` where the index does not have it. */
  files(id: string): TaskFiles {
    return new PackedFiles(this.#directory, this.#line(id), () => this.#nextFolder());
  }

  /** Writes a task's folder to `destination`, which does not exist. Throws `corrupt-record`, `damaged-shard`. */
  unpack(id: string, destination: HostPath): void {
    const line = this.#line(id);
    unpackFolder(new ShardReader(this.#directory, line.shard), line, destination);
  }

  #line(id: string): IndexLine {
    this.#index ??= readIndex(this.#directory);
    const line = this.#index.get(id);
    if (line !== undefined) return line;
    throw new DioramaError(
      "corrupt-record",
      `Cannot find task "${id}" in ${joinPath(this.#directory, SHARDS, "index.jsonl")}: the manifest names it, the index does not.`,
      { hint: "Get the packed set again from where it came, or pack the set again." },
    );
  }

  [Symbol.dispose](): void {
    process.off("exit", this.#removeFolder);
    this.#removeFolder();
  }

  /** A path below a private temporary folder, each time another. */
  #nextFolder(): HostPath {
    if (this.#folder === undefined) {
      this.#folder = makeTemporaryFolder("unpacked");
      process.once("exit", this.#removeFolder);
    }
    return joinPath(this.#folder, String(++this.#unpacked));
  }
}

/** One task's files in a shard. */
class PackedFiles implements TaskFiles {
  readonly location: string;
  readonly #line: IndexLine;
  readonly #reader: ShardReader;
  readonly #nextFolder: () => HostPath;
  readonly #folders = new Map<string, HostPath>();
  #digest: string | undefined;

  constructor(directory: HostPath, line: IndexLine, nextFolder: () => HostPath) {
    this.location = joinPath(directory, SHARDS, line.shard);
    this.#line = line;
    this.#reader = new ShardReader(directory, line.shard);
    this.#nextFolder = nextFolder;
  }

  get digest(): string {
    return (this.#digest ??= digestFiles(
      [...this.#reader.walk(this.#line)].filter((entry) => "sha256" in entry),
    ));
  }

  readText(path: string): string {
    return this.#reader.read(this.#find(path, "file")).toString();
  }

  folder(path: string): HostPath {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const content = path === "" ? this.#line : this.#find(path, "folder");
    const destination = this.#nextFolder();
    unpackFolder(this.#reader, content, destination);
    this.#folders.set(path, destination);
    return destination;
  }

  [Symbol.dispose](): void {
    for (const folder of this.#folders.values()) rmSync(folder, { recursive: true, force: true });
    this.#folders.clear();
  }

  #find(path: string, kind: "file" | "folder"): Content {
    const entry = this.#reader.find(this.#line, path);
    if (entry?.kind === kind) return entry;
    throw new DioramaError(
      "corrupt-record",
      `Cannot read ${path} of task ${this.#line.id} in ${this.location}: the task has no such ${kind}.`,
    );
  }
}

/** Writes what a folder's listing leads to: plain files, mode 644 or 755. */
function unpackFolder(reader: ShardReader, listing: Content, destination: HostPath): void {
  mkdirSync(destination, { recursive: true });
  for (const entry of reader.walk(listing)) {
    const path = joinPath(destination, entry.path);
    if ("sha256" in entry)
      writeFileSync(path, reader.read(entry), { flag: "wx", mode: entry.executable ? 0o755 : 0o644 });
    else mkdirSync(path);
  }
}

/** What the shards of a packed set were made with. Throws `corrupt-record`, also for a later version of the format. */
export function readShardsRecord(directory: HostPath): ShardsRecord {
  const location = joinPath(directory, SHARDS);
  const readText = (path: string): string => readFileSync(joinPath(location, path), "utf8");
  return parseJsonText({ location, readText }, "shards.json", (value) => shardsRecord.parse(value));
}

function readIndex(directory: HostPath): ReadonlyMap<string, IndexLine> {
  const path = joinPath(directory, SHARDS, "index.jsonl");
  try {
    return new Map(
      readJsonLines(path)
        .map((line) => indexLine.parse(line))
        .map((line) => [line.id, line]),
    );
  } catch (error) {
    throw new DioramaError("corrupt-record", `Cannot read ${path}: it is no index of shards.`, {
      cause: error,
      hint: "Get the packed set again from where it came, or pack the set again.",
    });
  }
}
