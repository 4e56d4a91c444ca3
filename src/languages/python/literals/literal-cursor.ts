/** What a text that is no literal ends reading with; it never leaves `readPythonLiteral`. */
export class NoLiteral extends Error {}

/** A place in a text that moves forward over what was read. */
export class LiteralCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws `NoLiteral`. */
  fail(): never {
    throw new NoLiteral(`no literal at ${this.#at}`);
  }

  /** What `pattern` (sticky) matches right here, passed over; undefined where it does not. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }

  /** Passes over white space and then over `sign`, where it is there. */
  takeSign(sign: string): boolean {
    this.skipSpace();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  /** As `takeSign`; throws where it is not there. */
  expectSign(sign: string): void {
    if (!this.takeSign(sign)) this.fail();
  }

  skipSpace(): void {
    this.take(/\s*/y);
  }

  get isAtEnd(): boolean {
    this.skipSpace();
    return this.#at === this.#text.length;
  }
}
