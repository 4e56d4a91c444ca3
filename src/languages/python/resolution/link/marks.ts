/** Functions that carry attributes: decorators leave them for those who look for what was registered. */
export class Marks {
  readonly #marked = new Set<number>();
  readonly #waiting = new Map<number, (() => void)[]>();

  mark(index: number): void {
    if (this.#marked.has(index)) return;
    this.#marked.add(index);
    for (const tell of this.#waiting.get(index) ?? []) tell();
    this.#waiting.delete(index);
  }

  /** Calls back once the function is marked. */
  when(index: number, tell: () => void): void {
    const waiting = this.#waiting.get(index);
    if (this.#marked.has(index)) tell();
    else if (waiting === undefined) this.#waiting.set(index, [tell]);
    else waiting.push(tell);
  }
}
