import { Flag, Op } from "../summary/summary.ts";
import { plainCall, type AttributeUse } from "./call.ts";
import { nameOf, slotOf, type Program, type ProgramFunction, type Unit } from "./program.ts";
import { once } from "./protocols.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/** Methods that built-in containers have, which nobody asks `__getattr__` for. */
const OF_CONTAINERS =
  /^(?:append|extend|insert|remove|pop|clear|index|count|sort|reverse|copy|add|discard|update|union|intersection|difference|issubset|issuperset|keys|values|items|get|setdefault|popitem|fromkeys)$/u;
/** Most values under unknown names of which each may be any of them. */
const MOST_UNNAMED = 4;
const SPECIAL = /^__\w+__$/u;

/** An attribute that is read of a value whose classes do not define it, and the slot that holds what is stored under its name. */
export interface MissingRead {
  readonly value: number;
  readonly name: number;
  readonly node: number;
}

/** Attributes that no class defines: `__getattr__` is asked for them, and what was stored under a name that nobody knows may be any of them. */
export class MissingAttributes {
  readonly #world: World;
  readonly #assignments: Assignments;
  /** By class: what is stored under unknown names, and the same where it is of few kinds: many say nothing of any name. */
  readonly #unnamed = new Map<number, { readonly all: number; readonly few: number }>();
  /** By function: whether it stores what it makes. */
  readonly #keeping = new Map<number, boolean>();
  readonly #reads: { readonly classIndex: number; readonly node: number }[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#assignments = readAssignments(world.program);
  }

  /** Notes that an attribute is read which may be what was stored under an unknown name. */
  note({ value, name, node }: MissingRead): void {
    const { values, names, classes, seeds } = this.#world;
    if (SPECIAL.test(names.text(name))) return;
    const classIndex = values.first(value);
    this.#reads.push({ classIndex, node });
    for (const above of classes.linearisation(classIndex)) {
      const stored = this.#unnamed.get(above);
      if (stored !== undefined) seeds.add(node, stored.few);
    }
  }

  /** Stores something under a name that nobody knows. */
  store(value: number, from: number): void {
    const { values, solver, classes, seeds, questions } = this.#world;
    const owner = values.first(value);
    let stored = this.#unnamed.get(owner);
    if (stored === undefined) {
      const { all, few } = (stored = { all: solver.newSlot(), few: solver.newSlot() });
      this.#unnamed.set(owner, stored);
      for (const { classIndex, node } of this.#reads)
        if (classes.linearisation(classIndex).includes(owner)) seeds.add(node, few);
      questions.push(
        once(() => {
          const isFew = solver.valuesOf(all).length > 0 && solver.valuesOf(all).length <= MOST_UNNAMED;
          if (isFew) solver.connect(all, few);
          return isFew;
        }),
      );
    }
    solver.connect(from, stored.all);
  }

  /** Calls `__getattr__`: at once where nothing stores the attribute, otherwise where nothing comes to be stored. */
  ask(read: MissingRead, use: AttributeUse): void {
    const { names, questions, solver, classes, values } = this.#world;
    const asked = this.#findAsked(read.value);
    const text = names.text(read.name);
    if (asked === undefined || SPECIAL.test(text)) return;
    if (this.#world.attributes.containerKind(values.first(asked)) !== undefined && OF_CONTAINERS.test(text))
      return;
    const line = classes.linearisation(values.first(read.value));
    if (!this.#assignments.mayHold(line, read.name)) this.#call(asked, read.name, use);
    else
      questions.push(
        once(() => solver.valuesOf(read.node).length === 0 && (this.#call(asked, read.name, use), true)),
      );
  }

  /** The value whose `__getattr__` is asked: of a class, that of its metaclass. */
  #findAsked(value: number): number | undefined {
    const { values, classes, attributes, names } = this.#world;
    const kind = values.kind(value);
    const metaclass = kind === Kind.class ? classes.metaclass(values.first(value)) : undefined;
    const classIndex = kind === Kind.instance ? values.first(value) : metaclass;
    if (classIndex === undefined) return undefined;
    const member = attributes.findMember(classIndex, names.index("__getattr__"));
    return member && (kind === Kind.instance ? value : values.of(Kind.instance, classIndex));
  }

  #call(asked: number, name: number, use: AttributeUse): void {
    const { values, names, attributes, solver, calls } = this.#world;
    const text = values.of(Kind.text, names.index(`'${names.text(name)}`));
    const argument = calls.constant(text);
    solver.listen(attributes.nodeOf(asked, names.index("__getattr__")), (held) => {
      const site = this.#isCalledAt(use.site, values.first(held)) ? use.site : -1;
      calls.invoke({ ...plainCall({ site, to: use.to }, [argument]), apart: name }, held);
    });
  }

  /** A stub only tells a type. One that stores what it makes is called once for each name: by what runs first, the code of modules. */
  #isCalledAt(site: number, index: number): boolean {
    const { program } = this.#world;
    const called = program.functions[index];
    if (called === undefined || (called.flags & Flag.stub) !== 0) return false;
    const unit = program.unitOfSite[site];
    return unit?.summary.sites[(site - unit.firstSite) * 3 + 1] === 0 || !this.#isKeeping(called);
  }

  #isKeeping(called: ProgramFunction): boolean {
    const known = this.#keeping.get(called.index);
    if (known !== undefined) return known;
    const isKeeping = keepsAttributes(called);
    this.#keeping.set(called.index, isKeeping);
    return isKeeping;
  }
}

