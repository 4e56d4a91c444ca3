import type { Names } from "./names.ts";
import type { Solver } from "./solver.ts";
import { Kind, type Values } from "./values.ts";

/** What a container is to the analysis. */
export type ContainerKind =
  | "list"
  | "tuple"
  | "set"
  | "dict"
  | "iterator"
  | "generator"
  | "awaitable"
  | "context"
  | "callable"
  | "parameters";

/** Something that holds values: made at one place of the code. */
export interface Container {
  readonly kind: ContainerKind;
  /** Holds what is at no known key. */
  readonly any: number;
  /** Holds everything. */
  readonly all: number;
  /** Keys of a dictionary. */
  readonly keys: number;
  /** What was put at a key. */
  readonly byKey: Map<number, number>;
  /** What may be read at a key. */
  readonly read: Map<number, number>;
  /** Containers that hold all that it holds, at the same keys. */
  readonly followers: Set<Container>;
  /** The function whose body yields what it holds, or -1. */
  readonly maker: number;
}

/** Most keys of one container that are told apart. */
const MOST_KEYS = 200;

/** Containers of a program by number. */
export class Containers {
  readonly #all: Container[] = [];
  readonly #solver: Solver;
  readonly #values: Values;
  readonly #names: Names;
  readonly #made = new Map<ContainerKind, Map<number, number>>();
  readonly #ofInstances = new Map<number, number>();

  constructor(solver: Solver, values: Values, names: Names) {
    this.#solver = solver;
    this.#values = values;
    this.#names = names;
  }

  /** A new container as a value. */
  create(kind: ContainerKind, maker = -1): number {
    const first = this.#solver.newSlots(3);
    const container = {
      kind,
      any: first,
      all: first + 1,
      keys: first + 2,
      byKey: new Map<number, number>(),
      read: new Map<number, number>(),
      followers: new Set<Container>(),
      maker,
    };
    this.#solver.connect(container.any, container.all);
    return this.#values.of(Kind.container, this.#all.push(container) - 1);
  }

  /** The container that a call gives into a slot: one for all that it is called on. */
  createFor(to: number, kind: ContainerKind): number {
    const byKind = this.#made.get(kind) ?? new Map<number, number>();
    this.#made.set(kind, byKind);
    const known = byKind.get(to);
    const value = known ?? this.create(kind);
    if (known === undefined) byKind.set(to, value);
    return value;
  }

  /** The container that a value is; undefined where it is none. */
  find(value: number): Container | undefined {
    return this.#values.kind(value) === Kind.container ? this.#all[this.#values.first(value)] : undefined;
  }

  /** What instances of a class that is a container hold. */
  ofInstances(classIndex: number, kind: ContainerKind): Container {
    const known = this.#ofInstances.get(classIndex);
    const value = known ?? this.create(kind);
    if (known === undefined) this.#ofInstances.set(classIndex, value);
    return this.find(value) ?? fail();
  }

  /** The slot of a key, to be written; names of keys are as `readKey` gives them. */
  slotOf(container: Container, key: number): number {
    if (key < 0) return container.any;
    const known = container.byKey.get(key);
    if (known !== undefined) return known;
    if (container.byKey.size >= MOST_KEYS) return container.any;
    const slot = this.#solver.newSlot();
    container.byKey.set(key, slot);
    this.#solver.connect(slot, container.all);
    for (const follower of container.followers) this.#solver.connect(slot, this.slotOf(follower, key));
    return slot;
  }

  /** The slot from which a key is read. */
  readSlot(container: Container, key: number): number {
    if (key < 0) return container.all;
    const text = this.#names.text(key);
    if (container.kind !== "dict" && !text.startsWith("#")) return container.all;
    if (text.startsWith("#-")) return container.all;
    const known = container.read.get(key);
    if (known !== undefined) return known;
    const slot = this.#solver.newSlot();
    container.read.set(key, slot);
    this.#solver.connect(this.slotOf(container, key), slot);
    this.#solver.connect(container.any, slot);
    return slot;
  }

  /** Everything of one container is in the other as well, at its key where both have keys. */
  spread(from: Container, to: Container): void {
    if (from === to || from.followers.has(to)) return;
    from.followers.add(to);
    this.#solver.connect(from.any, to.any);
    this.#solver.connect(from.keys, to.keys);
    for (const [key, slot] of from.byKey) this.#solver.connect(slot, this.slotOf(to, key));
  }
}

function fail(): never {
  throw new Error("A container was asked for that was never made.");
}
