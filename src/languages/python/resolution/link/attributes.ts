import type { AttributeUse, Member } from "./call.ts";
import { Marks } from "./marks.ts";
import { MissingAttributes } from "./missing-attributes.ts";
import { fillMembers } from "./named-members.ts";
import type { Unit } from "./program.ts";
import { isTextMethod } from "./text-methods.ts";
import { Kind } from "./values.ts";
import type { AttributeAccess, World } from "./world.ts";

const ENUMERATIONS = /(?:^|\.)(?:(?:Int|Str)?(?:Enum|Flag)|EnumMeta)$/u;
/** What Python itself keeps on functions. */
const OF_FUNCTIONS =
  /^__(?:doc|name|qualname|module|wrapped|signature|annotations|defaults|kwdefaults|dict|code|closure|text_signature)__$/u;
/** What names of folders begin with. */
const FOLDER = "/";
/** Longest name of something of outside that is kept. */
const LONGEST = 100;

/**
 * Attributes of every kind of value. An attribute of a class or of its instances has one slot for all that read it; what instances hold is kept for the
 * class at which it was stored and seen by those below it.
 */
export class Attributes implements AttributeAccess {
  readonly #world: World;
  /** By value and name: the slot that holds the attribute, with getters unread. */
  readonly #read = new Map<number, Map<number, number>>();
  /** By name: the classes of the values whose attribute is read. */
  readonly #readers = new Map<
    number,
    { readonly value: number; readonly classIndex: number; readonly slot: number }[]
  >();
  /** By value and name: what was stored. */
  readonly #stored = new Map<number, Map<number, number>>();
  readonly #isEnumeration = new Map<number, boolean>();
  readonly #moduleNames = new Map<Unit, Map<number, ModuleName>>();
  readonly #missing: MissingAttributes;
  readonly #marks = new Marks();
  /** Slots of attributes that no class defines. */
  readonly #undefined = new Set<number>();

  constructor(world: World) {
    this.#world = world;
    this.#missing = new MissingAttributes(world);
  }

