import type { RepositoryPath } from "../../../base/index.ts";
import { BUILTINS, type Node, type Program } from "./program.ts";
import type { InnerImport } from "./summary.ts";

/** Where code stands that names something. */
export interface TracePlace {
  readonly path: RepositoryPath;
  /** The class whose body it stands in directly; -1 elsewhere. */
  readonly owner: number;
  /** Where it is executed, while the module loads; undefined for what runs later. */
  readonly before?: number | undefined;
}

/** What a dotted name leads to. */
export interface Trace {
  /** Pieces on the way: imports, and what they bring. */
  readonly via: readonly Node[];
  /** Pieces of the repository that it means in the end, with the attributes that are read of them. */
  readonly ends: readonly { readonly node: Node; readonly rest: readonly string[] }[];
  /** Modules that it means, or passes through. */
  readonly modules: readonly RepositoryPath[];
  /** Modules that are reached as an attribute that no import binds: somebody has to import them. */
  readonly unbound: readonly RepositoryPath[];
  /** True where the whole name is a module. */
  readonly isModule: boolean;
}

/** Most imports between a name and what it means. */
const MOST_STEPS = 40;

/** Follows a dotted name through imports, packages and star imports. */
export function traceName(program: Program, names: readonly string[], place: TracePlace): Trace {
  const tracer = new Tracer(program);
  const [name = "", ...path] = names;
  const inClass = place.owner === -1 ? [] : program.bindings(place.path, place.owner, name, place.before);
  if (inClass.length > 0) tracer.take(inClass, name, path);
  else tracer.inModule(place.path, name, path, place.before);
  return tracer.result();
}

/** Follows what an import inside a function brings, and `path` from there. */
export function traceImport(
  program: Program,
  { module, attribute }: Pick<InnerImport, "module" | "attribute">,
  from: RepositoryPath,
  path: readonly string[] = [],
): Trace {
  const tracer = new Tracer(program);
  tracer.through({ module, attribute, bindsFirst: false }, from, path);
  return tracer.result();
}

class Tracer {
  readonly #program: Program;
  readonly #via = new Set<Node>();
  readonly #ends: Trace["ends"][number][] = [];
  readonly #modules = new Set<RepositoryPath>();
  readonly #unbound = new Set<RepositoryPath>();
  #isModule = false;
  #steps = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  result(): Trace {
    return {
      via: [...this.#via],
      ends: this.#ends,
      modules: [...this.#modules],
      unbound: [...this.#unbound],
      isModule: this.#isModule,
    };
  }

  /** A name of a module's own scope. */
  inModule(path: RepositoryPath, name: string, rest: readonly string[], before?: number): void {
    if (this.#steps++ > MOST_STEPS) return;
    const nodes = this.#program.lookUp(path, name, before);
    const fallback = nodes.length > 0 ? [] : this.#program.bindings(path, -1, "__getattr__");
    // Only what asks a module for an attribute is answered by its `__getattr__` (PEP 562).
    if (this.#steps > 1) for (const one of fallback) this.#via.add(one);
    if (nodes.length === 0 && !BUILTINS.has(name))
      for (const one of this.#program.workedOut(path)) this.#via.add(one);
    this.take(nodes, name, rest);
  }

  take(nodes: readonly Node[], name: string, rest: readonly string[]): void {
    for (const node of nodes) {
      const { imported } = node.unit;
      if (this.#via.has(node) && imported !== undefined) continue;
      this.#via.add(node);
      if (imported === undefined) this.#ends.push({ node, rest });
      else if (imported.attribute === "*") {
        const from = this.#program.modules.resolve(imported.module, node.path);
        if (from !== undefined) this.inModule(from, name, rest);
      } else this.through(imported, node.path, rest);
    }
  }

  /** What an import brings, and `rest` of it. */
  through(
    facts: { readonly module: string; readonly attribute: string | undefined; readonly bindsFirst: boolean },
    from: RepositoryPath,
    rest: readonly string[],
  ): void {
    if (facts.bindsFirst) {
      this.#dotted(facts.module.split("."), from, rest);
      return;
    }
    const target = this.#program.imported({ ...facts, text: "" }, from);
    if (target === undefined) return;
    this.#modules.add(target.path);
    if (target.attribute !== undefined) this.inModule(target.path, target.attribute, rest);
    else this.#below(target.path, rest);
  }

  /** `import a.b.c` binds `a`; what follows it may be a module that was imported so, or anything else of it. */
  #dotted(parts: readonly string[], from: RepositoryPath, rest: readonly string[]): void {
    for (const [index] of parts.entries()) {
      const path = this.#program.modules.resolve(parts.slice(0, index + 1).join("."), from);
      if (path !== undefined) this.#modules.add(path);
    }
    let taken = 0;
    while (taken + 1 < parts.length && parts[taken + 1] === rest[taken]) taken++;
    const path = this.#program.modules.resolve(parts.slice(0, taken + 1).join("."), from);
    if (path !== undefined) this.#below(path, rest.slice(taken));
  }

  #below(path: RepositoryPath, rest: readonly string[]): void {
    this.#modules.add(path);
    const [first, ...others] = rest;
    if (first === undefined) {
      this.#isModule = true;
      return;
    }
    const bound = this.#program.lookUp(path, first);
    if (bound.length > 0) {
      this.take(bound, first, others);
      return;
    }
    const below = this.#program.modules.submodule(path, first);
    if (below === undefined) this.inModule(path, first, others);
    else {
      this.#unbound.add(below);
      this.#below(below, others);
    }
  }
}
