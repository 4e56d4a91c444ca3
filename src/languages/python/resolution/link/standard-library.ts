import { plainCall, type Call } from "./call.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/*
 * Functions of the standard library that keep what they are given and call it, or give it back bound.
 */

type Model = (world: World, call: Call) => void;

/** By how they are reached. */
export const LIBRARY_MODELS: Readonly<Record<string, Model>> = {
  "re.compile().sub": substitute,
  "re.compile().subn": substitute,
  "weakref.ref": refer,
  "weakref.WeakMethod": refer,
  "types.MethodType": bindMethod,
  "types.MappingProxyType": (world, { positional: [given = -1], to }) =>
    void (given >= 0 && world.solver.connect(given, to)),
  "functools.singledispatch": dispatch,
  "type.__call__": makeInstance,
  isinstance: (world, call) => askMetaclass(world, call, "__instancecheck__"),
  issubclass: (world, call) => askMetaclass(world, call, "__subclasscheck__"),
};

/** Calls a function with what was found. */
function substitute(world: World, { positional: [called = -1], site, to }: Call): void {
  const { solver, calls, attributes, protocols } = world;
  const found = calls.constant(attributes.external("re.match()"));
  if (called >= 0)
    solver.listen(called, (value) => calls.invoke(plainCall({ site, to: solver.newSlot() }, [found]), value));
  protocols.builtin("str", to);
}

/** Something that gives what it refers to when it is called. */
function refer(world: World, { positional: [given = -1], to }: Call): void {
  const reference = world.containers.createFor(to, "callable");
  const container = world.containers.find(reference);
  if (container !== undefined && given >= 0) world.solver.connect(given, container.any);
  world.solver.add(to, reference);
}

function bindMethod({ solver, values }: World, { positional: [called = -1, receiver = -1], to }: Call): void {
  if (called < 0 || receiver < 0) return;
  solver.listen(called, (value) => {
    if (values.kind(value) !== Kind.function) solver.add(to, value);
    else solver.listen(receiver, (one) => solver.add(to, values.of(Kind.bound, values.first(value), one)));
  });
}

/** `type.__call__(cls, …)` */
function makeInstance({ solver, calls }: World, call: Call): void {
  const [made = -1, ...positional] = call.positional;
  if (made >= 0)
    solver.listen(made, (value) => calls.invoke({ ...call, positional, entered: new Set() }, value));
}

/** A function that calls whichever of the registered ones fits. */
function dispatch(world: World, { positional: [given = -1], site, to }: Call): void {
  if (given < 0) return;
  const called = world.solver.newSlot();
  const value = world.calls.createPartial({ called, call: plainCall({ site, to }, [called]), isOpen: true });
  world.solver.connect(given, called);
  world.solver.add(to, value);
}

/** `register(type)`, which gives a decorator, and `register(function)`. */
export function registerDispatched(world: World, receiver: number, call: Call): void {
  const { solver, values, calls, names } = world;
  const partial = calls.partialOf(receiver);
  if (partial === undefined) return;
  const again = values.of(Kind.method, receiver, names.index("register"));
  for (const slot of call.positional)
    if (slot >= 0)
      solver.listen(slot, (value) => {
        const kind = values.kind(value);
        if (kind === Kind.function || kind === Kind.bound) {
          solver.add(partial.called, value);
          solver.add(call.to, value);
        } else solver.add(call.to, again);
      });
}

function askMetaclass(
  world: World,
  { positional: [asked = -1, type = -1], site, to }: Call,
  hook: string,
): void {
  const { solver, values, classes, calls, protocols, containers } = world;
  const seen = new Set<number>();
  const ask = (value: number): void => {
    const container = containers.find(value);
    if (seen.has(value)) return;
    seen.add(value);
    if (container?.kind === "tuple") for (const slot of container.byKey.values()) solver.listen(slot, ask);
    if (values.kind(value) !== Kind.class) return;
    const metaclass = classes.metaclass(values.first(value));
    if (metaclass !== undefined)
      calls.implicit(values.of(Kind.instance, metaclass), hook, { site, to: solver.newSlot() }, [-1, asked]);
  };
  if (type >= 0) solver.listen(type, ask);
  protocols.builtin("bool", to);
}
