import type { AttributeUse } from "./call.ts";
import { Kind } from "./values.ts";
import type { ValueProtocols, World } from "./world.ts";

/** What statements and operators do with values: iterate, enter, await, compute, compare, show. */
export class Protocols implements ValueProtocols {
  readonly #world: World;
  /** Tuples with the sites at which they are hashed: they may hold themselves. */
  readonly #hashed = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Everything that iterating over a slot gives. */
  iterateSlot(slot: number, use: AttributeUse, isAsync = false): void {
    this.#world.solver.listen(slot, (value) => this.iterate(value, use, isAsync));
  }

  iterate(value: number, use: AttributeUse, isAsync = false): void {
    const { values, solver, containers, attributes, names } = this.#world;
    switch (values.kind(value)) {
      case Kind.container: {
        const container = containers.find(value);
        if (container === undefined) return;
        solver.connect(container.kind === "dict" ? container.keys : container.all, use.to);
        this.#resume(container.maker, use.site);
        return;
      }
      case Kind.instance:
        this.#iterateInstance(value, use, isAsync);
        return;
      case Kind.class:
        if (attributes.isEnumeration(values.first(value)))
          solver.add(use.to, values.of(Kind.instance, values.first(value)));
        else this.#iterateClass(value, use);
        return;
      case Kind.text:
      case Kind.builtin:
        if (values.kind(value) === Kind.text || names.text(values.first(value)) === "str")
          this.builtin("str", use.to);
        return;
      case Kind.external:
        solver.add(use.to, attributes.external(`${names.text(values.first(value))}[]`));
    }
  }

  builtin(type: string, to: number): void {
    this.#world.solver.add(to, this.#world.values.of(Kind.builtin, this.#world.names.index(type)));
  }

