import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { deserialize, serialize } from "node:v8";

import { joinPath, whileWriting, writeFileAtomically, type HostPath } from "../base/index.ts";
import type { CodeIndex } from "./code-index.ts";

/** Most bytes that are kept; the standard library takes about 4 MB, a large package as much again. */
const MOST_BYTES = 512 * 2 ** 20;

/** Indexes by the digest of what they are of, each in a file of `directory`; those used longest ago make room for new ones. */
export class KeptCode {
  readonly #directory: HostPath;
  readonly #mostBytes: number;

  constructor(directory: HostPath, mostBytes: number = MOST_BYTES) {
    this.#directory = directory;
    this.#mostBytes = mostBytes;
  }

  /** Undefined where there is none, or none that can be read. */
  find(digest: string): CodeIndex | undefined {
    const path = this.#pathOf(digest);
    if (!existsSync(path)) return undefined;
    const now = new Date();
    utimesSync(path, now, now);
    try {
      const index = deserialize(readFileSync(path)) as CodeIndex;
      return index.functions instanceof Uint32Array && index.grams instanceof Uint32Array ? index : undefined;
    } catch {
      return undefined;
    }
  }

  /** Throws `disk-full` where it cannot be written for lack of space. */
  keep(digest: string, index: CodeIndex): void {
    whileWriting(this.#directory, () => writeFileAtomically(this.#pathOf(digest), serialize(index)));
    this.#makeRoom();
  }

  #makeRoom(): void {
    const files = readdirSync(this.#directory).flatMap((name) => {
      const path = joinPath(this.#directory, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : { path, bytes: found.size, used: found.mtimeMs };
    });
    let bytes = 0;
    for (const file of files.toSorted((a, b) => b.used - a.used)) {
      bytes += file.bytes;
      if (bytes > this.#mostBytes) rmSync(file.path, { force: true });
    }
  }

  #pathOf(digest: string): HostPath {
    return joinPath(this.#directory, digest.replace("sha256:", ""));
  }
}
