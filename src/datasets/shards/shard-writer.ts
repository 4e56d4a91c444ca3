import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";

import { Header } from "tar";

import { canonicalJson, joinPath, sha256, UsageError, type HostPath } from "../../base/index.ts";
import { digestFiles, type DigestedFile } from "../task-files.ts";
import type { Content, FolderEntry, ShardRecord } from "./format.ts";

/** Tar files are made of these. */
const BLOCK = 512;

/** What a shard held at some moment, to go back to. */
interface Mark {
  readonly size: number;
  readonly hash: Hash;
  readonly held: Held;
}

type Held = Pick<ShardRecord, "tasks" | "task_files" | "task_bytes">;

/** Where a task went, and its digest. */
export interface AddedTask {
  readonly listing: Content;
  readonly digest: string;
}

/** Writes one shard; it has its name only once it is whole. Its bytes depend on the tasks alone. Dispose it to close the file. */
export class ShardWriter implements Disposable {
  readonly #path: HostPath;
  readonly #partial: string;
  readonly #descriptor: number;
  readonly #members = new Map<string, Content>();
  #added: string[] = [];
  #size = 0;
  #hash = createHash("sha256");
  #held: Held = { tasks: 0, task_files: 0, task_bytes: 0 };
  #isFinished = false;

  constructor(directory: HostPath, name: string) {
    this.#path = joinPath(directory, name);
    this.#partial = `${this.#path}.partial`;
    this.#descriptor = openSync(this.#partial, "w");
  }

  /**
   * Adds the task in `directory`, unless the shard holds tasks already and this one would make it larger than
   * `maxBytes`: then nothing, and the shard is as before. Throws `UsageError` `unpackable-file` for links and devices.
   */
  tryAdd(directory: HostPath, maxBytes: number): AddedTask | undefined {
    const before: Mark = { size: this.#size, hash: this.#hash.copy(), held: this.#held };
    this.#added = [];
    const files: (DigestedFile & Content)[] = [];
    const listing = this.#addFolder(directory, "", files);
    this.#held = {
      tasks: before.held.tasks + 1,
      task_files: before.held.task_files + files.length,
      task_bytes: files.reduce((sum, { bytes }) => sum + bytes, before.held.task_bytes),
    };
    if (before.held.tasks === 0 || this.#size + 2 * BLOCK <= maxBytes)
      return { listing, digest: digestFiles(files) };
    this.#goBack(before);
    return undefined;
  }

  /** Ends the shard and gives it its name. */
  finish(): Omit<ShardRecord, "shard"> {
    this.#write(Buffer.alloc(2 * BLOCK));
    fsyncSync(this.#descriptor);
    renameSync(this.#partial, this.#path);
    this.#isFinished = true;
    return { ...this.#held, bytes: this.#size, sha256: this.#hash.digest("hex") };
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
    if (!this.#isFinished) rmSync(this.#partial, { force: true });
  }

  #addFolder(root: HostPath, below: string, files: (DigestedFile & Content)[]): Content {
    const entries: FolderEntry[] = readdirSync(joinPath(root, below), { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => {
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        const { name } = entry;
        if (entry.isDirectory()) return { kind: "folder", name, ...this.#addFolder(root, path, files) };
        if (!entry.isFile()) throw unpackable(joinPath(root, path));
        const added = this.#addContent("files/", readFileSync(joinPath(root, path)), "");
        files.push({ path, ...added });
        const executable = (lstatSync(joinPath(root, path)).mode & 0o100) !== 0;
        return { kind: "file", name, executable, ...added };
      });
    return this.#addContent("folders/", Buffer.from(`${canonicalJson(entries)}\n`), ".json");
  }

  /** Writes a member, unless the shard has one of the same name and so the same content. */
  #addContent(folder: string, bytes: Buffer, extension: string): Content {
    const digest = sha256(bytes);
    const path = `${folder}${digest}${extension}`;
    const known = this.#members.get(path);
    if (known !== undefined) return known;
    const added = { offset: this.#size + BLOCK, bytes: bytes.length, sha256: digest };
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    this.#write(Buffer.concat([encodeHeader(path, bytes.length), bytes, padding]));
    this.#members.set(path, added);
    this.#added.push(path);
    return added;
  }

  #write(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#size + done);
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  #goBack({ size, hash, held }: Mark): void {
    ftruncateSync(this.#descriptor, size);
    for (const path of this.#added) this.#members.delete(path);
    this.#size = size;
    this.#hash = hash;
    this.#held = held;
  }
}

/** Nobody's, of no time: the same content gives the same bytes on every machine. */
function encodeHeader(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  new Header({ path, size, type: "File", mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) }).encode(block, 0);
  return block;
}

function unpackable(path: HostPath): UsageError {
  return new UsageError(
    "unpackable-file",
    `Cannot pack ${path}: it is neither a regular file nor a folder, and a task holds nothing else.`,
    { hint: "Build the task set again: it was changed after it was made." },
  );
}