  /** Gives `use.to` the attribute; calls of getters are noted at its site. */
  read(value: number, name: number, use: AttributeUse): void {
    const { values, solver } = this.#world;
    switch (values.kind(value)) {
      case Kind.instance:
      case Kind.class:
      case Kind.super: {
        const node = this.nodeOf(value, name);
        this.#handOut(node, use);
        if (this.#undefined.has(node)) this.#missing.ask({ value, name, node }, use);
        return;
      }
      case Kind.module: {
        const unit = this.#world.program.units[values.first(value)];
        if (unit !== undefined && !this.readModule(unit, name, use.to)) this.#askModule(unit, name, use);
        return;
      }
      case Kind.external:
        solver.add(use.to, this.externalAttribute(value, name));
        return;
      case Kind.builtin:
        solver.add(
          use.to,
          this.external(`${this.#world.names.text(values.first(value))}.${this.#world.names.text(name)}`),
        );
        return;
      case Kind.text:
        if (isTextMethod(this.#world.names.text(name)))
          solver.add(use.to, values.of(Kind.method, value, name));
        else solver.add(use.to, this.external(`str.${this.#world.names.text(name)}`));
        return;
      case Kind.container:
      case Kind.property:
        solver.add(use.to, values.of(Kind.method, value, name));
        return;
      case Kind.function:
      case Kind.bound:
      case Kind.partial:
        this.#readFunction(value, name, use);
        return;
    }
  }

  external(name: string): number {
    const { values, names } = this.#world;
    return values.of(Kind.external, names.index(name.length > LONGEST ? "?" : name));
  }

  /** A folder of modules that is no package itself. */
  folder(from: Unit, name: string): number {
    const found = this.#world.modules.findFolder(from, name);
    return found === undefined ? this.external(name) : this.external(`${FOLDER}${found}`);
  }

  externalAttribute(value: number, name: number): number {
    const { values, names, modules } = this.#world;
    const [holder, text] = [names.text(values.first(value)), names.text(name)];
    if (!holder.startsWith(FOLDER)) return this.external(`${holder}.${text}`);
    const inside = modules.findInFolder(holder.slice(FOLDER.length), text);
    return inside === undefined ? this.external(`${holder}/${text}`) : values.of(Kind.module, inside.index);
  }

  #readFunction(value: number, name: number, { to }: AttributeUse): void {
    const { values, solver, names } = this.#world;
    const text = names.text(name);
    if (values.kind(value) === Kind.bound && (text === "__self__" || text === "__func__"))
      solver.add(
        to,
        text === "__self__" ? values.second(value) : values.of(Kind.function, values.first(value)),
      );
    else if (text === "__get__" || text === "__call__") solver.add(to, value);
    else if (text === "register" && this.#world.calls.partialOf(value)?.isOpen === true)
      solver.add(to, values.of(Kind.method, value, name));
    else if (text.startsWith("__")) solver.add(to, this.external(`function.${text}`));
    else {
      const holder =
        values.kind(value) === Kind.bound ? values.of(Kind.function, values.first(value)) : value;
      solver.connect(this.#storedSlot(holder, name), to);
    }
  }

  /** A name of a module: its own, one that a star brings, or a module in a package. True where one is found. */
  readModule(unit: Unit, name: number, to: number): boolean {
    const names = this.#moduleNames.get(unit) ?? new Map<number, ModuleName>();
    this.#moduleNames.set(unit, names);
    let known = names.get(name);
    if (known === undefined) {
      const slot = this.#world.solver.newSlot();
      known = { slot, isFound: this.#collectFromModule(unit, name, slot, new Set()) };
      names.set(name, known);
    }
    this.#world.solver.connect(known.slot, to);
    return known.isFound;
  }

  #collectFromModule(unit: Unit, name: number, to: number, visited: Set<Unit>): boolean {
    const { solver, program, modules, names } = this.#world;
    if (visited.has(unit)) return false;
    visited.add(unit);
    const own = unit.globals.get(name);
    if (own !== undefined) solver.connect(own, to);
    const inside = modules.findIn(unit, names.text(name));
    if (inside !== undefined) solver.add(to, this.#world.values.of(Kind.module, inside.index));
    if (own !== undefined || inside !== undefined) return true;
    const { stars } = unit.summary;
    let isFound = false;
    for (let at = 0; at < stars.length; at += 2) {
      const written = unit.summary.names[stars[at + 1] ?? 0] ?? "";
      const module = modules.find(unit, stars[at] ?? 0, written);
      if (module !== undefined) isFound = this.#collectFromModule(module, name, to, visited) || isFound;
      else if (visited.size === 1 && program.units.length > 0 && !isFound)
        solver.add(to, this.external(`${written}.${names.text(name)}`));
    }
    const getter = unit.globals.get(names.index("__getattr__"));
    if (!isFound && getter !== undefined)
      solver.listen(getter, (value) => this.#world.calls.invokeWith(value, { site: -1, to }, []));
    return isFound;
  }

  /** Asks a module's `__getattr__`. */
  #askModule(unit: Unit, name: number, use: AttributeUse): void {
    const { solver, names, calls, values } = this.#world;
    const getter = unit.globals.get(names.index("__getattr__"));
    const text = values.of(Kind.text, names.index(`'${names.text(name)}`));
    if (getter !== undefined) solver.listen(getter, (value) => calls.invokeWith(value, use, [text]));
  }

  /** What is found on a class by its linearisation, itself first. */
  findMember(classIndex: number, name: number, after?: number): Member | undefined {
    const { classes, program } = this.#world;
    const line = classes.linearisation(classIndex);
    const from = after === undefined ? 0 : line.indexOf(after) + 1;
    for (let at = from; at < line.length; at++) {
      const owner = line[at] ?? 0;
      const slot = program.classes[owner]?.memberSlots.get(name);
      if (slot !== undefined) return { owner, slot };
    }
    return undefined;
  }

  /** The slot of an attribute of a class, an instance or `super()`. */
  nodeOf(value: number, name: number): number {
    const byName = this.#read.get(value) ?? new Map<number, number>();
    const known = byName.get(name);
    if (known !== undefined) return known;
    if (byName.size === 0) this.#read.set(value, byName);
    const slot = this.#world.solver.newSlot();
    byName.set(name, slot);
    this.#fill(value, name, slot);
    return slot;
  }

  #fill(value: number, name: number, slot: number): void {
    const { values, classes, names, solver, containers } = this.#world;
    const text = names.text(name);
    const kind = values.kind(value);
    const receiver = kind === Kind.super ? values.second(value) : value;
    const classIndex = values.first(receiver);
    const after = kind === Kind.super ? values.first(value) : undefined;
    if (text === "__class__" && kind === Kind.instance) solver.add(slot, values.of(Kind.class, classIndex));
    if (text === "__dict__") {
      const dictionary = containers.createFor(slot, "dict");
      fillMembers(this.#world, value, dictionary);
      solver.add(slot, dictionary);
    }
    const member = this.findMember(classIndex, name, after);
    if (member !== undefined) solver.listen(member.slot, (held) => this.#bind(held, receiver, slot));
    if (kind !== Kind.super) {
      const line = classes.linearisation(classIndex);
      for (const above of line) this.#seeStored(values.of(Kind.class, above), name, receiver, slot);
      if (kind === Kind.instance)
        for (const above of line) this.#seeStored(values.of(Kind.instance, above), name, undefined, slot);
      const readers = this.#readers.get(name) ?? [];
      readers.push({ value, classIndex, slot });
      this.#readers.set(name, readers);
    }
    if (member === undefined && kind !== Kind.super) {
      this.#undefined.add(slot);
      this.#missing.note({ value, name, node: slot });
    }
    if (member === undefined) this.#fillForeign({ value: receiver, kind, classIndex, slot, text, name });
  }

  #fillForeign(read: {
    value: number;
    kind: number;
    classIndex: number;
    slot: number;
    text: string;
    name: number;
  }): void {
    const { classes, solver, values } = this.#world;
    const { value, kind, classIndex, slot, text, name } = read;
    if (kind === Kind.class) {
      const metaclass = classes.metaclass(classIndex);
      const above = metaclass === undefined ? undefined : this.findMember(metaclass, name);
      if (above !== undefined) solver.listen(above.slot, (held) => this.#bind(held, value, slot));
    }
    const bases = classes.foreignBases(classIndex);
    const container = this.containerKind(classIndex);
    if (container !== undefined) solver.add(slot, values.of(Kind.method, value, name));
    else if (kind === Kind.super && text === "__call__" && values.kind(value) === Kind.class)
      solver.add(slot, value);
    else if (kind === Kind.super) solver.add(slot, this.external(`${bases[0] ?? "object"}.${text}`));
    else if (bases.length > 0 || isOfObject(text))
      solver.add(slot, this.external(`${bases[0] ?? "object"}.${text}`));
  }

  /** Names of the attributes that a value is known to have. */
  namesOf(value: number): readonly number[] {
    const { values, classes, program } = this.#world;
    const kind = values.kind(value);
    if (kind === Kind.module) return [...(program.units[values.first(value)]?.globals.keys() ?? [])];
    if (kind !== Kind.instance && kind !== Kind.class) return [];
    const line = classes.linearisation(values.first(value));
    return [...new Set(line.flatMap((one) => [...(program.classes[one]?.memberSlots.keys() ?? [])]))];
  }

  /** Gives what a value has under any name: functions only where they carry attributes of their own. */
  readMarked(value: number, to: number): void {
    const { values, solver, program } = this.#world;
    const kind = values.kind(value);
    const module = kind === Kind.module ? program.units[values.first(value)] : undefined;
    for (const name of this.namesOf(value)) {
      const slot = module?.globals.get(name) ?? this.nodeOf(value, name);
      solver.listen(slot, (held) => {
        const heldKind = values.kind(held);
        if (heldKind === Kind.instance) solver.add(to, held);
        if (heldKind === Kind.function || heldKind === Kind.bound)
          this.#marks.when(values.first(held), () => solver.add(to, held));
      });
    }
  }

  /** What instances of a class hold, where it is a built-in container. */
  containerKind(classIndex: number): "list" | "dict" | "set" | "tuple" | undefined {
    for (const base of this.#world.classes.foreignBases(classIndex)) {
      const last = base.slice(base.lastIndexOf(".") + 1);
      if (/^(?:list|UserList|List|deque|MutableSequence|Sequence)$/u.test(last)) return "list";
      if (/^(?:\w*[dD]ict|Mapping|MutableMapping|Counter|ChainMap)$/u.test(last)) return "dict";
      if (/^(?:set|frozenset|MutableSet|Set)$/u.test(last)) return "set";
      if (/^(?:tuple|NamedTuple)$/u.test(last)) return "tuple";
    }
    return undefined;
  }

  isEnumeration(classIndex: number): boolean {
    const known = this.#isEnumeration.get(classIndex);
    if (known !== undefined) return known;
    const found = this.#world.classes.foreignBases(classIndex).some((base) => ENUMERATIONS.test(base));
    this.#isEnumeration.set(classIndex, found);
    return found;
  }

  /** A member of a class as its receiver sees it. */
  #bind(held: number, receiver: number, to: number): void {
    const { values, solver } = this.#world;
    const isInstance = values.kind(receiver) === Kind.instance;
    const kind = values.kind(held);
    if (kind === Kind.function)
      solver.add(to, isInstance ? values.of(Kind.bound, values.first(held), receiver) : held);
    else if (kind === Kind.static) solver.add(to, values.first(held));
    else if (kind === Kind.classMethod) this.#bindClassMethod(values.first(held), receiver, to);
    else if (kind === Kind.property && isInstance) this.#bindProperty(held, receiver, to);
    else if (kind === Kind.instance) this.#bindInstance(held, receiver, to);
    else if (kind === Kind.manager && isInstance) solver.add(to, this.#bindManager(held, receiver));
    else if (this.isEnumeration(values.first(receiver)) && isConstant(kind)) {
      solver.add(to, values.of(Kind.instance, values.first(receiver)));
    } else solver.add(to, held);
  }

  #bindClassMethod(inner: number, receiver: number, to: number): void {
    const { values, solver } = this.#world;
    const holder =
      values.kind(receiver) === Kind.instance ? values.of(Kind.class, values.first(receiver)) : receiver;
    if (values.kind(inner) === Kind.function)
      solver.add(to, values.of(Kind.bound, values.first(inner), holder));
    else if (values.kind(inner) === Kind.manager) solver.add(to, this.#bindManager(inner, holder));
    else solver.add(to, inner);
  }

  #bindManager(held: number, receiver: number): number {
    const { values } = this.#world;
    const inner = values.first(held);
    if (values.kind(inner) !== Kind.function) return held;
    return values.of(Kind.manager, values.of(Kind.bound, values.first(inner), receiver));
  }

  #bindProperty(held: number, receiver: number, to: number): void {
    const { values, solver, calls } = this.#world;
    const property = calls.propertyOf(held);
    if (property === undefined) return;
    solver.listen(property.getter, (getter) => solver.add(to, values.of(Kind.getter, getter, receiver)));
  }

  /** An instance that is a descriptor is asked for the value. */
  #bindInstance(held: number, receiver: number, to: number): void {
    const { values, solver, names } = this.#world;
    const getter = this.findMember(values.first(held), names.index("__get__"));
    if (getter === undefined) solver.add(to, held);
    else
      solver.listen(this.nodeOf(held, names.index("__get__")), (bound) =>
        solver.add(to, values.of(Kind.getter, bound, receiver)),
      );
  }

  /** Copies what a slot of an attribute holds; getters are called for it. */
  #handOut(node: number, use: AttributeUse): void {
    const { values, solver, calls } = this.#world;
    solver.listen(node, (held) => {
      if (values.kind(held) !== Kind.getter) solver.add(use.to, held);
      else calls.invokeWith(values.first(held), use, [values.second(held)]);
    });
  }

  #storedSlot(holder: number, name: number): number {
    const byName = this.#stored.get(holder) ?? new Map<number, number>();
    const known = byName.get(name);
    if (known !== undefined) return known;
    if (byName.size === 0) this.#stored.set(holder, byName);
    const slot = this.#world.solver.newSlot();
    byName.set(name, slot);
    return slot;
  }

