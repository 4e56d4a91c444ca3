import type { AttributeUse } from "./call.ts";
import { plainCall, type Call } from "./call.ts";
import { gives, sortItems } from "./container-methods.ts";
import type { ContainerKind } from "./containers.ts";
import { NAMED_MODELS } from "./named-members.ts";
import { LIBRARY_MODELS } from "./standard-library.ts";
import { makeDynamicClass } from "./class-making.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/*
 * What functions of Python and its standard library do with values, by how they are reached. Only what calls straight back, hands on what it is given or
 * makes containers is told; everything else gives something of outside.
 */

type Model = (world: World, call: Call) => void;

const TEXTS = ["str", "repr", "format", "ascii", "chr", "input", "hex", "bin", "oct"];

const MODELS: Readonly<Record<string, Model>> = {
  ...NAMED_MODELS,
  ...LIBRARY_MODELS,
  type: typeOf,
  property: makeProperty,
  "abc.abstractproperty": makeProperty,
  "functools.cached_property": makeProperty,
  staticmethod: (world, call) => wrap(world, call, Kind.static),
  classmethod: (world, call) => wrap(world, call, Kind.classMethod),
  "contextlib.contextmanager": (world, call) => wrap(world, call, Kind.manager),
  "contextlib.asynccontextmanager": (world, call) => wrap(world, call, Kind.manager),
  "functools.partial": makePartial,
  "functools.wraps()": identity,
  "functools.update_wrapper": identity,
  "functools.lru_cache": identity,
  "functools.lru_cache()": identity,
  "functools.cache": identity,
  "functools.total_ordering": identity,
  "functools.reduce": reduce,
  "functools.cmp_to_key": identity,
  "abc.abstractmethod": identity,
  "dataclasses.dataclass": identity,
  "dataclasses.dataclass()": identity,
  "typing.overload": identity,
  "typing.final": identity,
  "typing.no_type_check": identity,
  "typing.cast": cast,
  "copy.copy": identity,
  "copy.deepcopy": identity,
  "dataclasses.replace": identity,
  "contextlib.closing": enterGives,
  "contextlib.nullcontext": enterGives,
  "weakref.proxy": identity,
  iter: iterator,
  next: next,
  aiter: iterator,
  list: (world, call) => collect(world, call, "list"),
  tuple: (world, call) => collect(world, call, "tuple"),
  set: (world, call) => collect(world, call, "set"),
  frozenset: (world, call) => collect(world, call, "set"),
  "collections.deque": (world, call) => collect(world, call, "list"),
  reversed: reverse,
  dict: makeDictionary,
  "collections.OrderedDict": makeDictionary,
  "collections.Counter": (world, call) => collect(world, call, "dict"),
  "collections.defaultdict": makeDefaulting,
  sorted: sorted,
  min: extreme,
  max: extreme,
  sum: (world, call) => collectInto(world, call, call.to),
  any: iterateOnly,
  all: iterateOnly,
  enumerate: enumerate,
  zip: zip,
  map: mapOver,
  filter: filterOver,
  "itertools.chain": (world, call) => chain(world, call),
  "itertools.chain.from_iterable": chainNested,
  "itertools.islice": (world, call) => collect(world, call, "iterator"),
  "itertools.cycle": (world, call) => collect(world, call, "iterator"),
  "itertools.takewhile": filterOver,
  "itertools.dropwhile": filterOver,
  "itertools.starmap": mapOver,
  "itertools.product": tuples,
  "itertools.combinations": tuples,
  "itertools.permutations": tuples,
  "asyncio.run": (world, call) => awaitFirst(world, call),
  "asyncio.gather": (world, call) => awaitFirst(world, call),
  "asyncio.create_task": identity,
  "asyncio.ensure_future": identity,
  len: (world, call) => asks(world, call, ["__len__"], "int"),
  bool: (world, call) => asks(world, call, ["__bool__", "__len__"], "bool"),
  hash: (world, call) => asks(world, call, ["__hash__"], "int"),
  int: (world, call) => asks(world, call, ["__int__", "__index__", "__trunc__"], "int"),
  float: (world, call) => asks(world, call, ["__float__"], "float"),
  complex: (world, call) => asks(world, call, ["__complex__"], "complex"),
  abs: (world, call) => asks(world, call, ["__abs__"], "int"),
  round: (world, call) => asks(world, call, ["__round__"], "int"),
  bytes: (world, call) => asks(world, call, ["__bytes__"], "bytes"),
  print: (world, call) => shows(world, call, "__str__", call.positional),
  str: (world, call) => shows(world, call, "__str__", call.positional.slice(0, 1)),
  repr: (world, call) => shows(world, call, "__repr__", call.positional.slice(0, 1)),
  format: (world, call) => shows(world, call, "__format__", call.positional.slice(0, 1)),
  "str.format": (world, call) =>
    shows(world, call, "__format__", [...call.positional, ...call.keywords.map(([, slot]) => slot)]),
  "str.join": iterateOnly,
  divmod: (world, call) => operands(world, call, "__divmod__"),
  pow: (world, call) => operands(world, call, "__pow__"),
  "object.__new__": newObject,
  "pytest.mark.parametrize": (world, call) => world.solver.add(call.to, world.calls.createMark(call, false)),
  "pytest.fixture": (world, call) => world.solver.add(call.to, world.calls.createMark(call, true)),
  "pytest.param": (world, call) => {
    const value = world.containers.createFor(call.to, "parameters");
    const container = world.containers.find(value);
    for (const [index, slot] of call.positional.entries())
      if (container !== undefined && slot >= 0)
        world.solver.connect(slot, world.containers.slotOf(container, world.names.index(`#${index}`)));
    world.solver.add(call.to, value);
  },
};

