import type { RepositoryPath } from "../../../base/index.ts";
import type { SlicedRepository } from "../../slicing.ts";
import { outlineModule, type ModuleOutline } from "./module-outline.ts";
import { ModuleTable } from "./modules.ts";
import type { FileUnits, ImportFacts, NameUse, Unit } from "./summary.ts";

/** A piece with the file it stands in: the same object each time. */
export interface Node {
  readonly path: RepositoryPath;
  readonly index: number;
  readonly unit: Unit;
}

/** What a name or a path of names leads to: a piece, a module of the repository, or a member of a class that `rest` names. */
export type Meaning =
  | { readonly kind: "node"; readonly node: Node; readonly rest: readonly string[] }
  | { readonly kind: "module"; readonly path: RepositoryPath };

const NO_NODES: readonly Node[] = [];

/** The files of a repository with their pieces, each read when it is asked for. */
export class Program {
  readonly modules: ModuleTable;
  readonly repository: SlicedRepository;
  readonly #files = new Map<RepositoryPath, FileUnits | undefined>();
  readonly #nodes = new Map<RepositoryPath, readonly Node[]>();
  readonly #outlines = new Map<RepositoryPath, ModuleOutline>();
  readonly #futures = new Map<RepositoryPath, readonly Node[]>();
  readonly #bound = new Map<RepositoryPath, ReadonlyMap<string, readonly Node[]>>();
  readonly #touching = new Map<RepositoryPath, ReadonlyMap<string, readonly Node[]>>();

  constructor(repository: SlicedRepository) {
    this.repository = repository;
    this.modules = new ModuleTable(repository.paths);
  }

