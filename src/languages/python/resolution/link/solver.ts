/** Most values that one slot holds; of more, those that come later are left out, for a place where that many meet says little of any. */
const MOST_VALUES = 250;
/** The same once handing on has cost more than a program of its size may. */
const MOST_VALUES_OF_COSTLY = 24;
/** What handing on may cost, in values told: so much, and so much for each slot of the code. Of libraries few reach half of it. */
const COST = 1_000_000;
const COST_PER_SLOT = 50;
/** A slot with that many values takes no more containers, and what is of outside, one by one. */
const MOST_APART = 16;
/** Up to here a slot's values are searched one by one. */
const FEW = 12;

/** Is told each value that a slot comes to hold. */
export type Listener = (value: number) => void;

/**
 * Inclusion constraints between slots, solved by a worklist (Andersen 1994) that hands on only what is new. Slots hold values in the order in which they
 * came, which depends on nothing but the order of the constraints. Where much meets much (all functions of a library behind one decorator, say) values
 * say little and cost with the square of the code; so their number is bounded by what has been handed on before.
 */
export class Solver {
  readonly #values: (number[] | undefined)[] = [];
  readonly #sets = new Map<number, Set<number>>();
  readonly #handedOn: number[] = [];
  readonly #targets: (number[] | undefined)[] = [];
  readonly #listeners: (Listener[] | undefined)[] = [];
  #queue: number[] = [];
  #tasks: (() => void)[] = [];
  readonly #isQueued: boolean[] = [];
  #slots = 0;
  #mostValues = MOST_VALUES;
  #cost = 0;
  readonly #mostCost: number;
  readonly #generalise: (value: number, held: number) => number | undefined;

  /** `generalise` says what a slot that holds many values takes instead of one more: what stands for any of its kind, itself, or nothing. `slots` are those of the code. */
  constructor(slots: number, generalise: (value: number, held: number) => number | undefined) {
    this.#slots = slots;
    this.#mostCost = COST + COST_PER_SLOT * slots;
    this.#generalise = generalise;
  }

  /** Most values that a slot takes now, and most functions that one call is followed into. */
  get mostValues(): number {
    return this.#mostValues;
  }

  newSlot(): number {
    return this.#slots++;
  }

  /** The first of that many slots. */
  newSlots(count: number): number {
    const first = this.#slots;
    this.#slots += count;
    return first;
  }

  valuesOf(slot: number): readonly number[] {
    return this.#values[slot] ?? NO_VALUES;
  }

  add(slot: number, given: number): void {
    const held = this.#values[slot];
    const value =
      held !== undefined && held.length >= MOST_APART ? this.#generalise(given, held.length) : given;
    if (value === undefined) return;
    if (held === undefined) {
      this.#values[slot] = [value];
      this.#handedOn[slot] = 0;
      this.#enqueue(slot);
      return;
    }
    if (held.length >= this.#mostValues || this.#holds(slot, held, value)) return;
    held.push(value);
    this.#enqueue(slot);
  }

  #holds(slot: number, held: readonly number[], value: number): boolean {
    if (held.length <= FEW) return held.includes(value);
    let set = this.#sets.get(slot);
    if (set === undefined) {
      set = new Set(held);
      this.#sets.set(slot, set);
    }
    if (set.has(value)) return true;
    set.add(value);
    return false;
  }

  #enqueue(slot: number): void {
    if (this.#isQueued[slot] === true) return;
    this.#isQueued[slot] = true;
    this.#queue.push(slot);
  }

  /** `to` holds whatever `from` holds. */
  connect(from: number, to: number): void {
    if (from === to) return;
    const targets = this.#targets[from];
    if (targets === undefined) this.#targets[from] = [to];
    else if (targets.length <= FEW && targets.includes(to)) return;
    else targets.push(to);
    const held = this.#values[from];
    if (held === undefined) return;
    const known = Math.min(this.#handedOn[from] ?? 0, this.#mostValues);
    this.#spend(known);
    for (let index = 0; index < known; index++) this.add(to, held[index] ?? 0);
  }

  /** Tells `listener` every value that `slot` holds and will hold. */
  listen(slot: number, listener: Listener): void {
    const listeners = this.#listeners[slot];
    if (listeners === undefined) this.#listeners[slot] = [listener];
    else listeners.push(listener);
    const held = this.#values[slot];
    if (held === undefined) return;
    const known = Math.min(this.#handedOn[slot] ?? 0, this.#mostValues);
    this.#spend(known);
    for (let index = 0; index < known; index++) listener(held[index] ?? 0);
  }

  #spend(cost: number): void {
    this.#cost += cost;
    if (this.#cost > this.#mostCost) this.#mostValues = MOST_VALUES_OF_COSTLY;
  }

  /** Does something once what is known has been handed on. */
  later(task: () => void): void {
    this.#tasks.push(task);
  }

  report(): string {
    return `slots ${this.#slots} cost ${this.#cost} most ${this.#mostCost} most values ${this.#mostValues}`;
  }
  /** Hands on until nothing is new. */
  solve(): void {
    while (this.#queue.length > 0 || this.#tasks.length > 0) {
      const [queue, tasks] = [this.#queue, this.#tasks];
      this.#queue = [];
      this.#tasks = [];
      for (const slot of queue) this.#handOn(slot);
      for (const task of tasks) task();
    }
  }

  #handOn(slot: number): void {
    this.#isQueued[slot] = false;
    const held = this.#values[slot] ?? [];
    const from = this.#handedOn[slot] ?? 0;
    const to = held.length;
    this.#handedOn[slot] = to;
    const targets = this.#targets[slot];
    const targetCount = targets?.length ?? 0;
    const listeners = this.#listeners[slot];
    const listenerCount = listeners?.length ?? 0;
    this.#spend((to - from) * (targetCount + listenerCount));
    for (let index = from; index < to; index++) {
      const value = held[index] ?? 0;
      for (let target = 0; target < targetCount; target++) this.add(targets?.[target] ?? 0, value);
      for (let listener = 0; listener < listenerCount; listener++) listeners?.[listener]?.(value);
    }
  }
}

const NO_VALUES: readonly number[] = [];