/** Calls something of outside. */
export function callExternal(world: World, name: string, call: Call): void {
  const model = findModel(name);
  if (model !== undefined) model(world, call);
  else if (name.endsWith(".__new__")) newObject(world, call);
  else if (TEXTS.includes(name) || name.startsWith("str.")) world.protocols.builtin("str", call.to);
  else world.solver.add(call.to, world.attributes.external(`${name}()`));
}

function findModel(name: string): Model | undefined {
  const plain = name.replace(/^(?:builtins|__builtin__)\./u, "");
  return Object.hasOwn(MODELS, plain) ? MODELS[plain] : undefined;
}

function first(call: Call): number | undefined {
  const [slot] = call.positional;
  return slot === undefined || slot < 0 ? undefined : slot;
}

/** A use of its own, whose result nobody takes. */
function unused(world: World, { site }: AttributeUse): AttributeUse {
  return { site, to: world.solver.newSlot() };
}

function identity(world: World, call: Call): void {
  const slot = first(call);
  if (slot !== undefined) world.solver.connect(slot, call.to);
  else world.solver.add(call.to, world.attributes.external("identity()"));
}

function wrap(world: World, call: Call, kind: number): void {
  const slot = first(call);
  if (slot !== undefined)
    world.solver.listen(slot, (value) => world.solver.add(call.to, world.values.of(kind, value)));
}

function cast(world: World, call: Call): void {
  const [type, given = -1] = call.positional;
  if (given >= 0) world.solver.connect(given, call.to);
  if (type === undefined || type < 0) return;
  const instance = world.solver.newSlot();
  world.solver.listen(type, (value) => {
    if (world.values.kind(value) === Kind.class)
      world.solver.add(instance, world.values.of(Kind.instance, world.values.first(value)));
  });
  world.seeds.add(call.to, instance);
}

function typeOf(world: World, call: Call): void {
  const slot = first(call);
  if (call.positional.length > 2) makeDynamicClass(world, call);
  if (slot === undefined || call.positional.length > 1) return;
  world.solver.listen(slot, (value) => {
    if (world.values.kind(value) === Kind.instance)
      world.solver.add(call.to, world.values.of(Kind.class, world.values.first(value)));
  });
}

function makeProperty(world: World, call: Call): void {
  const { value, property } = world.calls.createProperty();
  const keyword = (name: string): number | undefined =>
    call.keywords.find(([one]) => world.names.text(one) === name)?.[1];
  const getter = first(call) ?? keyword("fget");
  const setter = call.positional[1] ?? keyword("fset");
  if (getter !== undefined) world.solver.connect(getter, property.getter);
  if (setter !== undefined && setter >= 0) world.solver.connect(setter, property.setter);
  world.solver.add(call.to, value);
}

function makePartial(world: World, call: Call): void {
  const called = first(call);
  if (called !== undefined) world.solver.add(call.to, world.calls.createPartial({ called, call }));
}

function enterGives(world: World, call: Call): void {
  const context = world.containers.createFor(call.to, "context");
  const container = world.containers.find(context);
  const slot = first(call);
  if (container !== undefined && slot !== undefined) world.solver.connect(slot, container.any);
  world.solver.add(call.to, context);
}