  file(path: RepositoryPath): FileUnits | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.repository.summary(path) as FileUnits | undefined);
    return this.#files.get(path);
  }

  nodes(path: RepositoryPath): readonly Node[] {
    const known = this.#nodes.get(path);
    if (known !== undefined) return known;
    const nodes = (this.file(path)?.units ?? []).map((unit, index) => ({ path, index, unit }));
    this.#nodes.set(path, nodes);
    return nodes;
  }

  /** What a file's text tells without being parsed. */
  outline(path: RepositoryPath): ModuleOutline {
    const known = this.#outlines.get(path) ?? outlineModule(this.repository.text(path) ?? "");
    this.#outlines.set(path, known);
    return known;
  }

  /** Files but for tests whose text has a pattern: the others are not parsed for it. */
  pathsWith(pattern: RegExp): readonly RepositoryPath[] {
    return this.repository.paths.filter(
      (path) => !this.repository.isTestFile(path) && pattern.test(this.repository.text(path) ?? ""),
    );
  }

  /** Imports from `__future__`. */
  futures(path: RepositoryPath): readonly Node[] {
    const known = this.#futures.get(path);
    if (known !== undefined) return known;
    const found = this.nodes(path).filter(({ unit }) => unit.imported?.module === "__future__");
    this.#futures.set(path, found);
    return found;
  }

  parent(node: Node): Node | undefined {
    return node.unit.parent === -1 ? undefined : this.nodes(node.path)[node.unit.parent];
  }

  owner(node: Node): Node | undefined {
    return node.unit.owner === -1 ? undefined : this.nodes(node.path)[node.unit.owner];
  }

  /**
   * What binds a name in a module's or class's own scope, as far as it can be seen from code there that is executed at `before`, or when
   * everything has been: what a later plain definition replaces is not among it.
   */
  bindings(path: RepositoryPath, owner: number, name: string, before = Infinity): readonly Node[] {
    const all = this.#boundIn(path).get(`${owner}:${name}`) ?? NO_NODES;
    if (all.length < 2) return all;
    const earlier = all.filter(({ unit }) => unit.start < before);
    const seen = earlier.length > 0 ? earlier : all;
    const last = seen.findLastIndex((node) => this.#replaces(node, name));
    return last === -1 ? seen : seen.slice(last);
  }

  /** Statements of a module or class body that change what a name means, or hand it to a call that may. */
  touching(path: RepositoryPath, owner: number, name: string): readonly Node[] {
    const known = this.#touching.get(path);
    if (known !== undefined) return known.get(`${owner}:${name}`) ?? [];
    const found = new Map<string, Node[]>();
    for (const node of this.nodes(path)) {
      if (node.unit.never !== undefined) continue;
      for (const touched of node.unit.touches) {
        const key = `${node.unit.owner}:${touched}`;
        found.set(key, [...(found.get(key) ?? []), node]);
      }
    }
    this.#touching.set(path, found);
    return found.get(`${owner}:${name}`) ?? [];
  }

  /** All pieces directly in a class. */
  members(node: Node): readonly Node[] {
    return this.nodes(node.path).filter(({ unit }) => unit.owner === node.index);
  }

  /** What a name means in a module; what star imports may bring included. */
  lookUp(path: RepositoryPath, name: string, before?: number): readonly Node[] {
    const own = this.bindings(path, -1, name, before);
    if (own.length > 0) return own;
    return this.bindings(path, -1, "*").filter(({ unit, path: at }) => {
      const from = unit.imported && this.modules.resolve(unit.imported.module, at);
      if (from === undefined) return !BUILTINS.has(name);
      return this.isPublic(from, name);
    });
  }

  /** Statements of a module that bind names which they work out (`globals()[…] = …`). */
  workedOut(path: RepositoryPath): readonly Node[] {
    return this.nodes(path).filter(
      ({ unit }) =>
        unit.owner === -1 &&
        unit.never === undefined &&
        (unit.kind === "effect" || unit.kind === "variable") &&
        unit.now.isDynamic,
    );
  }

  /** True where `from path import *` brings a name. */
  isPublic(path: RepositoryPath, name: string): boolean {
    const exported = this.file(path)?.exported;
    if (exported !== undefined && exported.length > 0 && !exported.includes(name)) return false;
    return (exported !== undefined || !name.startsWith("_")) && this.lookUp(path, name).length > 0;
  }

  /** Where an import leads in the repository, and with what names left; undefined where it leaves it. */
  imported(
    facts: ImportFacts,
    from: RepositoryPath,
  ): { path: RepositoryPath; attribute?: string } | undefined {
    const { module, attribute } = facts;
    const path = this.modules.resolve(module, from);
    if (attribute === undefined || attribute === "*") return path === undefined ? undefined : { path };
    if (path !== undefined) {
      // A package that imports a module of its own from itself binds nothing else than that.
      const isItself = ({ unit, path: at }: Node): boolean =>
        unit.imported?.attribute === attribute && this.modules.resolve(unit.imported.module, at) === path;
      if (this.lookUp(path, attribute).some((node) => !isItself(node))) return { path, attribute };
      const below = this.modules.submodule(path, attribute);
      return below === undefined ? { path, attribute } : { path: below };
    }
    const below = this.modules.resolve(
      module.endsWith(".") ? `${module}${attribute}` : `${module}.${attribute}`,
      from,
    );
    return below === undefined ? undefined : { path: below };
  }

  /** Nodes of that qualified name. */
  named(path: RepositoryPath, name: string): readonly Node[] {
    return this.nodes(path).filter(
      ({ unit }) =>
        unit.name === name || (unit.owner === -1 && unit.kind === "variable" && unit.binds.includes(name)),
    );
  }

  #boundIn(path: RepositoryPath): ReadonlyMap<string, readonly Node[]> {
    const known = this.#bound.get(path);
    if (known !== undefined) return known;
    const found = new Map<string, Node[]>();
    for (const node of this.nodes(path)) {
      if (node.unit.never !== undefined) continue;
      for (const name of node.unit.binds) {
        const key = `${node.unit.owner}:${name}`;
        const list = found.get(key);
        if (list === undefined) found.set(key, [node]);
        else list.push(node);
      }
    }
    this.#bound.set(path, found);
    return found;
  }

  /** A plain definition at the top of its scope that does not build on the one before it. */
  #replaces({ unit }: Node, name: string): boolean {
    const isTop = unit.parent === unit.owner;
    const buildsOn =
      unit.now.names.some((use) => use.name === name) ||
      unit.decorators.some((one) => one.startsWith(`${name}.`));
    const isPlain =
      unit.kind === "function" ||
      unit.kind === "class" ||
      unit.kind === "import" ||
      unit.assignment?.hasValue === true;
    return isTop && isPlain && !buildsOn;
  }
}

/** The names in a path, the first included. */
export function partsOf({ name, path }: Pick<NameUse, "name" | "path">): readonly string[] {
  return [name, ...path];
}

/** Names that are there without an import, as far as star imports of unknown modules are concerned. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    "ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError " +
    "ConnectionError DeprecationWarning EOFError Ellipsis EnvironmentError Exception False FileExistsError FileNotFoundError FloatingPointError " +
    "FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError " +
    "KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError " +
    "OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError " +
    "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError " +
    "UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning " +
    "ZeroDivisionError __build_class__ __debug__ __doc__ __file__ __import__ __name__ __package__ __spec__ abs aiter all anext any ascii bin bool " +
    "breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter float format " +
    "frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object " +
    "oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip"
  ).split(" "),
);
