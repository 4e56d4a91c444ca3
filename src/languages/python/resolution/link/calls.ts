import { Flag, Taking, type ParameterSummary } from "../summary/summary.ts";
import { plainCall, type AttributeUse, type Call, type Partial, type Property } from "./call.ts";
import { callExternal } from "./builtins.ts";
import { callMethod } from "./container-methods.ts";
import type { ProgramFunction } from "./program.ts";
import { Kind } from "./values.ts";
import type { CallBinding, World } from "./world.ts";

/** Positions of `*arguments` that are told apart. */
const MOST_POSITIONS = 8;

/** So many classes that inherit a method have its code followed apart. */
const MOST_RECEIVERS = 12;
/** So many calls of a function that returns functions have its code followed apart. */
const MOST_CLOSURES = 40;
/** So many attributes that `__getattr__` is asked for have its code followed apart. */
const MOST_ASKED = 100;

/** Binds arguments to parameters and results to what asked for them. */
export class CallBinder implements CallBinding {
  readonly #world: World;
  readonly #properties: Property[] = [];
  readonly #partials: Partial[] = [];
  readonly #marks: Call[] = [];
  /** By function: those that repeat it, by call or by receiver. */
  readonly #variants = new Map<number, Map<unknown, number>>();
  /** By function: the calls that have entered it. */
  readonly #entries = new Map<number, Entry[]>();
  readonly #returners = new Map<number, ProgramFunction>();
  readonly #constants = new Map<number, number>();
  readonly #variadics = new Map<number, number>();
  readonly #results = new Map<number, number>();

  constructor(world: World) {
    this.#world = world;
  }