function iterator(world: World, call: Call): void {
  const slot = first(call);
  if (slot === undefined) return;
  world.solver.listen(slot, (value) => {
    if (world.values.kind(value) !== Kind.instance) world.solver.add(call.to, value);
    else if (!world.calls.implicit(value, "__iter__", call)) world.solver.add(call.to, value);
  });
}

function reverse(world: World, call: Call): void {
  const slot = first(call);
  const value = world.containers.createFor(call.to, "iterator");
  const container = world.containers.find(value);
  world.solver.add(call.to, value);
  if (slot === undefined || container === undefined) return;
  const made = world.solver.newSlot();
  world.protocols.iterateSlot(made, { site: call.site, to: container.any });
  world.solver.listen(slot, (one) => {
    if (!world.calls.implicit(one, "__reversed__", { site: call.site, to: made }))
      world.protocols.iterate(one, { site: call.site, to: container.any });
  });
}

function next(world: World, call: Call): void {
  const slot = first(call);
  if (slot === undefined) return;
  world.solver.listen(slot, (value) => {
    if (!world.protocols.next(value, call)) world.protocols.iterate(value, call);
  });
  const otherwise = call.positional[1];
  if (otherwise !== undefined && otherwise >= 0) world.solver.connect(otherwise, call.to);
}

/** A new container with what the arguments give when they are iterated over. */
function collect(world: World, call: Call, kind: ContainerKind): void {
  const value = world.containers.createFor(call.to, kind);
  const container = world.containers.find(value);
  if (container !== undefined) collectInto(world, call, kind === "dict" ? container.keys : container.any);
  world.solver.add(call.to, value);
}

function collectInto(world: World, call: Call, to: number): void {
  const slot = first(call);
  if (slot !== undefined) world.protocols.iterateSlot(slot, { site: call.site, to });
}

function iterateOnly(world: World, call: Call): void {
  collectInto(world, call, world.solver.newSlot());
}

function makeDictionary(world: World, call: Call): void {
  const value = world.containers.createFor(call.to, "dict");
  const container = world.containers.find(value);
  world.solver.add(call.to, value);
  if (container === undefined) return;
  for (const [name, slot] of call.keywords)
    world.solver.connect(
      slot,
      world.containers.slotOf(container, world.names.index(`'${world.names.text(name)}`)),
    );
  for (const slot of [...call.positional.filter((one) => one >= 0), ...call.spreadDictionary])
    world.solver.listen(slot, (given) => {
      const other = world.protocols.contentsOf(given);
      if (other?.kind === "dict") world.containers.spread(other, container);
      else if (other !== undefined) fromPairs(world, call, given, container);
    });
}

function fromPairs(
  world: World,
  call: Call,
  given: number,
  container: { readonly keys: number; readonly any: number },
): void {
  const pair = world.solver.newSlot();
  world.protocols.iterate(given, { site: call.site, to: pair });
  world.solver.listen(pair, (one) => {
    const tuple = world.containers.find(one);
    if (tuple === undefined) return;
    world.solver.connect(world.containers.readSlot(tuple, world.names.index("#0")), container.keys);
    world.solver.connect(world.containers.readSlot(tuple, world.names.index("#1")), container.any);
  });
}

/** A dictionary whose missing values the first argument makes. */
function makeDefaulting(world: World, call: Call): void {
  const value = world.containers.createFor(call.to, "dict");
  const container = world.containers.find(value);
  const slot = first(call);
  world.solver.add(call.to, value);
  if (container === undefined || slot === undefined) return;
  world.solver.listen(slot, (made) =>
    world.calls.invoke(plainCall({ site: call.site, to: container.any }, []), made),
  );
}

function sorted(world: World, call: Call): void {
  const items = world.solver.newSlot();
  collectInto(world, call, items);
  sortItems(world, call, items);
  const value = world.containers.createFor(call.to, "list");
  const container = world.containers.find(value);
  if (container !== undefined) world.solver.connect(items, container.any);
  world.solver.add(call.to, value);
}

function extreme(world: World, call: Call): void {
  const items = call.positional.length > 1 ? call.to : world.solver.newSlot();
  if (call.positional.length > 1)
    for (const slot of call.positional) {
      if (slot >= 0) world.solver.connect(slot, items);
    }
  else collectInto(world, call, items);
  sortItems(world, call, items);
  world.solver.connect(items, call.to);
}