  #seeStored(holder: number, name: number, receiver: number | undefined, to: number): void {
    const slot = this.#stored.get(holder)?.get(name);
    if (slot !== undefined) this.#connectStored(slot, receiver, to);
  }

  #connectStored(slot: number, receiver: number | undefined, to: number): void {
    const { solver } = this.#world;
    if (receiver === undefined) solver.connect(slot, to);
    else solver.listen(slot, (held) => this.#bind(held, receiver, to));
  }

  /** Stores an attribute; setters are called for it. */
  write(value: number, name: number, from: number, site: number): void {
    const { values, solver } = this.#world;
    const kind = values.kind(value);
    if (kind === Kind.module) {
      const slot = this.#world.program.units[values.first(value)]?.globals.get(name);
      if (slot !== undefined) solver.connect(from, slot);
    }
    if (kind !== Kind.instance && kind !== Kind.class && kind !== Kind.function) return;
    if (kind === Kind.function && !OF_FUNCTIONS.test(this.#world.names.text(name)))
      this.#marks.mark(values.first(value));
    if (kind === Kind.instance) this.#callSetters(value, name, from, site);
    const isNew = this.#stored.get(value)?.get(name) === undefined;
    const slot = this.#storedSlot(value, name);
    if (isNew && kind !== Kind.function) this.#tellReaders(value, name, slot);
    solver.connect(from, slot);
  }

  /** Stores an attribute whose name nobody knows. */
  writeUnnamed(value: number, from: number): void {
    const kind = this.#world.values.kind(value);
    if (kind === Kind.instance || kind === Kind.class) this.#missing.store(value, from);
    else if (kind === Kind.function) this.#marks.mark(this.#world.values.first(value));
  }

  #tellReaders(value: number, name: number, slot: number): void {
    const { values, classes } = this.#world;
    const [kind, owner] = [values.kind(value), values.first(value)];
    for (const reader of this.#readers.get(name)?.slice() ?? []) {
      const isOfInstance = values.kind(reader.value) === Kind.instance;
      if (
        (kind === Kind.instance && !isOfInstance) ||
        !classes.linearisation(reader.classIndex).includes(owner)
      )
        continue;
      this.#connectStored(slot, kind === Kind.class ? reader.value : undefined, reader.slot);
    }
  }

  #callSetters(value: number, name: number, from: number, site: number): void {
    const { values, solver, names, calls } = this.#world;
    const member = this.findMember(values.first(value), name);
    const own = this.findMember(values.first(value), names.index("__setattr__"));
    if (own !== undefined) calls.implicit(value, "__setattr__", { site, to: solver.newSlot() }, [-1, from]);
    if (member === undefined) return;
    solver.listen(member.slot, (held) => {
      if (values.kind(held) === Kind.property) {
        const property = calls.propertyOf(held);
        if (property !== undefined)
          solver.listen(property.setter, (setter) =>
            calls.invokeWith(setter, { site, to: solver.newSlot() }, [value], [from]),
          );
      } else if (values.kind(held) === Kind.instance)
        calls.implicit(held, "__set__", { site, to: solver.newSlot() }, [-1, from]);
    });
  }
}

/** What a name of a module may hold, and whether the module has it. */
interface ModuleName {
  readonly slot: number;
  readonly isFound: boolean;
}

function isConstant(kind: number): boolean {
  return kind === Kind.text || kind === Kind.builtin || kind === Kind.container || kind === Kind.external;
}

function isOfObject(text: string): boolean {
  return text.startsWith("__") && text.endsWith("__");
}