  createProperty(): { readonly value: number; readonly property: Property } {
    const first = this.#world.solver.newSlots(2);
    const property = { getter: first, setter: first + 1 };
    return { value: this.#world.values.of(Kind.property, this.#properties.push(property) - 1), property };
  }

  propertyOf(value: number): Property | undefined {
    return this.#properties[this.#world.values.first(value)];
  }

  /** A decorator that pytest makes of a call; `isFixture` for that of fixtures. */
  createMark(call: Call, isFixture: boolean): number {
    return this.#world.values.of(Kind.mark, this.#marks.push(call) - 1, isFixture ? 1 : 0);
  }

  markOf(value: number): Call | undefined {
    return this.#marks[this.#world.values.first(value)];
  }

  createPartial(partial: Partial): number {
    return this.#world.values.of(Kind.partial, this.#partials.push(partial) - 1);
  }

  partialOf(value: number): Partial | undefined {
    return this.#world.values.kind(value) === Kind.partial
      ? this.#partials[this.#world.values.first(value)]
      : undefined;
  }

  /** A slot that holds one value. */
  constant(value: number): number {
    const known = this.#constants.get(value);
    if (known !== undefined) return known;
    const slot = this.#world.solver.newSlot();
    this.#world.solver.add(slot, value);
    this.#constants.set(value, slot);
    return slot;
  }

  /** Calls with values, then slots, in the order of parameters. */
  invokeWith(
    callee: number,
    use: AttributeUse,
    given: readonly number[],
    slots: readonly number[] = [],
  ): void {
    const positional = [...given.map((value) => this.constant(value)), ...slots];
    this.invoke(plainCall(use, positional), callee);
  }

  /** Calls a special method of a class's instance, where the program has one; true where it has. The first of `slots` stands for the receiver. */
  implicit(value: number, method: string, use: AttributeUse, slots: readonly number[] = [-1]): boolean {
    const { values, attributes, names, solver } = this.#world;
    if (values.kind(value) !== Kind.instance) return false;
    const name = names.index(method);
    if (attributes.findMember(values.first(value), name) === undefined) return false;
    const call = plainCall(use, slots.slice(1));
    solver.listen(attributes.nodeOf(value, name), (held) => this.invoke(call, held));
    return true;
  }

  invoke(call: Call, callee: number): void {
    const { values, solver, containers, log, names } = this.#world;
    const first = values.first(callee);
    switch (values.kind(callee)) {
      case Kind.function:
        this.#enter(call, first, undefined);
        return;
      case Kind.bound:
        this.#enter(call, first, values.second(callee));
        return;
      case Kind.class:
        this.#instantiate(call, callee);
        return;
      case Kind.instance:
        if (call.applied.has(~callee)) return;
        call.applied.add(~callee);
        if (!this.implicitCall(callee, call)) log.noteOutside(call.site);
        return;
      case Kind.static:
      case Kind.classMethod:
        this.invoke(call, first);
        return;
      case Kind.manager:
        this.#openManager(call, first);
        return;
      case Kind.partial:
        this.#invokePartial(call, first);
        return;
      case Kind.getter:
        return;
      case Kind.container: {
        const container = containers.find(callee);
        if (container?.kind === "callable") solver.connect(container.any, call.to);
        return;
      }
      case Kind.method:
        callMethod(this.#world, { receiver: first, name: names.text(values.second(callee)), call });
        return;
      case Kind.external:
        log.noteOutside(call.site);
        callExternal(this.#world, names.text(first), call);
        return;
    }
  }

  /** Calls what a slot of a class holds with a receiver, however it is bound; `slots` follow the receiver. */
  callMember(slot: number, use: AttributeUse, receiver: number, slots: readonly number[] = []): void {
    const { solver, values } = this.#world;
    solver.listen(slot, (held) => {
      const isWrapped = values.kind(held) === Kind.classMethod || values.kind(held) === Kind.static;
      this.#enterWith(plainCall(use, slots), isWrapped ? values.first(held) : held, receiver);
    });
  }

  /** `__call__` of an instance. */
  implicitCall(value: number, call: Call): boolean {
    const { values, attributes, names, solver } = this.#world;
    const name = names.index("__call__");
    if (attributes.findMember(values.first(value), name) === undefined) return false;
    solver.listen(attributes.nodeOf(value, name), (held) => this.invoke(call, held));
    return true;
  }

  #openManager(call: Call, inner: number): void {
    const { solver, containers, protocols } = this.#world;
    const made = solver.newSlot();
    this.invoke({ ...call, to: made, entered: new Set() }, inner);
    const context = containers.createFor(call.to, "context");
    const container = containers.find(context);
    if (container !== undefined) protocols.iterateSlot(made, { site: -1, to: container.any });
    solver.add(call.to, context);
  }

  #invokePartial(call: Call, index: number): void {
    const partial = this.#partials[index];
    if (partial === undefined || call.applied.has(index)) return;
    call.applied.add(index);
    const merged: Call = {
      ...call,
      positional: [...partial.call.positional.slice(1), ...call.positional],
      keywords: [...partial.call.keywords, ...call.keywords],
      spread: [...partial.call.spread, ...call.spread],
      spreadDictionary: [...partial.call.spreadDictionary, ...call.spreadDictionary],
      entered: new Set(),
    };
    this.#world.solver.listen(partial.called, (callee) => this.invoke(merged, callee));
  }

  #instantiate(call: Call, value: number): void {
    const { values, solver, attributes, names, log, classes } = this.#world;
    if (call.applied.has(~value)) return;
    const classIndex = values.first(value);
    const instance = values.of(Kind.instance, classIndex);
    const metaclass = classes.metaclass(classIndex);
    const above =
      metaclass === undefined ? undefined : attributes.findMember(metaclass, names.index("__call__"));
    const caller = above === undefined || this.#isIn(call.site, above.slot) ? undefined : above;
    // What makes the instance is called in `__call__` of the metaclass.
    const site = caller === undefined ? call.site : -1;
    // An `__init__` may be a class in its turn, and that one's the first again.
    const applied = new Set(call.applied).add(~value);
    const asPassed = { ...call, site, to: solver.newSlot(), entered: new Set<number>(), applied };
    if (caller !== undefined)
      solver.listen(caller.slot, (held) =>
        this.#enterWith({ ...call, to: solver.newSlot(), entered: new Set() }, held, value),
      );
    solver.add(call.to, instance);
    const maker = attributes.findMember(classIndex, names.index("__new__"));
    if (maker !== undefined)
      solver.listen(maker.slot, (held) =>
        this.#enterWith(
          { ...call, site, entered: new Set() },
          values.kind(held) === Kind.static ? values.first(held) : held,
          value,
        ),
      );
    if (attributes.findMember(classIndex, names.index("__init__")) !== undefined)
      solver.listen(attributes.nodeOf(instance, names.index("__init__")), (held) =>
        this.invoke(asPassed, held),
      );
    else {
      if (maker === undefined && caller === undefined) log.note(call.site, ~classIndex);
      this.#fillFields(call, instance);
    }
  }

  /** True for a site in the code of a function that a slot holds. */
  #isIn(site: number, slot: number): boolean {
    const { program, solver, values } = this.#world;
    const unit = program.unitOfSite[site];
    if (unit === undefined) return false;
    const place = unit.firstPlace + (unit.summary.sites[(site - unit.firstSite) * 3 + 1] ?? 0);
    return solver
      .valuesOf(slot)
      .some(
        (held) =>
          values.kind(held) === Kind.function && program.functions[values.first(held)]?.place === place,
      );
  }

  #enterWith(call: Call, held: number, receiver: number): void {
    if (this.#world.values.kind(held) === Kind.function)
      this.#enter(call, this.#world.values.first(held), receiver);
  }

  /** What a generated `__init__` does: arguments become attributes, in the order of the fields. */
  #fillFields(call: Call, instance: number): void {
    const { values, classes, program, attributes, names } = this.#world;
    const line = classes.linearisation(values.first(instance)).toReversed();
    const fields = [
      ...new Set(line.flatMap((one) => program.classes[one]?.fields.filter((_, at) => at % 3 === 0) ?? [])),
    ];
    for (const [index, slot] of call.positional.entries()) {
      const name = fields[index];
      if (name !== undefined && slot >= 0) attributes.write(instance, name, slot, call.site);
    }
    for (const [name, slot] of call.keywords) attributes.write(instance, name, slot, call.site);
    for (const hook of ["__post_init__", "__attrs_post_init__"])
      if (attributes.findMember(values.first(instance), names.index(hook)) !== undefined)
        this.implicit(instance, hook, { site: call.site, to: this.#world.solver.newSlot() });
  }

  /** The function itself, or one that repeats it for this receiver or this call. */
  #variantOf(call: Call, index: number, receiver: number | undefined): number {
    const { program, values } = this.#world;
    const called = program.functions[index];
    if (called === undefined || (called.flags & Flag.repeatable) === 0 || called.original !== index)
      return index;
    const isClosure = (called.flags & Flag.closure) !== 0;
    const isInherited =
      receiver !== undefined && called.ofClass >= 0 && values.first(receiver) !== called.ofClass;
    if (!isClosure && !isInherited && call.apart === undefined) return index;
    const variants = this.#variants.get(index) ?? new Map<unknown, number>();
    this.#variants.set(index, variants);
    const isAsked = call.apart !== undefined;
    const key = isAsked ? `${receiver} ${call.apart}` : isClosure ? call.site : receiver;
    const known = variants.get(key);
    if (known !== undefined) return known;
    if (variants.size >= (isAsked ? MOST_ASKED : isClosure ? MOST_CLOSURES : MOST_RECEIVERS)) return index;
    const variant = this.#world.repeat(index);
    variants.set(key, variant);
    return variant;
  }

  /** True where a function's code is followed for its receivers or calls apart. */
  isRepeated(index: number): boolean {
    return this.#variants.has(index);
  }

  #enter(call: Call, original: number, receiver: number | undefined): void {
    const { program, solver, log } = this.#world;
    const index = this.#variantOf(call, original, receiver);
    const called = program.functions[index];
    if (called === undefined) return;
    const offset = receiver === undefined ? 0 : 1;
    const [first] = called.parameters;
    if (receiver !== undefined && first !== undefined) {
      if (first[2] === Taking.variadic) solver.add(this.#variadic(first, "tuple", 0), receiver);
      else solver.add(first[1], receiver);
    }
    log.note(call.site, called.original);
    if ((called.flags & Flag.returnsNew) !== 0) this.#returnNew(call, receiver);
    if (receiver !== undefined && called.returnsParameters.includes(0)) solver.add(call.to, receiver);
    if (call.entered.has(index) || call.entered.size >= solver.mostValues) return;
    call.entered.add(index);
    this.#bindPositional(call, called, offset);
    this.#bindKeywords(call, called);
    this.#bindDefaults(call, called, offset);
    for (const spread of call.spread) this.#bindSpread(spread, call, called, offset);
    for (const spread of call.spreadDictionary) this.#bindSpreadDictionary(spread, called);
    this.#takeResult(call, called, offset);
  }

  #returnNew(call: Call, receiver: number | undefined): void {
    const { values, solver } = this.#world;
    const add = (value: number): void => {
      const kind = values.kind(value);
      if (kind === Kind.class || kind === Kind.instance)
        solver.add(call.to, values.of(Kind.instance, values.first(value)));
    };
    if (receiver !== undefined) add(receiver);
    else if (call.positional[0] !== undefined && call.positional[0] >= 0)
      solver.listen(call.positional[0], add);
  }

  #bindPositional(call: Call, called: ProgramFunction, offset: number): void {
    for (const [index, slot] of call.positional.entries()) {
      if (slot < 0) continue;
      const to = this.#parameterAt(called, index + offset);
      if (to !== undefined) this.#world.solver.connect(slot, to);
    }
  }

  /** The slot of the parameter that takes an argument by its position. */
  #parameterAt(called: ProgramFunction, index: number): number | undefined {
    for (const [at, parameter] of called.parameters.entries()) {
      const taking = parameter[2];
      if (taking === Taking.variadic) return this.#variadic(parameter, "tuple", index - at);
      if (taking !== Taking.positional) return undefined;
      if (at === index) return parameter[1];
    }
    return undefined;
  }

  /** A key of the container that a parameter with stars takes arguments in. */
  #variadic(parameter: ParameterSummary, kind: "tuple" | "dict", key: number | string): number {
    const { containers, names, solver } = this.#world;
    const known = this.#variadics.get(parameter[1]);
    const value = known ?? containers.create(kind);
    if (known === undefined) {
      this.#variadics.set(parameter[1], value);
      solver.add(parameter[1], value);
    }
    const container = containers.find(value);
    if (container === undefined) return parameter[1];
    if (typeof key === "number" && key >= MOST_POSITIONS) return container.any;
    return containers.slotOf(container, names.index(typeof key === "number" ? `#${key}` : `'${key}`));
  }

  /** Parameters that a call leaves out hold their defaults. */
  #bindDefaults(call: Call, called: ProgramFunction, offset: number): void {
    const isOpen = call.spread.length > 0 || call.spreadDictionary.length > 0;
    for (const [at, [name, slot, taking, byDefault]] of called.parameters.entries()) {
      if (byDefault < 0) continue;
      const isGiven =
        (taking === Taking.positional && at - offset < call.positional.length) ||
        call.keywords.some(([keyword]) => keyword === name);
      if (!isGiven || isOpen) this.#world.solver.connect(byDefault, slot);
    }
  }

  #bindKeywords(call: Call, called: ProgramFunction): void {
    const { names, solver } = this.#world;
    for (const [name, slot] of call.keywords) {
      const parameter = called.parameters.find((one) => one[0] === name && isNamed(one));
      const rest = called.parameters.find((one) => one[2] === Taking.variadicKeyword);
      if (parameter !== undefined) solver.connect(slot, parameter[1]);
      else if (rest !== undefined) solver.connect(slot, this.#variadic(rest, "dict", names.text(name)));
    }
  }

  #bindSpread(spread: number, call: Call, called: ProgramFunction, offset: number): void {
    const { solver, containers, names } = this.#world;
    const given = call.positional.length;
    solver.listen(spread, (value) => {
      const container = containers.find(value);
      if (container === undefined) return;
      for (let index = 0; index < MOST_POSITIONS; index++) {
        const to = this.#parameterAt(called, index + given + offset);
        if (to === undefined) break;
        const isKeyed = container.kind === "tuple" || container.kind === "list";
        solver.connect(
          isKeyed ? containers.readSlot(container, names.index(`#${index}`)) : container.all,
          to,
        );
      }
    });
  }

  #bindSpreadDictionary(spread: number, called: ProgramFunction): void {
    const { solver, containers, names, seeds } = this.#world;
    const rest = called.parameters.find((one) => one[2] === Taking.variadicKeyword);
    solver.listen(spread, (value) => {
      const container = containers.find(value);
      if (container === undefined || container.kind !== "dict") return;
      for (const parameter of called.parameters) {
        if (!isNamed(parameter)) continue;
        solver.connect(
          containers.slotOf(container, names.index(`'${names.text(parameter[0])}`)),
          parameter[1],
        );
        seeds.add(parameter[1], container.any);
      }
      if (rest === undefined) return;
      this.#variadic(rest, "dict", "");
      const own = containers.find(this.#variadics.get(rest[1]) ?? -1);
      if (own !== undefined) containers.spread(container, own);
    });
  }

  #takeResult(call: Call, called: ProgramFunction, offset: number): void {
    const { solver } = this.#world;
    if ((called.flags & (Flag.generator | Flag.async)) !== 0) {
      solver.add(call.to, this.#resultOf(called));
      return;
    }
    solver.connect(called.returned, call.to);
    for (const parameter of called.returnsParameters) this.#passBack({ call, called, offset }, parameter);
    if (called.returnedCalls.length === 0) return;
    const entries = this.#entries.get(called.index);
    if (entries === undefined) this.#entries.set(called.index, [{ call, called, offset }]);
    else entries.push({ call, called, offset });
  }

  /** An argument comes back as it was given; where the call is returned in turn, its caller passes it back as well. */
  #passBack({ call, called, offset }: Entry, parameter: number): void {
    const { solver } = this.#world;
    const [name = -1, slot = -1] = called.parameters[parameter] ?? [];
    const passed =
      call.positional[parameter - offset] ?? call.keywords.find(([keyword]) => keyword === name)?.[1];
    const from = passed !== undefined && passed >= 0 ? passed : parameter >= offset ? slot : undefined;
    if (from === undefined) return;
    const { returned } = call;
    const own = returned === undefined ? undefined : aliasOf(returned.by, from);
    if (returned === undefined || own === undefined) {
      solver.connect(from, call.to);
      return;
    }
    solver.connect(from, returned.to);
    if (returned.by.returnsParameters.includes(own)) return;
    returned.by.returnsParameters.push(own);
    for (const entry of this.#entries.get(returned.by.index) ?? []) this.#passBack(entry, own);
  }

  /** Notes which calls a function returns. */
  noteReturned(one: ProgramFunction): void {
    for (const slot of one.returnedCalls) this.#returners.set(slot, one);
  }

  /** The function that returns what a call's slot holds. */
  returnerOf(slot: number): ProgramFunction | undefined {
    return this.#returners.get(slot);
  }

  /** What a generator or coroutine gives when it is called. */
  #resultOf(called: ProgramFunction): number {
    const known = this.#results.get(called.index);
    if (known !== undefined) return known;
    const { containers, solver } = this.#world;
    const isGenerator = (called.flags & Flag.generator) !== 0;
    const value = containers.create(isGenerator ? "generator" : "awaitable", called.original);
    const container = containers.find(value);
    if (container !== undefined) {
      solver.connect(isGenerator ? called.yielded : called.returned, container.any);
      if (isGenerator) solver.connect(called.returned, container.keys);
      for (const parameter of called.returnsParameters)
        solver.connect(
          called.parameters[parameter]?.[1] ?? container.any,
          isGenerator ? container.keys : container.any,
        );
    }
    this.#results.set(called.index, value);
    return value;
  }
}

/** A call that has entered a function; `offset` is 1 where a receiver comes before its arguments. */
interface Entry {
  readonly call: Call;
  readonly called: ProgramFunction;
  readonly offset: number;
}

/** The parameter that a slot holds as it came. */
function aliasOf({ aliases }: ProgramFunction, slot: number): number | undefined {
  for (let at = 0; at < aliases.length; at += 2) if (aliases[at] === slot) return aliases[at + 1];
  return undefined;
}

function isNamed([, , taking]: ParameterSummary): boolean {
  return taking === Taking.positional || taking === Taking.keywordOnly;
}