/** True for a function that sets attributes by name, or writes to `__dict__`. */
function keepsAttributes({ unit, ranges: [from, to] }: ProgramFunction): boolean {
  const { names } = unit.summary;
  const dictionaries = new Set<number>();
  for (const [operation, first, second, third] of instructionsOf(unit, from, to)) {
    if (operation === Op.Global && names[second] === "setattr") return true;
    if (operation === Op.Get && names[third] === "__setattr__") return true;
    if (operation === Op.Get && names[third] === "__dict__") dictionaries.add(first);
    if (operation === Op.SetItem && dictionaries.has(first)) return true;
  }
  return false;
}

/** Names of attributes that statements assign. */
class Assignments {
  /** By class: those that its methods assign to their first parameter. */
  readonly own = new Map<number, Set<number>>();
  /** Those that are assigned to anything else. */
  readonly others = new Set<number>();

  mayHold(line: readonly number[], name: number): boolean {
    return this.others.has(name) || line.some((one) => this.own.get(one)?.has(name) === true);
  }
}

function readAssignments(program: Program): Assignments {
  const found = new Assignments();
  const classOfReceiver = new Map<number, number>();
  for (const { ofClass, parameters } of program.functions)
    if (ofClass >= 0 && parameters[0] !== undefined) classOfReceiver.set(parameters[0][1], ofClass);
  for (const { index, fields } of program.classes)
    for (let at = 0; at < fields.length; at += 3) note(found, index, fields[at] ?? -1);
  for (const unit of program.units)
    for (const [operation, object, name] of instructionsOf(unit))
      if (operation === Op.Set) note(found, classOfReceiver.get(slotOf(unit, object)), nameOf(unit, name));
  return found;
}

function note({ own, others }: Assignments, classIndex: number | undefined, name: number): void {
  if (classIndex === undefined) {
    others.add(name);
    return;
  }
  const names = own.get(classIndex) ?? new Set<number>();
  own.set(classIndex, names.add(name));
}

/** Each instruction with its first three operands. */
function* instructionsOf(
  { summary: { code } }: Unit,
  from = 0,
  to = code.length,
): Generator<readonly [operation: number, first: number, second: number, third: number], void, undefined> {
  for (let at = from; at < to; at += 2 + (code[at + 1] ?? 0))
    yield [code[at] ?? -1, code[at + 2] ?? -1, code[at + 3] ?? -1, code[at + 4] ?? -1];
}
