/** Bytes that arrive in pieces and are taken in pieces of another size; nothing is copied until it is taken. */
export class ByteQueue {
  #pieces: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#length += bytes.length;
  }

  /** The first `count` bytes without taking them, or undefined where fewer are there. */
  peek(count: number): Buffer | undefined {
    if (this.#length < count) return undefined;
    const [first] = this.#pieces;
    if (first === undefined || first.length < count) this.#join();
    return this.#pieces[0]?.subarray(0, count) ?? Buffer.alloc(0);
  }

  /** Takes away the first `count` bytes, which are there. */
  drop(count: number): void {
    this.#join();
    const rest = this.#pieces[0]?.subarray(count);
    this.#pieces = rest === undefined || rest.length === 0 ? [] : [rest];
    this.#length -= count;
  }

  #join(): void {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
  }
}
