import type { RepositoryPath } from "../../../../base/index.ts";
import { Argument, Op, Part, type Summary } from "../summary/summary.ts";
import { Attributes } from "./attributes.ts";
import { CallLog } from "./call-log.ts";
import { plainCall, type Call } from "./call.ts";
import { CallBinder } from "./calls.ts";
import { makeClasses } from "./class-making.ts";
import { readClasses } from "./classes.ts";
import { Containers, type ContainerKind } from "./containers.ts";
import { indexModules } from "./modules.ts";
import { loadProgram, nameOf, repeatFunction, slotOf, type Repetition, type Unit } from "./program.ts";
import { once, Protocols } from "./protocols.ts";
import { Solver } from "./solver.ts";
import { Kind, Values } from "./values.ts";
import { noteFixture, parametrise } from "./pytest.ts";
import { Seeds } from "./seeds.ts";
import { settle } from "./settle.ts";
import type { World } from "./world.ts";

/** Most constants that a slot tells apart. */
const MOST_TEXTS = 64;
/** Most containers that a slot tells apart. */
const MOST_CONTAINERS = 48;

/** Follows all values through all files. */
export function linkProgram(summaries: ReadonlyMap<RepositoryPath, Summary>): World {
  const program = loadProgram(summaries);
  const modules = indexModules(program);
  const values = new Values();
  const anyText = values.of(Kind.builtin, program.names.index("str"));
  const anyForeign = values.of(Kind.external, program.names.index("?"));
  const solver = new Solver(program.slots, (value, held) => {
    const kind = values.kind(value);
    if (kind === Kind.container) return held < MOST_CONTAINERS ? value : undefined;
    if (kind === Kind.text) return held < MOST_TEXTS ? value : anyText;
    return kind === Kind.external ? anyForeign : value;
  });
  const parts = {
    program,
    names: program.names,
    modules,
    classes: readClasses(program, modules),
    values,
    solver,
    containers: new Containers(solver, values, program.names),
    log: new CallLog(),
    seeds: new Seeds(),
    fixtures: [],
    questions: [],
  };
  const world = parts as typeof parts & { -readonly [Key in keyof World]: World[Key] };
  world.attributes = new Attributes(world);
  world.calls = new CallBinder(world);
  world.protocols = new Protocols(world);
  world.repeat = (index) => repeat(world, index);
  for (const one of program.functions) {
    world.calls.noteReturned(one);
    for (const [, slot, , byDefault] of one.parameters) if (byDefault >= 0) parts.seeds.add(slot, byDefault);
  }
  for (const unit of program.units) constrain(world, unit);
  makeClasses(world);
  settle(world);
  return world;
}

/** Turns a file's instructions into constraints. */
function constrain(world: World, unit: Unit, repetition?: Repetition): void {
  const { code } = unit.summary;
  const [from, to] = repetition?.ranges ?? [0, code.length];
  for (let at = from; at < to; at += 2 + (code[at + 1] ?? 0)) {
    const reader = CONSTRAINTS[code[at] ?? -1];
    reader?.(world, new Instruction(unit, at, repetition));
  }
}

function repeat(world: World, index: number): number {
  const repeated = world.program.functions[index];
  if (repeated === undefined) return index;
  const [, , slot, slotEnd] = repeated.ranges;
  const own = world.program.functions.length;
  const repetition = repeatFunction(world.program, index, world.solver.newSlots(slotEnd - slot));
  for (const one of world.program.functions.slice(own)) world.calls.noteReturned(one);
  if (repetition !== undefined) world.solver.later(() => constrain(world, repeated.unit, repetition));
  return own;
}

/** Operands of one instruction in the program's numbers. */
class Instruction {
  readonly unit: Unit;
  readonly #at: number;
  readonly #repetition: Repetition | undefined;

  constructor(unit: Unit, at: number, repetition: Repetition | undefined) {
    this.unit = unit;
    this.#at = at + 2;
    this.#repetition = repetition;
  }