  #resume(maker: number, site: number): void {
    if (maker >= 0) this.#world.log.note(site, maker);
  }

  #iterateInstance(value: number, use: AttributeUse, isAsync: boolean): void {
    const { solver, calls, attributes, values } = this.#world;
    const iterator = solver.newSlot();
    const [start, next] = isAsync ? ["__aiter__", "__anext__"] : ["__iter__", "__next__"];
    if (calls.implicit(value, start, { site: use.site, to: iterator })) {
      solver.listen(iterator, (made) => {
        if (values.kind(made) !== Kind.instance) this.iterate(made, use, isAsync);
        else if (!this.next(made, use, next)) this.#iterateContents(made, use);
      });
      return;
    }
    if (calls.implicit(value, "__getitem__", { site: use.site, to: use.to }, [-1, -1])) return;
    if (attributes.containerKind(values.first(value)) !== undefined) this.#iterateContents(value, use);
  }

  /** One step of an iterator. */
  next(value: number, use: AttributeUse, method = "__next__"): boolean {
    const { solver, calls } = this.#world;
    if (method === "__next__") return calls.implicit(value, method, use);
    const awaited = solver.newSlot();
    this.awaitSlot(awaited, use);
    return calls.implicit(value, method, { site: use.site, to: awaited });
  }

  #iterateContents(value: number, use: AttributeUse): void {
    const contents = this.contentsOf(value);
    if (contents !== undefined)
      this.#world.solver.connect(contents.kind === "dict" ? contents.keys : contents.all, use.to);
  }

  /** The container that an instance of a class is that inherits from a built-in one. */
  contentsOf(value: number): ReturnType<World["containers"]["find"]> {
    const { values, attributes, containers } = this.#world;
    if (values.kind(value) !== Kind.instance) return containers.find(value);
    const kind = attributes.containerKind(values.first(value));
    return kind === undefined ? undefined : containers.ofInstances(values.first(value), kind);
  }

  #iterateClass(value: number, use: AttributeUse): void {
    const { values, classes, calls } = this.#world;
    const metaclass = classes.metaclass(values.first(value));
    if (metaclass !== undefined) calls.implicit(values.of(Kind.instance, metaclass), "__iter__", use);
  }

  /** `with`: what entering gives; leaving is called at the same place. */
  enter(value: number, use: AttributeUse, isAsync: boolean): void {
    const { values, solver, calls, containers, attributes, names } = this.#world;
    const [enter, exit] = isAsync ? ["__aenter__", "__aexit__"] : ["__enter__", "__exit__"];
    switch (values.kind(value)) {
      case Kind.instance: {
        const unused = { site: use.site, to: solver.newSlot() };
        const entered = isAsync ? solver.newSlot() : use.to;
        if (isAsync) this.awaitSlot(entered, use);
        if (!calls.implicit(value, enter, { site: use.site, to: entered })) solver.add(use.to, value);
        calls.implicit(value, exit, unused, [-1, -1, -1, -1]);
        return;
      }
      case Kind.container: {
        const container = containers.find(value);
        if (container?.kind === "context") solver.connect(container.any, use.to);
        return;
      }
      case Kind.external:
        solver.add(use.to, attributes.external(`${names.text(values.first(value))}.${enter}()`));
    }
  }

  awaitSlot(slot: number, use: AttributeUse): void {
    this.#world.solver.listen(slot, (value) => this.await(value, use));
  }

  /** `await`, and what `yield from` gives in the end. */
  await(value: number, use: AttributeUse): void {
    const { values, solver, containers, calls } = this.#world;
    const container = containers.find(value);
    if (container?.kind === "awaitable") {
      solver.connect(container.any, use.to);
      this.#resume(container.maker, use.site);
    } else if (container?.kind === "generator") solver.connect(container.keys, use.to);
    else if (values.kind(value) === Kind.instance) calls.implicit(value, "__await__", use);
    else if (values.kind(value) === Kind.external) solver.add(use.to, value);
  }

  /** An operator with two operands, whose method's name is given. Slots. */
  compute(
    operands: { readonly left: number; readonly right: number },
    method: string,
    use: AttributeUse,
  ): void {
    const { solver, values, calls } = this.#world;
    const { left, right } = operands;
    const plain = method.startsWith("__i") && method !== "__invert__" ? method.replace("__i", "__") : method;
    solver.listen(left, (value) => {
      const kind = values.kind(value);
      if (kind === Kind.instance) {
        if (method !== plain && calls.implicit(value, method, use, [-1, right])) return;
        if (calls.implicit(value, plain, use, [-1, right])) return;
        if (this.contentsOf(value) !== undefined) solver.add(use.to, value);
      } else if (kind === Kind.container || kind === Kind.builtin) solver.add(use.to, value);
      else if (kind === Kind.text) this.builtin("str", use.to);
      else if (kind === Kind.class && plain === "__or__") solver.add(use.to, value);
    });
    const reflected = plain.replace("__", "__r");
    solver.listen(right, (value) => {
      if (values.kind(value) === Kind.container && plain === "__add__") solver.add(use.to, value);
      if (values.kind(value) !== Kind.instance) return;
      this.#ask(() => {
        const isTaken =
          solver.valuesOf(left).length > 0 && solver.valuesOf(left).every((one) => this.#has(one, plain));
        if (!isTaken) calls.implicit(value, reflected, use, [-1, left]);
        return !isTaken;
      });
    });
  }

  #has(value: number, method: string): boolean {
    const { values, attributes, names } = this.#world;
    return (
      values.kind(value) === Kind.instance &&
      attributes.findMember(values.first(value), names.index(method)) !== undefined
    );
  }

  /** Asks once all has flowed, until the answer is yes. */
  #ask(question: () => boolean): void {
    this.#world.questions.push(once(question));
  }

  /** A comparison; `in` has what is searched on its left. */
  compare(
    operands: { readonly left: number; readonly right: number },
    method: string,
    use: AttributeUse,
  ): void {
    const { solver, values, calls } = this.#world;
    const { left, right } = operands;
    solver.listen(left, (value) => {
      if (values.kind(value) === Kind.instance) {
        if (calls.implicit(value, method, use, [-1, right])) return;
        if (method === "__ne__") calls.implicit(value, "__eq__", use, [-1, right]);
        if (method === "__contains__") this.iterate(value, { site: use.site, to: solver.newSlot() });
      } else if (values.kind(value) === Kind.container && method === "__contains__")
        this.#compareItems(value, right, use);
    });
    const mirrored = MIRRORED[method];
    if (mirrored === undefined) return;
    solver.listen(right, (value) => {
      if (values.kind(value) !== Kind.instance) return;
      this.#ask(() => {
        const isTaken = solver.valuesOf(left).some((one) => this.#has(one, method));
        if (!isTaken) calls.implicit(value, mirrored, use, [-1, left]);
        return !isTaken;
      });
    });
  }

  #compareItems(value: number, right: number, use: AttributeUse): void {
    const { containers, solver, calls } = this.#world;
    const container = containers.find(value);
    if (container === undefined) return;
    const isHashed = container.kind === "dict" || container.kind === "set";
    solver.listen(right, (item) => calls.implicit(item, isHashed ? "__hash__" : "__eq__", use, [-1, -1]));
  }

  /** A method without arguments that an operator or a built-in function calls, or the next best of several. */
  ask(value: number, methods: readonly string[], use: AttributeUse): void {
    for (const method of methods) if (this.#world.calls.implicit(value, method, use, [-1, -1])) return;
    if (methods[0] === "__hash__") this.#hashItems(value, use);
  }

  /** The hash of a tuple is computed from those of its items. */
  #hashItems(value: number, use: AttributeUse): void {
    const { containers, solver } = this.#world;
    const container = containers.find(value);
    const key = `${value} ${use.site}`;
    if (container?.kind !== "tuple" || this.#hashed.has(key)) return;
    this.#hashed.add(key);
    solver.listen(container.all, (item) => this.ask(item, ["__hash__"], use));
  }

  /** Methods that are asked for a value's text, first the one that is named. */
  show(value: number, method: string, site: number): void {
    const to = this.#world.solver.newSlot();
    const order = ["__format__", "__str__", "__repr__"];
    this.ask(value, order.slice(order.indexOf(method)), { site, to });
  }

  /** Items: `value[key]`. */
  readItem(
    value: number,
    { key, keySlot }: { readonly key: number; readonly keySlot: number },
    use: AttributeUse,
  ): void {
    const { values, solver, containers, calls, attributes, names, classes } = this.#world;
    switch (values.kind(value)) {
      case Kind.container: {
        const container = containers.find(value);
        if (container === undefined) return;
        if (key === SLICE) solver.add(use.to, value);
        else solver.connect(containers.readSlot(container, key), use.to);
        if (container.kind === "dict" && keySlot >= 0)
          solver.listen(keySlot, (held) =>
            calls.implicit(held, "__hash__", { site: use.site, to: solver.newSlot() }),
          );
        return;
      }
      case Kind.instance: {
        if (calls.implicit(value, "__getitem__", use, [-1, keySlot])) return;
        const contents = this.contentsOf(value);
        if (contents === undefined) return;
        if (key === SLICE) solver.add(use.to, value);
        else solver.connect(containers.readSlot(contents, key), use.to);
        calls.implicit(value, "__missing__", use, [-1, keySlot]);
        return;
      }
      case Kind.class: {
        const metaclass = classes.metaclass(values.first(value));
        if (attributes.isEnumeration(values.first(value)))
          solver.add(use.to, values.of(Kind.instance, values.first(value)));
        else if (!calls.implicit(value, "__class_getitem__", use)) solver.add(use.to, value);
        if (metaclass !== undefined)
          calls.implicit(values.of(Kind.instance, metaclass), "__getitem__", use, [-1, keySlot]);
        return;
      }
      case Kind.external:
        solver.add(use.to, attributes.external(`${names.text(values.first(value))}[]`));
        return;
      case Kind.text:
        this.builtin("str", use.to);
    }
  }

  writeItem(
    value: number,
    { key, keySlot, from }: { readonly key: number; readonly keySlot: number; readonly from: number },
    site: number,
  ): void {
    const { solver, containers, calls, values } = this.#world;
    const to = solver.newSlot();
    if (
      values.kind(value) === Kind.instance &&
      calls.implicit(value, "__setitem__", { site, to }, [-1, keySlot, from])
    )
      return;
    const container = this.contentsOf(value);
    if (container === undefined) return;
    const isKnown = key >= 0;
    if (key === SLICE) this.iterateSlot(from, { site: -1, to: container.any });
    else solver.connect(from, isKnown ? containers.slotOf(container, key) : container.any);
    if (container.kind === "dict" && keySlot >= 0) {
      solver.connect(keySlot, container.keys);
      solver.listen(keySlot, (held) => calls.implicit(held, "__hash__", { site, to }));
    }
  }
}

/** Asks until the answer is yes. */
export function once(question: () => boolean): () => void {
  let isDone = false;
  return () => {
    if (!isDone) isDone = question();
  };
}

/** The key of a slice. */
export const SLICE = -2;

const MIRRORED: Readonly<Record<string, string>> = {
  __lt__: "__gt__",
  __gt__: "__lt__",
  __le__: "__ge__",
  __ge__: "__le__",
  __eq__: "__eq__",
  __ne__: "__ne__",
};
