import type { Call } from "./call.ts";
import { plainCall } from "./call.ts";
import type { Container } from "./containers.ts";
import { registerDispatched } from "./standard-library.ts";
import { callTextMethod } from "./text-methods.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/** A built-in method of a container or property that is called. */
export interface MethodCall {
  readonly receiver: number;
  readonly name: string;
  readonly call: Call;
}

type Model = (world: World, container: Container, method: MethodCall) => void;

const MODELS: Readonly<Record<string, Model>> = {
  append: (world, container, { call }) => put(world, call, 0, container.any),
  appendleft: (world, container, { call }) => put(world, call, 0, container.any),
  add: (world, container, { call }) => put(world, call, 0, container.any),
  insert: (world, container, { call }) => put(world, call, 1, container.any),
  extend: (world, container, { call }) => spread(world, call, container),
  extendleft: (world, container, { call }) => spread(world, call, container),
  update: update,
  pop: take,
  popleft: take,
  popitem: takePair,
  get: take,
  setdefault: setDefault,
  __getitem__: take,
  copy: (world, _container, { receiver, call }) => world.solver.add(call.to, receiver),
  union: joined,
  intersection: joined,
  difference: joined,
  symmetric_difference: joined,
  keys: (world, container, { call }) => gives(world, call, container.keys),
  values: (world, container, { call }) => gives(world, call, container.all),
  itervalues: (world, container, { call }) => gives(world, call, container.all),
  iterkeys: (world, container, { call }) => gives(world, call, container.keys),
  items: pairs,
  iteritems: pairs,
  __iter__: (world, container, { call }) =>
    gives(world, call, container.kind === "dict" ? container.keys : container.all),
  __next__: (world, container, { call }) => world.solver.connect(container.all, call.to),
  __setitem__: (world, container, { call }) => put(world, call, 1, container.any),
  send: (world, container, { call }) => step(world, container, call),
  throw: (world, container, { call }) => step(world, container, call),
  close: (world, container, { call }) =>
    void (container.maker >= 0 && world.log.note(call.site, container.maker)),
  sort: sort,
  index: compare,
  count: compare,
  remove: compare,
  __enter__: (world, container, { call }) => world.solver.connect(container.any, call.to),
};

/** Calls a method that Python itself defines, of a container, of a constant text, of an instance of a class that inherits from one, or of a property. */
export function callMethod(world: World, method: MethodCall): void {
  if (world.values.kind(method.receiver) === Kind.property) {
    changeProperty(world, method);
    return;
  }
  if (world.values.kind(method.receiver) === Kind.partial) {
    registerDispatched(world, method.receiver, method.call);
    return;
  }
  if (world.values.kind(method.receiver) === Kind.text) {
    callTextMethod(world, method.receiver, method.name, method.call);
    return;
  }
  const container = world.protocols.contentsOf(method.receiver);
  const model = Object.hasOwn(MODELS, method.name) ? MODELS[method.name] : undefined;
  world.log.noteOutside(method.call.site);
  if (container !== undefined) model?.(world, container, method);
}

/** `@name.setter` and its like: a property with one more function. */
function changeProperty(world: World, { receiver, name, call }: MethodCall): void {
  const { calls, solver } = world;
  const before = calls.propertyOf(receiver);
  const [given] = call.positional;
  if (before === undefined || given === undefined) return;
  const { value, property } = calls.createProperty();
  solver.connect(name === "getter" ? given : before.getter, property.getter);
  solver.connect(before.setter, property.setter);
  if (name === "setter") solver.connect(given, property.setter);
  solver.add(call.to, value);
}

function put(world: World, { positional }: Call, index: number, to: number): void {
  const slot = positional[index];
  if (slot !== undefined && slot >= 0) world.solver.connect(slot, to);
}

function spread(world: World, { positional, site }: Call, container: Container): void {
  for (const slot of positional)
    if (slot >= 0) world.protocols.iterateSlot(slot, { site, to: container.any });
}

