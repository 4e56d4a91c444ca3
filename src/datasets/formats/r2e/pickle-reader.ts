import type { ValueRecipe } from "../../../spec/index.ts";

/** What a pickle of anything else ends reading with; it never leaves `readPlainPickle`. */
export class NoPlainData extends Error {}

/** A value under construction; containers are filled later, so that they can be met again while they are. */
export type Node =
  | { readonly kind: "atom"; readonly recipe: ValueRecipe }
  | { readonly kind: "items"; readonly tag: string; readonly items: Node[] }
  | { readonly kind: "dict"; readonly pairs: [Node, Node][] };

/** What one code does. */
export type Operation = (reader: PickleReader) => void;

const MARK = Symbol("mark");

/** The stack machine that a pickle is a program for, as far as plain data goes. `operations` are by code; all others end it. */
export class PickleReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  readonly #stack: (Node | typeof MARK)[] = [];
  readonly #memo = new Map<number, Node>();
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(operations: Readonly<Record<number, Operation>>): Node {
    for (;;) {
      const code = this.#take(1)[0] ?? 0;
      if (code === 0x2e) break;
      const act = Object.hasOwn(operations, code) ? operations[code] : undefined;
      if (act === undefined) throw new NoPlainData();
      act(this);
    }
    const [root] = this.#stack;
    if (this.#stack.length !== 1 || root === undefined || root === MARK || this.#at !== this.#bytes.length)
      throw new NoPlainData();
    return root;
  }

  skip(count: number): void {
    this.#take(count);
  }

  atom(recipe: ValueRecipe): void {
    this.#stack.push({ kind: "atom", recipe });
  }

  open(node: Node): void {
    this.#stack.push(node);
  }

  mark(): void {
    this.#stack.push(MARK);
  }

  /** The values above the last mark, which goes with them. */
  sinceMark(): Node[] {
    const at = this.#stack.lastIndexOf(MARK);
    if (at < 0) throw new NoPlainData();
    return this.#stack.splice(at).slice(1) as Node[];
  }

  pop(): Node {
    const top = this.#stack.pop();
    if (top === undefined || top === MARK) throw new NoPlainData();
    return top;
  }

  top(): Node {
    const top = this.#stack.at(-1);
    if (top === undefined || top === MARK) throw new NoPlainData();
    return top;
  }

  add(items: readonly Node[], tag: string): void {
    const target = this.top();
    if (target.kind !== "items" || target.tag !== tag) throw new NoPlainData();
    target.items.push(...items);
  }

  put(items: readonly Node[]): void {
    const target = this.top();
    if (target.kind !== "dict" || items.length % 2 !== 0) throw new NoPlainData();
    for (let index = 0; index < items.length; index += 2)
      target.pairs.push([items[index] as Node, items[index + 1] as Node]);
  }

  remember(index: number = this.#memo.size): void {
    this.#memo.set(index, this.top());
  }

  recall(index: number): void {
    const known = this.#memo.get(index);
    if (known === undefined) throw new NoPlainData();
    this.#stack.push(known);
  }

  /** An unsigned number of so many bytes, the lowest first. */
  unsigned(bytes: 1 | 2 | 4 | 8): number {
    const taken = this.#take(bytes);
    let value = 0;
    for (const [index, byte] of taken.entries()) value += byte * 2 ** (8 * index);
    if (!Number.isSafeInteger(value)) throw new NoPlainData();
    return value;
  }

  signed32(): number {
    this.#take(4);
    return this.#view.getInt32(this.#at - 4, true);
  }

  double(): number {
    this.#take(8);
    return this.#view.getFloat64(this.#at - 8, false);
  }

  /** A number in two's complement. */
  long(length: number): bigint {
    let value = 0n;
    for (const [index, byte] of this.#take(length).entries()) value |= BigInt(byte) << BigInt(8 * index);
    return length > 0 ? BigInt.asIntN(8 * length, value) : 0n;
  }

  bytes(length: number): string {
    return Buffer.from(this.#take(length)).toString("latin1");
  }

  /** UTF-8 in which surrogates may stand alone, as Python writes it: such texts are not read. */
  text(length: number): string {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.#take(length));
    } catch {
      throw new NoPlainData();
    }
  }

  #take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new NoPlainData();
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
