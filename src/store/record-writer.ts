import { statSync, truncateSync } from "node:fs";
import { dirname } from "node:path";

import {
  asHostPath,
  findWriteFailure,
  JsonLinesWriter,
  makeFolders,
  whileWriting,
  type HostPath,
} from "../base/index.ts";

/**
 * Appends records to one file so that it holds whole records only, also where the disk fills up in the middle of
 * one: what was written of that record is cut off again. Dispose it to close the file.
 */
export class RecordWriter implements Disposable {
  readonly #path: HostPath;
  readonly #lines: JsonLinesWriter;
  #bytes: number;

  /** Opens the file, making the folders above it. Throws `disk-full`. */
  constructor(path: HostPath) {
    this.#path = path;
    this.#lines = whileWriting(path, () => {
      makeFolders(asHostPath(dirname(path)));
      return new JsonLinesWriter(path);
    });
    this.#bytes = statSync(path).size;
  }

  /** Appends one record. Throws `disk-full`, after which the file is as it was before. */
  append(record: unknown): void {
    try {
      this.#bytes += this.#lines.append(record);
    } catch (error) {
      this.#undo();
      throw findWriteFailure(this.#path, error) ?? error;
    }
  }

  [Symbol.dispose](): void {
    whileWriting(this.#path, () => this.#lines[Symbol.dispose]());
  }

  #undo(): void {
    const file = statSync(this.#path);
    if (file.isFile() && file.size > this.#bytes) truncateSync(this.#path, this.#bytes);
  }
}
