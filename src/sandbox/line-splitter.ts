const lineFeed = 0x0a;

/** Cuts a stream of bytes into lines of text. A line longer than `maxLineBytes` is handed on in pieces. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #maxLineBytes: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(onLine: (line: string) => void, maxLineBytes: number) {
    this.#onLine = onLine;
    this.#maxLineBytes = maxLineBytes;
  }

  /** Takes the next bytes and reports every line that they complete. */
  append(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#release();
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
    if (this.#pendingBytes > this.#maxLineBytes) this.#release();
  }

  /** Reports what follows the last line feed, if anything does. */
  end(): void {
    if (this.#pendingBytes > 0) this.#release();
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return;
    this.#pending.push(part);
    this.#pendingBytes += part.length;
  }

  #release(): void {
    const line = Buffer.concat(this.#pending).toString("utf8");
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#onLine(line);
  }
}
