import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";

import { DioramaError } from "./errors.ts";
import { writeAtomically } from "./files.ts";
import type { HostPath } from "./paths.ts";
import { whileWriting } from "./writing.ts";

/**
 * Records of a JSON Lines file in order. A last line without its line feed was cut short by a crash: it
 * is left out. A file that does not exist has no records. Throws `corrupt-record` for any other bad line.
 */
export function readJsonLines(path: HostPath): unknown[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (error) {
      throw new DioramaError("corrupt-record", `Cannot read line ${index + 1} of ${path}: it is not JSON.`, {
        cause: error,
      });
    }
  });
}

/** A file that records are appended to, one at a time and each whole. Dispose it to close the file. */
export class JsonLinesWriter implements Disposable {
  readonly #descriptor: number;

  /** Opens `path` for appending, after cutting off a last line that a crash left without its end. */
  constructor(path: HostPath) {
    cutTornLine(path);
    this.#descriptor = openSync(path, "a");
  }

  /** Writes one record and says how many bytes it took; on return the operating system has it. */
  append(record: unknown): number {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    for (let at = 0; at < line.length; ) at += writeSync(this.#descriptor, line, at);
    return line.length;
  }

  [Symbol.dispose](): void {
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }
}

/** Characters that are written at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes a whole file of records, as they come: no more than some of them are in memory. No reader ever sees half of it, unless it is a device or a pipe.
 * Throws what `whileWriting` throws.
 */
export function writeJsonLines(path: HostPath, records: Iterable<unknown>): void {
  whileWriting(path, () =>
    writeAtomically(path, (descriptor) => {
      let chunk = "";
      for (const record of records) {
        chunk += `${JSON.stringify(record)}\n`;
        if (chunk.length < CHUNK_CHARACTERS) continue;
        writeFileSync(descriptor, chunk);
        chunk = "";
      }
      writeFileSync(descriptor, chunk);
    }),
  );
}

/** Appends one record to a file that is written rarely. */
export function appendJsonLine(path: HostPath, record: unknown): void {
  cutTornLine(path);
  appendFileSync(path, `${JSON.stringify(record)}\n`);
}

function cutTornLine(path: HostPath): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end !== bytes.length) truncateSync(path, end);
}