/** An iterator of tuples with a slot for each place. */
function tupleIterator(world: World, call: Call, places: readonly number[]): void {
  const value = world.containers.createFor(call.to, "tuple");
  const tuple = world.containers.find(value);
  if (tuple === undefined) return;
  for (const [index, slot] of places.entries())
    world.solver.connect(slot, world.containers.slotOf(tuple, world.names.index(`#${index}`)));
  gives(world, call, world.calls.constant(value));
}

function enumerate(world: World, call: Call): void {
  const items = world.solver.newSlot();
  collectInto(world, call, items);
  tupleIterator(world, call, [
    world.calls.constant(world.values.of(Kind.builtin, world.names.index("int"))),
    items,
  ]);
}

function zip(world: World, call: Call): void {
  const places = call.positional.map((slot) => {
    const items = world.solver.newSlot();
    if (slot >= 0) world.protocols.iterateSlot(slot, { site: call.site, to: items });
    return items;
  });
  tupleIterator(world, call, places);
}

function tuples(world: World, call: Call): void {
  const value = world.containers.createFor(call.to, "tuple");
  const tuple = world.containers.find(value);
  if (tuple !== undefined) collectInto(world, call, tuple.any);
  gives(world, call, world.calls.constant(value));
}

function mapOver(world: World, call: Call): void {
  const [called = -1, ...iterated] = call.positional;
  const items = iterated.map((slot) => {
    const item = world.solver.newSlot();
    if (slot >= 0) world.protocols.iterateSlot(slot, { site: call.site, to: item });
    return item;
  });
  const made = world.solver.newSlot();
  const asked = plainCall({ site: call.site, to: made }, items);
  if (called >= 0) world.solver.listen(called, (value) => world.calls.invoke(asked, value));
  gives(world, call, made);
}

function filterOver(world: World, call: Call): void {
  const [called = -1, iterated = -1] = call.positional;
  const item = world.solver.newSlot();
  if (iterated >= 0) world.protocols.iterateSlot(iterated, { site: call.site, to: item });
  const asked = plainCall(unused(world, call), [item]);
  if (called >= 0) world.solver.listen(called, (value) => world.calls.invoke(asked, value));
  gives(world, call, item);
}

function reduce(world: World, call: Call): void {
  const [called = -1, iterated = -1, start = -1] = call.positional;
  const item = world.solver.newSlot();
  if (iterated >= 0) world.protocols.iterateSlot(iterated, { site: call.site, to: item });
  if (start >= 0) world.solver.connect(start, call.to);
  else world.solver.connect(item, call.to);
  const asked = plainCall(call, [call.to, item]);
  if (called >= 0) world.solver.listen(called, (value) => world.calls.invoke(asked, value));
}

function chain(world: World, call: Call): void {
  const items = world.solver.newSlot();
  for (const slot of call.positional)
    if (slot >= 0) world.protocols.iterateSlot(slot, { site: call.site, to: items });
  for (const spread of call.spread) {
    const inner = world.solver.newSlot();
    world.protocols.iterateSlot(spread, { site: -1, to: inner });
    world.protocols.iterateSlot(inner, { site: call.site, to: items });
  }
  gives(world, call, items);
}

function chainNested(world: World, call: Call): void {
  const [inner, items] = [world.solver.newSlot(), world.solver.newSlot()];
  collectInto(world, call, inner);
  world.protocols.iterateSlot(inner, { site: call.site, to: items });
  gives(world, call, items);
}

function awaitFirst(world: World, call: Call): void {
  for (const slot of call.positional)
    if (slot >= 0) world.protocols.awaitSlot(slot, { site: call.site, to: call.to });
}

function asks(world: World, call: Call, methods: readonly string[], type: string): void {
  const slot = first(call);
  if (slot !== undefined)
    world.solver.listen(slot, (value) => world.protocols.ask(value, methods, unused(world, call)));
  world.protocols.builtin(type, call.to);
}

function shows(world: World, call: Call, method: string, slots: readonly number[]): void {
  for (const slot of slots)
    if (slot >= 0) world.solver.listen(slot, (value) => world.protocols.show(value, method, call.site));
  world.protocols.builtin("str", call.to);
}

function operands(world: World, call: Call, method: string): void {
  const [left = -1, right = -1] = call.positional;
  if (left >= 0 && right >= 0) world.protocols.compute({ left, right }, method, call);
}

/** `object.__new__(cls)`: an instance of the class. */
function newObject(world: World, call: Call): void {
  const slot = first(call);
  if (slot === undefined) return;
  world.solver.listen(slot, (value) => {
    if (world.values.kind(value) === Kind.class)
      world.solver.add(call.to, world.values.of(Kind.instance, world.values.first(value)));
  });
}