function update(world: World, container: Container, { call }: MethodCall): void {
  for (const slot of call.positional) {
    if (slot < 0) continue;
    if (container.kind !== "dict") world.protocols.iterateSlot(slot, { site: call.site, to: container.any });
    else
      world.solver.listen(slot, (value) => {
        const other = world.protocols.contentsOf(value);
        if (other !== undefined) world.containers.spread(other, container);
      });
  }
  for (const [name, slot] of call.keywords)
    world.solver.connect(
      slot,
      world.containers.slotOf(container, world.names.index(`'${world.names.text(name)}`)),
    );
}

/** The key that an argument is, where it is one constant. */
function keyOf(world: World, slot: number | undefined): number {
  const [only, ...more] = slot === undefined || slot < 0 ? [] : world.solver.valuesOf(slot);
  return only !== undefined && more.length === 0 && world.values.kind(only) === Kind.text
    ? world.values.first(only)
    : -1;
}

function take(world: World, container: Container, { call }: MethodCall): void {
  const key = container.kind === "dict" ? keyOf(world, call.positional[0]) : -1;
  world.solver.connect(world.containers.readSlot(container, key), call.to);
  if (container.kind === "dict") put(world, call, 1, call.to);
}

function takePair(world: World, container: Container, { call }: MethodCall): void {
  world.solver.add(call.to, pairOf(world, container, call.to));
}

function setDefault(world: World, container: Container, { call }: MethodCall): void {
  put(world, call, 0, container.keys);
  put(world, call, 1, world.containers.slotOf(container, keyOf(world, call.positional[0])));
  world.solver.connect(container.all, call.to);
  put(world, call, 1, call.to);
}

function joined(world: World, container: Container, { receiver, call }: MethodCall): void {
  world.solver.add(call.to, receiver);
  spread(world, call, container);
}

/** An iterator over what a slot holds. */
export function gives(world: World, call: Call, slot: number): void {
  const value = world.containers.createFor(call.to, "iterator");
  const container = world.containers.find(value);
  if (container !== undefined) world.solver.connect(slot, container.any);
  world.solver.add(call.to, value);
}

function pairOf(world: World, container: Container, to: number): number {
  const pair = world.containers.createFor(to, "tuple");
  const made = world.containers.find(pair);
  if (made !== undefined) {
    world.solver.connect(container.keys, world.containers.slotOf(made, world.names.index("#0")));
    world.solver.connect(container.all, world.containers.slotOf(made, world.names.index("#1")));
  }
  return pair;
}

function pairs(world: World, container: Container, { call }: MethodCall): void {
  const slot = world.solver.newSlot();
  world.solver.add(slot, pairOf(world, container, call.to));
  gives(world, call, slot);
}

function step(world: World, container: Container, call: Call): void {
  world.solver.connect(container.all, call.to);
  if (container.maker >= 0) world.log.note(call.site, container.maker);
}

/** What a `key=` function is called with, and what compares items otherwise. */
function sort(world: World, container: Container, { call }: MethodCall): void {
  sortItems(world, call, container.all);
}

/** Calls what orders the items of a slot. */
export function sortItems(world: World, call: Call, items: number): void {
  const { solver, calls, names } = world;
  const key = call.keywords.find(([name]) => names.text(name) === "key");
  const use = { site: call.site, to: solver.newSlot() };
  if (key === undefined)
    solver.listen(items, (item) => void calls.implicit(item, "__lt__", use, [-1, items]));
  else {
    const asked = plainCall(use, [items]);
    solver.listen(key[1], (held) => calls.invoke(asked, held));
    solver.listen(
      use.to,
      (made) => void calls.implicit(made, "__lt__", { site: call.site, to: solver.newSlot() }, [-1, use.to]),
    );
  }
}

function compare(world: World, container: Container, { call }: MethodCall): void {
  if (container.kind !== "list" && container.kind !== "tuple") return;
  world.solver.listen(
    container.all,
    (item) =>
      void world.calls.implicit(item, "__eq__", { site: call.site, to: world.solver.newSlot() }, [
        -1,
        call.positional[0] ?? -1,
      ]),
  );
}
