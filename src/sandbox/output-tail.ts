/** The last bytes of a stream, whatever its length: memory stays below `limitBytes` plus one chunk. */
export class OutputTail {
  readonly #limitBytes: number;
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #isTruncated = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** True once bytes were dropped. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** Takes the next bytes of the stream. */
  append(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#heldBytes += chunk.length;
    // Compacting at twice the limit keeps the cost per byte constant and the list of small chunks short.
    if (this.#heldBytes > 2 * this.#limitBytes || this.#chunks.length > 4096) this.#compact();
  }

  /** What is kept, as UTF-8 text. */
  text(): string {
    this.#compact();
    return (this.#chunks[0] ?? Buffer.alloc(0)).toString("utf8");
  }

  #compact(): void {
    const all = Buffer.concat(this.#chunks);
    const excess = all.length - this.#limitBytes;
    const kept = excess > 0 ? Buffer.from(all.subarray(excess)) : all;
    this.#isTruncated ||= excess > 0;
    this.#chunks = [kept];
    this.#heldBytes = kept.length;
  }
}
