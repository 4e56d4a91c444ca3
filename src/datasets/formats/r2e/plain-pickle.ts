/**
 * Reads Python pickles of plain data as data: numbers, texts, bytes and containers of them become `recipe/1`. Whatever would import a name or
 * call something is no plain data, and nothing is made of it. Nothing of a pickle is ever run, here or in a sandbox.
 * Format: https://docs.python.org/3/library/pickletools.html (protocols 2 to 5).
 */
import { formatPythonFloat, type ValueRecipe } from "../../../spec/index.ts";

/** A value, and the shared values that it refers to by `{ref: index}`. */
export interface UnpickledValue {
  readonly value: ValueRecipe;
  readonly shared: readonly ValueRecipe[];
}

/** Longer pickles are not read. */
const LONGEST = 4_000_000;

/** The plain data in a pickle; undefined where it is no pickle, or holds anything else. */
export function readPlainPickle(bytes: Uint8Array): UnpickledValue | undefined {
  if (bytes.length > LONGEST || bytes[0] !== 0x80) return undefined;
  try {
    const root = new PickleReader(bytes).read();
    return writeRecipe(root);
  } catch (error) {
    if (error instanceof NoPlainData || error instanceof RangeError) return undefined;
    throw error;
  }
}

class NoPlainData extends Error {}

/** A value under construction; containers are filled later, so that they can be met again while they are. */
type Node =
  | { readonly kind: "atom"; readonly recipe: ValueRecipe }
  | { readonly kind: "items"; readonly tag: string; readonly items: Node[] }
  | { readonly kind: "dict"; readonly pairs: [Node, Node][] };

const MARK = Symbol("mark");

class PickleReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  readonly #stack: (Node | typeof MARK)[] = [];
  readonly #memo = new Map<number, Node>();
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): Node {
    for (;;) {
      const code = this.#take(1)[0] ?? 0;
      if (code === 0x2e) break;
      const act = Object.hasOwn(OPERATIONS, code) ? OPERATIONS[code] : undefined;
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

type Operation = (reader: PickleReader) => void;

const container =
  (tag: string): Operation =>
  (reader) =>
    reader.open({ kind: "items", tag, items: [] });
const tupleOf =
  (count: number): Operation =>
  (reader) => {
    const items = Array.from({ length: count }, () => reader.pop()).toReversed();
    reader.open({ kind: "items", tag: "tuple", items });
  };
const closed =
  (tag: string): Operation =>
  (reader) =>
    reader.open({ kind: "items", tag, items: reader.sinceMark() });

/** By code; `_add` and `_put` take one value, their plurals everything above a mark. */
const OPERATIONS: Readonly<Record<number, Operation>> = {
  0x80: (reader) => reader.skip(1),
  0x95: (reader) => reader.skip(8),
  0x28: (reader) => reader.mark(),
  0x30: (reader) => void reader.pop(),
  0x4e: (reader) => reader.atom(null),
  0x88: (reader) => reader.atom(true),
  0x89: (reader) => reader.atom(false),
  0x4a: (reader) => reader.atom(reader.signed32()),
  0x4b: (reader) => reader.atom(reader.unsigned(1)),
  0x4d: (reader) => reader.atom(reader.unsigned(2)),
  0x8a: (reader) => reader.atom(integerRecipe(reader.long(reader.unsigned(1)))),
  0x8b: (reader) => reader.atom(integerRecipe(reader.long(reader.unsigned(4)))),
  0x47: (reader) => reader.atom({ float: formatPythonFloat(reader.double()) }),
  0x8c: (reader) => reader.atom(reader.text(reader.unsigned(1))),
  0x58: (reader) => reader.atom(reader.text(reader.unsigned(4))),
  0x8d: (reader) => reader.atom(reader.text(reader.unsigned(8))),
  0x43: (reader) => reader.atom({ bytes: reader.bytes(reader.unsigned(1)) }),
  0x42: (reader) => reader.atom({ bytes: reader.bytes(reader.unsigned(4)) }),
  0x8e: (reader) => reader.atom({ bytes: reader.bytes(reader.unsigned(8)) }),
  0x5d: container("list"),
  0x8f: container("set"),
  0x7d: (reader) => reader.open({ kind: "dict", pairs: [] }),
  0x29: tupleOf(0),
  0x85: tupleOf(1),
  0x86: tupleOf(2),
  0x87: tupleOf(3),
  0x74: closed("tuple"),
  0x6c: closed("list"),
  0x91: closed("frozenset"),
  0x61: (reader) => {
    const item = reader.pop();
    reader.add([item], "list");
  },
  0x65: (reader) => {
    const items = reader.sinceMark();
    reader.add(items, "list");
  },
  0x90: (reader) => {
    const items = reader.sinceMark();
    reader.add(items, "set");
  },
  0x73: (reader) => {
    const value = reader.pop();
    const key = reader.pop();
    reader.put([key, value]);
  },
  0x75: (reader) => {
    const items = reader.sinceMark();
    reader.put(items);
  },
  0x94: (reader) => reader.remember(),
  0x71: (reader) => reader.remember(reader.unsigned(1)),
  0x72: (reader) => reader.remember(reader.unsigned(4)),
  0x68: (reader) => reader.recall(reader.unsigned(1)),
  0x6a: (reader) => reader.recall(reader.unsigned(4)),
};

function integerRecipe(value: bigint): ValueRecipe {
  const isSmall = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return isSmall ? Number(value) : { int: value.toString() };
}

/** Containers that several places refer to become shared values; all others stand where they are. */
function writeRecipe(root: Node): UnpickledValue {
  const uses = new Map<Node, number>();
  countUses(root, uses);
  const shared: ValueRecipe[] = [];
  const places = new Map<Node, number>();
  const write = (node: Node): ValueRecipe => {
    if (node.kind === "atom") return node.recipe;
    if ((uses.get(node) ?? 0) < 2) return writeContent(node, write);
    const known = places.get(node);
    if (known !== undefined) return { ref: known };
    const place = shared.push(null) - 1;
    places.set(node, place);
    shared[place] = writeContent(node, write);
    return { ref: place };
  };
  return { value: write(root), shared };
}

function countUses(node: Node, uses: Map<Node, number>): void {
  if (node.kind === "atom") return;
  const count = uses.get(node) ?? 0;
  uses.set(node, count + 1);
  if (count > 0) return;
  for (const each of node.kind === "dict" ? node.pairs.flat() : node.items) countUses(each, uses);
}

function writeContent(
  node: Exclude<Node, { kind: "atom" }>,
  write: (node: Node) => ValueRecipe,
): ValueRecipe {
  if (node.kind === "dict") return { dict: node.pairs.map((pair) => pair.map(write)) };
  const items = node.items.map(write);
  return node.tag === "list" ? items : { [node.tag]: items };
}
