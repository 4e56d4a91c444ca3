/** Strings by number, over all files. */
export class Names {
  readonly texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  index(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  find(text: string): number | undefined {
    return this.#indexes.get(text);
  }

  text(index: number): string {
    return this.texts[index] ?? "";
  }
}
