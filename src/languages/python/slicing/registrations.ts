import type { RepositoryPath } from "../../../base/index.ts";
import type { Node, Program } from "./program.ts";
import { traceName } from "./trace.ts";

/**
 * Module-level code that fills a value which it does not bind: calls and decorators of functions that change it (`@register`), in any module that
 * is loaded with the target's.
 */
export class Registrations {
  readonly #program: Program;
  /** The file of the target. */
  readonly start: RepositoryPath;
  #naming: ReadonlyMap<string, readonly RepositoryPath[]> | undefined;
  #loadedFiles: ReadonlySet<RepositoryPath> | undefined;

  constructor(program: Program, start: RepositoryPath) {
    this.#program = program;
    this.start = start;
  }

  /** What fills the value that a piece binds. */
  of(node: Node): readonly Node[] {
    const filling = this.#find(node, "method");
    if (node.unit.kind === "function") return filling;
    const changers = this.#program.nodes(node.path).filter(({ unit }) => {
      const changed = unit.later?.changes ?? [];
      return (
        unit.owner === -1 && changed.some((name) => name !== "__all__" && node.unit.binds.includes(name))
      );
    });
    return [...filling, ...changers.flatMap((changer) => this.#find(changer, "call"))];
  }

  /** True for pieces of files that are loaded when the target's is. */
  isLoaded({ path }: Node): boolean {
    return this.loadedFiles.has(path);
  }

  #find(node: Node, how: LoadingUse["how"]): readonly Node[] {
    const { unit } = node;
    // A plain function has nothing that could be called of it.
    if (how === "method" && unit.kind === "function" && unit.decorators.length === 0) return [];
    this.#naming ??= this.#findNaming();
    const isOwn = unit.binds.some((name) => this.#program.outline(node.path).own.has(name));
    const naming = new Set([
      ...(isOwn ? [node.path] : []),
      ...unit.binds.flatMap((name) => this.#naming?.get(name) ?? []),
    ]);
    const uses = [...naming].flatMap((path) => loadingUses(this.#program, path).get(node) ?? []);
    return uses.filter((use) => use.how === how && use.by !== node).map(({ by }) => by);
  }

  /** Loaded files by the names that they have from elsewhere and use while they are loaded. */
  #findNaming(): ReadonlyMap<string, readonly RepositoryPath[]> {
    const found = new Map<string, RepositoryPath[]>();
    for (const path of this.loadedFiles)
      for (const name of this.#program.outline(path).foreign) {
        const paths = found.get(name);
        if (paths === undefined) found.set(name, [path]);
        else paths.push(path);
      }
    return found;
  }

  /** The files that are loaded when the target's is, as far as their texts say. */
  get loadedFiles(): ReadonlySet<RepositoryPath> {
    return (this.#loadedFiles ??= this.#loaded());
  }

  #loaded(): ReadonlySet<RepositoryPath> {
    const { modules } = this.#program;
    const seen = new Set<RepositoryPath>();
    const waiting = [this.start];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      waiting.push(...modules.packagesOf(path));
      for (const { module, names } of this.#program.outline(path).imports) {
        const target = modules.resolve(module, path);
        if (target !== undefined) waiting.push(target);
        for (const name of names) {
          const below = modules.resolve(
            module.endsWith(".") ? `${module}${name}` : `${module}.${name}`,
            path,
          );
          if (below !== undefined) waiting.push(below);
        }
      }
    }
    return seen;
  }
}

/** A piece that calls another when it is loaded, or calls something of it or hands it to a call. */
interface LoadingUse {
  readonly how: "call" | "method";
  readonly by: Node;
}

const known = new WeakMap<Program, Map<RepositoryPath, ReadonlyMap<Node, readonly LoadingUse[]>>>();

/** What the module-level pieces of a file call when they are loaded, by what is called. */
function loadingUses(program: Program, path: RepositoryPath): ReadonlyMap<Node, readonly LoadingUse[]> {
  const files = known.get(program) ?? new Map<RepositoryPath, ReadonlyMap<Node, readonly LoadingUse[]>>();
  known.set(program, files);
  const before = files.get(path);
  if (before !== undefined) return before;
  const found = new Map<Node, LoadingUse[]>();
  for (const node of program.nodes(path)) {
    const { unit } = node;
    if (unit.owner !== -1 || unit.never !== undefined || unit.kind === "import") continue;
    const place = { path, owner: -1, before: unit.start };
    for (const { dotted, isGiven } of calledAtLoading(node))
      for (const { node: end, rest } of traceName(program, dotted, place).ends) {
        const list = found.get(end) ?? [];
        found.set(end, list);
        if (rest.length > 0 || (isGiven && end.unit.kind !== "function"))
          list.push({ how: "method", by: node });
        if (rest.length === 0) list.push({ how: "call", by: node });
      }
  }
  files.set(path, found);
  return found;
}

/** What a module-level piece calls when it is loaded, as it is written: decorators, and what bare calls call and are given. */
function calledAtLoading({ unit }: Node): readonly { dotted: readonly string[]; isGiven: boolean }[] {
  if (unit.kind === "function" || unit.kind === "class")
    return unit.decorators.map((decorator) => ({
      dotted: (/^[\w.]+/.exec(decorator)?.[0] ?? "").split("."),
      isGiven: false,
    }));
  if (unit.kind !== "effect") return [];
  return unit.now.names.map(({ name, path }) => ({ dotted: [name, ...path], isGiven: true }));
}
