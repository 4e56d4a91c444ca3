import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import { DioramaError, joinPath, messageOf, sha256, type HostPath } from "../../base/index.ts";
import { folderListing, SHARDS, type Content, type FolderEntry } from "./format.ts";

/** More than any repository has; a damaged or malicious listing could name folders without end. */
const MAX_FILES = 1_000_000;

/** A file that a listing leads to. */
export interface PackedFile extends Content {
  /** Below the folder that was walked. */
  readonly path: string;
  readonly executable: boolean;
}

/** Reads contents of one shard and follows its listings. Holds nothing open. Everything it gives was compared with its digest. */
export class ShardReader {
  readonly #path: HostPath;
  readonly #set: HostPath;
  readonly #shard: string;

  /** `set` is the folder of the packed set, `shard` the shard's file name. */
  constructor(set: HostPath, shard: string) {
    this.#path = joinPath(set, SHARDS, shard);
    this.#set = set;
    this.#shard = shard;
  }

  /** The bytes of a content. Throws `damaged-shard` where they are not what their digest says. */
  read({ offset, bytes, sha256: digest }: Content): Buffer {
    const found = this.#readRange(offset, bytes);
    if (sha256(found) !== digest) throw this.#damaged("its bytes are not those that their digest names");
    return found;
  }

  /** The entries of a folder, in code-unit order of names. Throws `damaged-shard`. */
  list(listing: Content): readonly FolderEntry[] {
    const entries = this.#parse(this.read(listing).toString());
    let before = "";
    for (const { name } of entries) {
      // Names come from whoever made the set: none may lead out of the folder, or stand twice in it.
      if (name <= before || name === "." || name === ".." || name.includes("/") || name.includes("\0"))
        throw this.#damaged(`a folder in it has an entry named ${JSON.stringify(name)}`);
      before = name;
    }
    return entries;
  }

  /** The entry at a path below a folder, or undefined. Throws `damaged-shard`. */
  find(root: Content, path: string): FolderEntry | undefined {
    let at: Content = root;
    let entry: FolderEntry | undefined;
    for (const name of path.split("/")) {
      if (entry?.kind === "file") return undefined;
      entry = this.list(at).find((each) => each.name === name);
      if (entry === undefined) return undefined;
      at = entry;
    }
    return entry;
  }

  /** All files and folders below a folder, a folder before what it holds; folders end in `/`. Throws `damaged-shard`. */
  *walk(root: Content): Generator<PackedFile | { readonly path: string }> {
    let count = 0;
    const waiting: { below: string; listing: Content }[] = [{ below: "", listing: root }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const entry of this.list(next.listing)) {
        if (++count > MAX_FILES) throw this.#damaged("a task in it has too many files");
        const path = `${next.below}${entry.name}`;
        if (entry.kind === "file") yield { ...entry, path };
        else {
          yield { path: `${path}/` };
          waiting.push({ below: `${path}/`, listing: entry });
        }
      }
    }
  }

  #readRange(offset: number, bytes: number): Buffer {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(this.#path, "r");
      if (offset + bytes > fstatSync(descriptor).size) throw this.#damaged("it ends too early");
      const found = Buffer.allocUnsafe(bytes);
      for (let done = 0; done < bytes; ) {
        const read = readSync(descriptor, found, done, bytes - done, offset + done);
        if (read === 0) throw this.#damaged("it ends too early");
        done += read;
      }
      return found;
    } catch (error) {
      if (error instanceof DioramaError) throw error;
      throw this.#damaged(messageOf(error), error);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  #parse(text: string): readonly FolderEntry[] {
    try {
      return folderListing.parse(JSON.parse(text));
    } catch (error) {
      throw this.#damaged("a folder in it has no listing that can be read", error);
    }
  }

  #damaged(found: string, cause?: unknown): DioramaError {
    return new DioramaError(
      "damaged-shard",
      `Cannot read ${SHARDS}/${this.#shard} of ${this.#set}: ${found}.`,
      {
        cause,
        hint: "Get this shard again from where it came, or pack the set again; tasks in other shards can be read.",
        fields: { shard: this.#shard, folder: this.#set },
      },
    );
  }
}