  get count(): number {
    return this.unit.summary.code[this.#at - 1] ?? 0;
  }

  raw(index: number): number {
    return this.unit.summary.code[this.#at + index] ?? -1;
  }

  slot(index: number): number {
    const raw = this.raw(index);
    if (this.#repetition === undefined) return slotOf(this.unit, raw);
    const [, , first, end] = this.#repetition.ranges;
    return slotOf(this.unit, raw) + (raw >= first && raw < end ? this.#repetition.slots : 0);
  }

  function(index: number): number {
    const raw = this.raw(index);
    const [, , , , first, end] = this.#repetition?.ranges ?? [0, 0, 0, 0, 0, 0];
    return (
      this.unit.firstFunction + raw + (raw >= first && raw < end ? (this.#repetition?.functions ?? 0) : 0)
    );
  }

  name(index: number): number {
    const raw = this.raw(index);
    return raw < 0 ? raw : nameOf(this.unit, raw);
  }

  site(index: number): number {
    return this.unit.firstSite + this.raw(index);
  }
}

type Constraint = (world: World, read: Instruction) => void;

const CONSTRAINTS: Readonly<Record<number, Constraint>> = {
  [Op.Copy]: ({ solver }, read) => solver.connect(read.slot(1), read.slot(0)),
  [Op.Seed]: ({ seeds }, read) => seeds.add(read.slot(0), read.slot(1)),
  [Op.Text]: ({ solver, values }, read) => solver.add(read.slot(0), values.of(Kind.text, read.name(1))),
  [Op.Builtin]: ({ solver, values }, read) => solver.add(read.slot(0), values.of(Kind.builtin, read.name(1))),
  [Op.Function]: ({ solver, values }, read) =>
    solver.add(read.slot(0), values.of(Kind.function, read.function(1))),
  [Op.Class]: ({ solver, values }, read) =>
    solver.add(read.slot(0), values.of(Kind.class, read.unit.firstClass + read.raw(1))),
  [Op.Global]: readGlobal,
  [Op.Module]: readModule,
  [Op.Import]: readImport,
  [Op.Super]: ({ solver, values, program }, read) => {
    const own = read.unit.firstClass + read.raw(1);
    if (program.classes[own] !== undefined)
      solver.listen(read.slot(2), (value) => {
        const kind = values.kind(value);
        if (kind === Kind.instance || kind === Kind.class)
          solver.add(read.slot(0), values.of(Kind.super, own, value));
      });
  },
  [Op.Get]: ({ solver, attributes }, read) => {
    const use = { site: read.site(3), to: read.slot(0) };
    const name = read.name(2);
    solver.listen(read.slot(1), (value) => attributes.read(value, name, use));
  },
  [Op.Set]: ({ solver, attributes }, read) => {
    const [name, from, site] = [read.name(1), read.slot(2), read.site(3)];
    solver.listen(read.slot(0), (value) => attributes.write(value, name, from, site));
  },
  [Op.Item]: ({ solver, protocols }, read) => {
    const key = { key: read.name(2), keySlot: read.slot(3) };
    const use = { site: read.site(4), to: read.slot(0) };
    solver.listen(read.slot(1), (value) => protocols.readItem(value, key, use));
  },
  [Op.SetItem]: ({ solver, protocols }, read) => {
    const item = { key: read.name(1), keySlot: read.slot(2), from: read.slot(3) };
    const site = read.site(4);
    solver.listen(read.slot(0), (value) => protocols.writeItem(value, item, site));
  },
  [Op.DeleteItem]: ({ solver, calls }, read) => {
    const [key, site] = [read.slot(1), read.site(2)];
    solver.listen(
      read.slot(0),
      (value) => void calls.implicit(value, "__delitem__", { site, to: solver.newSlot() }, [-1, key]),
    );
  },
  [Op.New]: makeContainer,
  [Op.Call]: (world, read) => {
    const call = readCall(world, read);
    world.solver.listen(read.slot(1), (value) => world.calls.invoke(call, value));
  },
  [Op.Decorate]: decorate,
  [Op.Binary]: ({ protocols, names }, read) =>
    protocols.compute({ left: read.slot(1), right: read.slot(2) }, names.text(read.name(3)), useOf(read, 4)),
  [Op.Compare]: ({ protocols, names }, read) =>
    protocols.compare({ left: read.slot(1), right: read.slot(2) }, names.text(read.name(3)), useOf(read, 4)),
  [Op.Unary]: ({ solver, protocols, names }, read) => {
    const [methods, use] = [[names.text(read.name(2))], useOf(read, 3)];
    solver.listen(read.slot(1), (value) => protocols.ask(value, methods, use));
  },
  [Op.Truth]: ({ solver, protocols }, read) => {
    const site = read.site(1);
    solver.listen(read.slot(0), (value) =>
      protocols.ask(value, ["__bool__", "__len__"], { site, to: solver.newSlot() }),
    );
  },
  [Op.Show]: ({ solver, protocols, names }, read) => {
    const [method, site] = [names.text(read.name(1)), read.site(2)];
    solver.listen(read.slot(0), (value) => protocols.show(value, method, site));
  },
  [Op.Iterate]: ({ protocols }, read) =>
    protocols.iterateSlot(read.slot(1), useOf(read, 2), read.raw(3) === 1),
  [Op.Enter]: ({ solver, protocols }, read) => {
    const [use, isAsync] = [useOf(read, 2), read.raw(3) === 1];
    solver.listen(read.slot(1), (value) => protocols.enter(value, use, isAsync));
  },
  [Op.Await]: ({ protocols }, read) => protocols.awaitSlot(read.slot(1), useOf(read, 2)),
  [Op.Narrow]: narrow,
  [Op.NotNone]: ({ solver, values, names }, read) => {
    const none = names.index("None");
    solver.listen(read.slot(1), (value) => {
      if (values.kind(value) !== Kind.builtin || values.first(value) !== none)
        solver.add(read.slot(0), value);
    });
  },
  [Op.Instance]: makeInstance,
  [Op.Raise]: ({ solver, values, calls }, read) => {
    const call = plainCall({ site: read.site(1), to: solver.newSlot() }, []);
    solver.listen(read.slot(0), (value) => {
      if (values.kind(value) === Kind.class) calls.invoke(call, value);
    });
  },
  [Op.Unpack]: unpack,
  [Op.CopyIf]: ({ solver, values, names, questions }, read) => {
    const [to, from, tested, isWanted] = [read.slot(0), read.slot(1), read.slot(2), read.raw(3) === 1];
    const none = values.of(Kind.builtin, names.index("None"));
    solver.listen(tested, (value) => {
      if ((value === none) === isWanted) solver.connect(from, to);
    });
    questions.push(
      once(() => {
        const isUnknown = solver.valuesOf(tested).length === 0;
        if (isUnknown) solver.connect(from, to);
        return isUnknown;
      }),
    );
  },
  [Op.Caught]: ({ solver, values, containers }, read) => {
    const seen = new Set<number>();
    const add = (value: number): void => {
      const container = containers.find(value);
      if (container !== undefined) {
        if (seen.has(value)) return;
        seen.add(value);
        solver.listen(container.all, add);
      } else if (values.kind(value) === Kind.class)
        solver.add(read.slot(0), values.of(Kind.instance, values.first(value)));
    };
    solver.listen(read.slot(1), add);
  },
};

function useOf(read: Instruction, site: number): { readonly site: number; readonly to: number } {
  return { site: read.site(site), to: read.slot(0) };
}

/** A built-in name, or one that a star brings. */
function readGlobal({ solver, attributes, names }: World, read: Instruction): void {
  const name = read.name(1);
  if (!attributes.readModule(read.unit, name, read.slot(0)))
    solver.add(read.slot(0), attributes.external(names.text(name)));
}

function readModule({ solver, modules, attributes, values }: World, read: Instruction): void {
  const name = read.unit.summary.names[read.raw(2)] ?? "";
  const module = modules.find(read.unit, read.raw(1), name);
  const found = module === undefined ? attributes.external(name) : values.of(Kind.module, module.index);
  if (module !== undefined || modules.findFolder(read.unit, name) === undefined)
    solver.add(read.slot(0), found);
  else solver.add(read.slot(0), attributes.folder(read.unit, name));
}

function readImport({ solver, modules, attributes, values, names }: World, read: Instruction): void {
  const written = read.unit.summary.names[read.raw(2)] ?? "";
  const [level, name] = [read.raw(1), names.text(read.name(3))];
  const module = modules.find(read.unit, level, written);
  const below =
    module === undefined
      ? modules.find(read.unit, level, written === "" ? name : `${written}.${name}`)
      : undefined;
  if (module !== undefined && module !== read.unit) attributes.readModule(module, read.name(3), read.slot(0));
  else if (module !== undefined) {
    const inside = modules.findIn(module, name);
    if (inside !== undefined) solver.add(read.slot(0), values.of(Kind.module, inside.index));
  } else if (below !== undefined) solver.add(read.slot(0), values.of(Kind.module, below.index));
  else solver.add(read.slot(0), attributes.external(`${written}.${name}`));
}

function makeContainer({ solver, containers, names, values }: World, read: Instruction): void {
  const kind = names.text(read.name(1)) as ContainerKind;
  const value = containers.create(kind);
  solver.add(read.slot(0), value);
  const container = containers.find(value);
  if (container === undefined) return;
  for (let index = 2; index < read.count; index += 2) {
    const [key, slot] = [read.raw(index), read.slot(index + 1)];
    if (key === Part.key) solver.connect(slot, container.keys);
    else if (key === Part.spreadDictionary)
      solver.listen(slot, (other) => {
        const given = containers.find(other);
        if (given?.kind === "dict") containers.spread(given, container);
      });
    else if (key < 0) solver.connect(slot, container.any);
    else solver.connect(slot, containers.slotOf(container, read.name(index)));
  }
  void values;
}

function readCall({ solver, calls }: World, read: Instruction): Call {
  const positional: number[] = [];
  const keywords: [number, number][] = [];
  const [spread, spreadDictionary]: [number[], number[]] = [[], []];
  for (let index = 3; index < read.count; index += 2) {
    const [how, slot] = [read.raw(index), read.slot(index + 1)];
    if (how === Argument.positional) positional.push(spread.length > 0 ? -1 : slot);
    else if (how === Argument.spread) spread.push(slot);
    else if (how === Argument.spreadDictionary) spreadDictionary.push(slot);
    else keywords.push([read.name(index), slot]);
  }
  const to = read.slot(0);
  const arguments_ = {
    site: read.site(2),
    positional,
    keywords,
    spread,
    spreadDictionary,
    entered: new Set<number>(),
    applied: new Set<number>(),
  };
  const returnedBy = calls.returnerOf(to);
  if (returnedBy === undefined) return { ...arguments_, to };
  const own = solver.newSlot();
  solver.connect(own, to);
  solver.connect(own, returnedBy.returned);
  return { ...arguments_, to: own, returned: { by: returnedBy, to } };
}

/** A decorator of outside gives what it decorates, unless it is known better. */
function decorate(world: World, read: Instruction): void {
  const { solver, values, calls, seeds, names } = world;
  const [to, decorated] = [read.slot(0), read.slot(3)];
  const call = plainCall({ site: read.site(2), to }, [decorated]);
  solver.listen(read.slot(1), (value) => {
    if (values.kind(value) === Kind.instance) {
      world.questions.push(
        once(() => !isObjectAmongFunctions(world, read.slot(1)) && (calls.invoke(call, value), true)),
      );
      return;
    }
    const isForeign = values.kind(value) === Kind.external;
    const mark = values.kind(value) === Kind.mark ? calls.markOf(value) : undefined;
    if (mark !== undefined) {
      solver.connect(decorated, to);
      if (values.second(value) === 1) noteFixture(world, mark, decorated);
      else parametrise(world, mark, decorated);
      return;
    }
    if (isForeign && /^pytest(?:_asyncio)?\.(?:yield_)?fixture$/u.test(names.text(values.first(value))))
      noteFixture(world, undefined, decorated);
    if (isForeign && !KNOWN_DECORATORS.test(names.text(values.first(value)))) solver.connect(decorated, to);
    else calls.invoke(call, value);
  });
  seeds.add(to, decorated);
}

/** A decorator that may be a function or an object, as where one can leave out the brackets, is a function where it is applied. */
function isObjectAmongFunctions({ solver, values }: World, slot: number): boolean {
  return solver
    .valuesOf(slot)
    .some((one) => values.kind(one) === Kind.function || values.kind(one) === Kind.bound);
}

const KNOWN_DECORATORS =
  /^(?:property|staticmethod|classmethod|(?:abc\.)?abstractproperty|(?:functools\.)?cached_property|functools\.singledispatch|contextlib\.(?:async)?contextmanager)$/u;

/** Instances of some classes, or all values but those. */
function narrow({ solver, values, classes, containers, seeds }: World, read: Instruction): void {
  const [to, from, asked, isInside] = [read.slot(0), read.slot(1), read.slot(2), read.raw(3) === 1];
  const wanted = new Set<number>();
  const instances = solver.newSlot();
  const fits = (value: number): boolean =>
    values.kind(value) === Kind.instance &&
    classes.linearisation(values.first(value)).some((one) => wanted.has(one));
  const seen = new Set<number>();
  const learn = (value: number): void => {
    const container = containers.find(value);
    if (container !== undefined && !seen.has(value)) {
      seen.add(value);
      solver.listen(container.all, learn);
    }
    if (values.kind(value) !== Kind.class) return;
    wanted.add(values.first(value));
    solver.add(instances, values.of(Kind.instance, values.first(value)));
    if (isInside) for (const held of solver.valuesOf(from)) if (fits(held)) solver.add(to, held);
  };
  solver.listen(asked, learn);
  if (isInside) {
    solver.listen(from, (value) => {
      if (fits(value)) solver.add(to, value);
      else if (values.kind(value) !== Kind.instance && wanted.size === 0) solver.add(to, value);
    });
    seeds.add(to, instances);
  } else
    solver.listen(from, (value) => {
      if (!fits(value)) solver.add(to, value);
    });
}

/** Values of a type: instances of its classes. */
function makeInstance({ solver, values, names, attributes, containers }: World, read: Instruction): void {
  solver.listen(read.slot(1), (value) => {
    const kind = values.kind(value);
    if (kind === Kind.class) solver.add(read.slot(0), values.of(Kind.instance, values.first(value)));
    else if (kind === Kind.external) {
      const name = names.text(values.first(value));
      if (/^[a-z]+$/u.test(name)) solver.add(read.slot(0), values.of(Kind.builtin, values.first(value)));
      else solver.add(read.slot(0), attributes.external(`${name}()`));
    } else if (kind === Kind.instance) solver.add(read.slot(0), value);
    else if (containers.find(value) !== undefined) solver.add(read.slot(0), value);
  });
}

/** One of the items that a value is taken apart into. */
function unpack({ solver, protocols, containers, names }: World, read: Instruction): void {
  const [to, index, site] = [read.slot(0), read.raw(2), read.site(3)];
  solver.listen(read.slot(1), (value) => {
    const container = containers.find(value);
    const isStar = index <= STAR;
    const isIndexed = container?.kind === "tuple" || container?.kind === "list";
    if (container === undefined || !isIndexed || (index < 0 && !isStar)) {
      if (!isStar) protocols.iterate(value, { site, to });
      else {
        const rest = containers.createFor(to, "list");
        const made = containers.find(rest);
        if (made !== undefined) protocols.iterate(value, { site, to: made.any });
        solver.add(to, rest);
      }
    } else if (isStar) {
      const rest = containers.createFor(to, "list");
      const made = containers.find(rest);
      if (made !== undefined) solver.connect(container.all, made.any);
      solver.add(to, rest);
    } else solver.connect(containers.readSlot(container, names.index(`#${index}`)), to);
  });
}

/** From here down an index says where a star stands. */
const STAR = -1000;
