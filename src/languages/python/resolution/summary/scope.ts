import { NONE, type SlotWriter } from "./slots.ts";

/** What names hold at one point of a scope. A branch sees its parent's until it changes them. */
export interface Environment {
  readonly parent: Environment | undefined;
  readonly values: Map<string, number>;
  /** Names of `values` that are the same variable's version, only known better. */
  readonly narrowed: Set<string>;
  /** Its end is never reached. */
  isDead: boolean;
  /** Parameters that are known to be `None` here, or known not to be, by their slots. */
  readonly guards: Guard[];
}

/** That a parameter is `None`, or that it is not. */
export interface Guard {
  readonly slot: number;
  readonly isNone: boolean;
}

/** A module, class body or function (lambda) whose code is read. Comprehensions are read as part of what is around them. */
export class Scope {
  readonly kind: "module" | "class" | "function";
  readonly outer: Scope | undefined;
  readonly place: number;
  /** The place that is said to call what its code calls. */
  readonly callerPlace: number;
  /** Names that it binds. */
  readonly locals: Set<string>;
  /** Names that are another scope's: `global`, `nonlocal`. */
  readonly elsewhere = new Map<string, "global" | "nonlocal">();
  /** Of a class body its class; of a method the class around it. */
  ownClass = NONE;
  /** Of a class body: the slot of its instances. */
  selfType = NONE;
  /** Of a function: the slot of its first parameter, where it is a method. */
  receiver = NONE;
  returned = NONE;
  yielded = NONE;
  flags = 0;
  readonly parameterSlots = new Map<number, number>();
  readonly returnsParameters = new Set<number>();
  /** Slots of calls whose result it returns. */
  readonly returnedCalls = new Set<number>();
  /** Slots that hold what a call gives. */
  readonly callSlots = new Set<number>();
  /** Slots that hold a function which its code defines. */
  readonly functionSlots = new Set<number>();
  /** Slots that hold a new instance of the first parameter. */
  readonly newInstances = new Set<number>();
  /** Of a class body: what it annotates. */
  readonly fields: [name: string, slot: number, hasDefault: 0 | 1][] = [];
  environment: Environment = newEnvironment(undefined);
  readonly versions = new Map<string, number[]>();
  readonly #shared = new Map<string, number>();
  /** Slots that take every version of a name as long as a loop or `try` is read. */
  readonly #open: ReadonlyMap<string, number>[] = [];
  /** Names that nested code binds too. */
  readonly #bindsBelow: ReadonlySet<string>;

  constructor(kind: Scope["kind"], { outer, place, locals, bindsBelow }: ScopeStart) {
    this.kind = kind;
    this.outer = outer;
    this.place = place;
    this.callerPlace = kind === "function" ? place : 0;
    this.locals = locals;
    this.#bindsBelow = bindsBelow;
  }

  /** One slot for all versions of a name that the scope binds. */
  shared(draft: SlotWriter, name: string): number {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const slot = draft.newSlot();
    this.#shared.set(name, slot);
    return slot;
  }

  get sharedNames(): ReadonlyMap<string, number> {
    return this.#shared;
  }

  /** What a name holds here; undefined where no path has bound it yet, or any scope may have. */
  current(name: string): number | undefined {
    for (
      let environment: Environment | undefined = this.environment;
      environment !== undefined;
      environment = environment.parent
    ) {
      const found = environment.values.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A new version of a name of this scope. */
  assign(draft: SlotWriter, name: string, slot: number): void {
    const isShared = this.#bindsBelow.has(name);
    if (isShared) draft.copy(this.shared(draft, name), slot);
    else {
      this.environment.values.set(name, slot);
      this.environment.narrowed.delete(name);
      const versions = this.versions.get(name);
      if (versions === undefined) this.versions.set(name, [slot]);
      else if (versions.at(-1) !== slot) versions.push(slot);
    }
    for (const open of this.#open) {
      const joined = open.get(name);
      if (joined !== undefined) draft.copy(joined, slot);
    }
  }

  /** A name that only an expression sees, as the variables of comprehensions. */
  bindHere(name: string, slot: number): void {
    this.environment.values.set(name, slot);
    this.environment.narrowed.delete(name);
  }

  narrow(name: string, slot: number): void {
    this.environment.values.set(name, slot);
    this.environment.narrowed.add(name);
  }

  /** Reads a stretch with an environment of its own, and gives that. */
  branch(read: () => void): Environment {
    const before = this.environment;
    const branch = newEnvironment(before);
    this.environment = branch;
    read();
    while (this.environment !== branch && this.environment.parent !== undefined) {
      this.environment = this.environment.parent;
    }
    this.environment = before;
    return branch;
  }

  /** Goes on after branches of which one was taken. */
  join(draft: SlotWriter, branches: readonly Environment[]): void {
    const live = branches.filter(({ isDead }) => !isDead);
    if (live.length === 0) {
      this.environment.isDead = true;
      return;
    }
    if (live.length === 1) {
      const [only] = live;
      this.environment.guards.push(...(only?.guards ?? []));
      for (const [name, slot] of only?.values ?? []) {
        if (only?.narrowed.has(name) === true) this.narrow(name, slot);
        else this.bindHere(name, slot);
      }
      return;
    }
    const changed = new Set(
      live.flatMap(({ values, narrowed }) => [...values.keys()].filter((name) => !narrowed.has(name))),
    );
    for (const name of changed) {
      const before = this.current(name);
      const slots = new Set(live.map(({ values }) => values.get(name) ?? before));
      slots.delete(undefined);
      const [first] = slots;
      if (first === undefined) continue;
      this.bindHere(name, slots.size === 1 ? first : joinSlots(draft, slots));
    }
  }

  /** A slot for each of `names` that holds what the name holds now, and more to come. */
  openSlots(draft: SlotWriter, names: Iterable<string>): ReadonlyMap<string, number> {
    const open = new Map<string, number>();
    for (const name of names) {
      if (this.#bindsBelow.has(name) || !this.locals.has(name)) continue;
      const joined = draft.newSlot();
      const before = this.current(name);
      if (before !== undefined) draft.copy(joined, before);
      open.set(name, joined);
    }
    return open;
  }

  /** Reads a stretch whose versions of those names may be seen from anywhere: a loop, or what a handler sees of a `try`. */
  withOpen(open: ReadonlyMap<string, number>, read: () => void): void {
    this.#open.push(open);
    read();
    this.#open.pop();
  }

  /** Copies versions to the slots that others see: of a function all, of modules and classes those that are left in the end, for others run later. */
  close(draft: SlotWriter): void {
    for (const [name, slot] of this.#shared) {
      const last = this.kind === "function" ? undefined : this.environment.values.get(name);
      if (last !== undefined) draft.copy(slot, last);
      else for (const version of this.versions.get(name) ?? []) draft.copy(slot, version);
    }
  }
}

/** Where a scope begins. */
export interface ScopeStart {
  readonly outer: Scope | undefined;
  readonly place: number;
  readonly locals: Set<string>;
  readonly bindsBelow: ReadonlySet<string>;
}

function newEnvironment(parent: Environment | undefined): Environment {
  return { parent, values: new Map(), narrowed: new Set(), isDead: false, guards: [] };
}

function joinSlots(draft: SlotWriter, slots: ReadonlySet<number | undefined>): number {
  const joined = draft.newSlot();
  for (const slot of slots) if (slot !== undefined) draft.copy(joined, slot);
  return joined;
}
