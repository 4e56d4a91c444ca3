import type { Call } from "./call.ts";
import { once } from "./protocols.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/*
 * Attributes and modules whose names are values: `getattr`, `setattr`, `dir`, `import_module`. A constant names one of them; one with `*` stands for each that
 * fits; `*` alone, as `dir` gives it, for those that are marked: functions that carry attributes (as decorators that register leave them), and instances.
 */

type Model = (world: World, call: Call) => void;

/** By how they are reached. */
export const NAMED_MODELS: Readonly<Record<string, Model>> = {
  getattr: readNamed,
  setattr: writeNamed,
  hasattr: (world, call) =>
    readNamed(world, { ...call, positional: call.positional.slice(0, 2), to: world.solver.newSlot() }),
  "object.__setattr__": storeNamed,
  "object.__getattribute__": readNamed,
  dir: listNames,
  vars: listMembers,
  "inspect.getmembers": listPairs,
  "importlib.import_module": importNamed,
  __import__: importNamed,
};

/** Most names under which one statement stores: of many nobody can say which value goes with which name. */
const MOST_NAMES = 4;
/** Any name that a value has. */
const ANY = "'*";

/** What a constant says, without the sign in front; undefined of anything else. */
export function textOf({ values, names }: World, value: number): string | undefined {
  if (values.kind(value) !== Kind.text) return undefined;
  const text = names.text(values.first(value));
  return text.startsWith("'") ? text.slice(1) : undefined;
}

/** Names of attributes of `value` that a constant stands for. */
function namesFor(world: World, word: string, value: number): readonly number[] {
  if (!word.includes("*")) return [world.names.index(word)];
  const [start = "", end = ""] = word.split("*");
  return world.attributes.namesOf(value).filter((name) => {
    const own = world.names.text(name);
    return own.length >= start.length + end.length && own.startsWith(start) && own.endsWith(end);
  });
}

function readNamed(world: World, call: Call): void {
  const [object = -1, name = -1, otherwise = -1] = call.positional;
  if (otherwise >= 0) world.solver.connect(otherwise, call.to);
  if (object < 0 || name < 0) return;
  world.solver.listen(name, (constant) => {
    const word = textOf(world, constant);
    if (word === undefined) return;
    world.solver.listen(object, (value) => {
      if (word === "*") world.attributes.readMarked(value, call.to);
      else for (const one of namesFor(world, word, value)) world.attributes.read(value, one, call);
    });
  });
}

function writeNamed(world: World, call: Call): void {
  const [object = -1, name = -1, from = -1] = call.positional;
  if (object < 0 || name < 0 || from < 0) return;
  const writeUnnamed = (): void =>
    world.solver.listen(object, (value) => world.attributes.writeUnnamed(value, from));
  world.solver.listen(name, (constant) => {
    const word = textOf(world, constant);
    const isAmongMany = world.solver.valuesOf(name).length > MOST_NAMES;
    if (word === undefined || word.includes("*") || isAmongMany) writeUnnamed();
    if (word === undefined || word === "*" || isAmongMany) return;
    world.solver.listen(object, (value) => {
      for (const one of namesFor(world, word, value)) world.attributes.write(value, one, from, call.site);
    });
  });
  world.questions.push(once(() => world.solver.valuesOf(name).length === 0 && (writeUnnamed(), true)));
}

function storeNamed(world: World, call: Call): void {
  writeNamed(world, call.positional.length < 3 ? { ...call, positional: [-1, ...call.positional] } : call);
}

function first(call: Call): number {
  return call.positional[0] ?? -1;
}

/** A slot that holds any name. */
function anyName({ values, names, calls }: World): number {
  return calls.constant(values.of(Kind.text, names.index(ANY)));
}

function listNames(world: World, call: Call): void {
  const slot = first(call);
  if (slot >= 0)
    world.solver.listen(slot, (value) =>
      world.protocols.ask(value, ["__dir__"], { site: call.site, to: world.solver.newSlot() }),
    );
  const list = world.containers.createFor(call.to, "list");
  const container = world.containers.find(list);
  if (container !== undefined) world.solver.connect(anyName(world), container.any);
  world.solver.add(call.to, list);
}

function listMembers(world: World, call: Call): void {
  const slot = first(call);
  const dictionary = world.containers.createFor(call.to, "dict");
  if (slot >= 0) world.solver.listen(slot, (value) => fillMembers(world, value, dictionary));
  world.solver.add(call.to, dictionary);
}

/** Puts what a value has as attributes into a dictionary. */
export function fillMembers(world: World, value: number, dictionary: number): void {
  const container = world.containers.find(dictionary);
  if (container === undefined) return;
  world.solver.connect(anyName(world), container.keys);
  world.attributes.readMarked(value, container.any);
}

function listPairs(world: World, call: Call): void {
  const { solver, containers, names } = world;
  const list = containers.createFor(call.to, "list");
  const pair = containers.createFor(call.to, "tuple");
  const [held, items] = [containers.find(list), containers.find(pair)];
  if (held === undefined || items === undefined) return;
  const members = containers.slotOf(items, names.index("#1"));
  solver.connect(anyName(world), containers.slotOf(items, names.index("#0")));
  solver.add(held.any, pair);
  if (first(call) >= 0) solver.listen(first(call), (value) => world.attributes.readMarked(value, members));
  solver.add(call.to, list);
}

function importNamed(world: World, call: Call): void {
  const { program, modules, solver, values, attributes } = world;
  const unit = program.unitOfSite[call.site];
  if (first(call) < 0 || unit === undefined) return;
  solver.listen(first(call), (constant) => {
    const written = textOf(world, constant);
    const name = written?.replace(/^\.+/u, "");
    if (written === undefined || name === undefined || name.includes("*")) return;
    const found = modules.find(unit, written.length - name.length, name);
    solver.add(
      call.to,
      found === undefined ? attributes.external(name) : values.of(Kind.module, found.index),
    );
  });
}
