/**
 * Reads Python pickles of plain data as data: numbers, texts, bytes and containers of them become `recipe/1`. Whatever would import a name or
 * call something is no plain data, and nothing is made of it. Nothing of a pickle is ever run, here or in a sandbox.
 * Format: https://docs.python.org/3/library/pickletools.html (protocols 2 to 5).
 */
import { formatFloat, integerRecipe, type ValueRecipe } from "../../../spec/index.ts";
import { NoPlainData, PickleReader, type Node, type Operation } from "./pickle-reader.ts";

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
    const root = new PickleReader(bytes).read(OPERATIONS);
    return writeRecipe(root);
  } catch (error) {
    if (error instanceof NoPlainData || error instanceof RangeError) return undefined;
    throw error;
  }
}

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
  0x47: (reader) => reader.atom({ float: formatFloat(reader.double()) }),
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
