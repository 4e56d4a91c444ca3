import type { RepositoryPath } from "../../../base/index.ts";
import type { Node, Program } from "./program.ts";
import type { Shown } from "./render-files.ts";
import type { NameUse } from "./summary.ts";
import { traceImport, traceName } from "./trace.ts";

/** Why a slice cannot stand in one file. */
export interface FlatRefusal {
  readonly reason: string;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What the module-level names of several modules are called where they stand in one file. */
export class FlatNames {
  readonly refusals: FlatRefusal[] = [];
  readonly #program: Program;
  /** By path and name. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(program: Program, { forms, target }: Shown) {
    this.#program = program;
    const nodes = [...forms.keys()].filter(({ unit }) => unit.owner === -1);
    const own = nodes.filter(({ path }) => path === target.path);
    const words = new Set(
      [...new Set(nodes.map(({ path }) => path))].flatMap(
        (path) => program.repository.text(path)?.match(/[A-Za-z_]\w*/g) ?? [],
      ),
    );
    for (const node of [...own, ...nodes.filter(({ path }) => path !== target.path)])
      for (const name of node.unit.binds) this.#name(node, name, words);
  }

  /** What stands in the place of a module-level import; undefined where nothing has to. */
  writeImport(node: Node): string | undefined {
    const { unit, path } = node;
    const { imported } = unit;
    if (imported === undefined) return undefined;
    const [local = ""] = unit.binds;
    const leads = this.#program.imported(imported, path);
    const flat = this.#names.get(key(path, local)) ?? local;
    if (leads === undefined) {
      if (local === flat || local === "*") return imported.text;
      return imported.bindsFirst ? undefined : `${imported.text.replace(/ as \w+$/, "")} as ${flat}`;
    }
    if (imported.attribute === "*" || leads.attribute === undefined) return undefined;
    const [end] = traceName(this.#program, [local], { path, owner: -1 }).ends;
    if (end === undefined) return undefined;
    const { binds } = end.node.unit;
    const bound = binds.includes(leads.attribute) ? leads.attribute : (binds[0] ?? "");
    const meant = this.#names.get(key(end.node.path, bound));
    return meant === undefined || meant === flat ? undefined : `${flat} = ${meant}`;
  }

  /** A stretch of a piece with its names as they are in one file. */
  write(
    node: Node,
    start: number,
    end: number,
  ): { readonly text: string; readonly refusals: readonly FlatRefusal[] } {
    const { unit, path } = node;
    const text = this.#program.repository.text(path) ?? "";
    const refusals: FlatRefusal[] = [];
    const replacements = new Map<number, Replacement>();
    const refuse = (reason: string): void => void refusals.push({ reason });
    for (const use of [...unit.now.names, ...(unit.later?.names ?? [])]) {
      if (use.start < start || use.end > end || use.role === "quoted") continue;
      const found = this.#replace(node, use, text, refuse);
      if (found !== undefined) replacements.set(found.start, found);
    }
    for (const store of unit.owner === -1 ? unit.stores : []) {
      const flat = this.#names.get(key(path, store.name));
      if (flat !== undefined && flat !== store.name && store.start >= start && store.end <= end)
        replacements.set(store.start, { ...store, text: flat });
    }
    for (const inner of unit.later?.imports ?? []) {
      const found = this.#replaceInner(node, inner, refuse);
      if (found !== undefined) replacements.set(found.start, found);
    }
    const inOrder = [...replacements.values()]
      .filter((one) => one.start >= start && one.end <= end)
      .toSorted((a, b) => a.start - b.start);
    let at = start;
    let written = "";
    for (const one of inOrder) {
      written += text.slice(at, one.start) + one.text;
      at = one.end;
    }
    return { text: written + text.slice(at, end), refusals };
  }

  #replace(
    node: Node,
    use: NameUse,
    text: string,
    refuse: (reason: string) => void,
  ): Replacement | undefined {
    const { unit, path } = node;
    const isOfClass = unit.owner !== -1 && this.#program.bindings(path, unit.owner, use.name).length > 0;
    if (isOfClass && unit.now.names.includes(use)) return undefined;
    if (use.name === "__file__") refuse(`${path} asks for its own path`);
    const meaning = this.#meaning(path, [use.name, ...use.path]);
    if (meaning === undefined) {
      if (use.path.length > 0 && this.#isModule(path, use.name))
        refuse(
          `${path}, line ${unit.line}, asks a module of the repository for a name that it does not define`,
        );
      return undefined;
    }
    if (meaning.isModule) {
      refuse(`${path}, line ${unit.line}, uses a module of the repository as a value`);
      return undefined;
    }
    if (meaning.flat === use.name && meaning.consumed === 0) return undefined;
    const behind =
      new RegExp(`^(?:\\s*\\.\\s*\\w+){${meaning.consumed}}`).exec(text.slice(use.end))?.[0] ?? "";
    return { start: use.start, end: use.end + behind.length, text: meaning.flat };
  }

  #isModule(path: RepositoryPath, name: string): boolean {
    return this.#program.lookUp(path, name).some(({ unit: { imported } }) => {
      const leads = imported && this.#program.imported(imported, path);
      return leads !== undefined && leads.attribute === undefined && imported?.attribute !== "*";
    });
  }

  #replaceInner(
    node: Node,
    inner: {
      readonly module: string;
      readonly attribute: string | undefined;
      readonly local: string;
      readonly start: number;
      readonly end: number;
    },
    refuse: (reason: string) => void,
  ): Replacement | undefined {
    const trace = traceImport(this.#program, inner, node.path);
    if (trace.modules.length === 0) return undefined;
    const [end] = trace.ends;
    const name = inner.attribute;
    if (trace.isModule || end === undefined || name === undefined) {
      refuse(`${node.path}, line ${node.unit.line}, imports a module of the repository inside a function`);
      return undefined;
    }
    const isAlone = node.unit.later?.imports.filter(({ start }) => start === inner.start).length === 1;
    const flat = this.#names.get(key(end.node.path, end.node.unit.binds[0] ?? "")) ?? name;
    if (isAlone && flat === inner.local) return { start: inner.start, end: inner.end, text: "pass" };
    if (isAlone) return { start: inner.start, end: inner.end, text: `${inner.local} = ${flat}` };
    refuse(`${node.path}, line ${node.unit.line}, imports several names of the repository inside a function`);
    return undefined;
  }

  /** What a dotted name is called in one file, and how many names behind the first that takes. */
  #meaning(
    path: RepositoryPath,
    names: readonly string[],
  ): { readonly flat: string; readonly consumed: number; readonly isModule: boolean } | undefined {
    const [first = ""] = names;
    const trace = traceName(this.#program, names, { path, owner: -1 });
    if (trace.isModule) return { flat: first, consumed: 0, isModule: true };
    const [end] = trace.ends;
    if (end === undefined) {
      const flat = this.#names.get(key(path, first));
      return flat === undefined ? undefined : { flat, consumed: 0, isModule: false };
    }
    const consumed = names.length - 1 - end.rest.length;
    const isImport = this.#program
      .lookUp(path, first)
      .some(({ unit }) => unit.kind === "import" && unit.binds[0] !== "*");
    const bound =
      consumed === 0 && isImport && end.node.path !== path
        ? (names[0] ?? "")
        : end.node.unit.binds.includes(names[consumed] ?? "")
          ? (names[consumed] ?? "")
          : (end.node.unit.binds[0] ?? "");
    if (consumed === 0 && isImport) {
      const own = this.#names.get(key(path, bound));
      if (own !== undefined) return { flat: own, consumed, isModule: false };
    }
    return { flat: this.#names.get(key(end.node.path, bound)) ?? bound, consumed, isModule: false };
  }

  #name(node: Node, name: string, words: ReadonlySet<string>): void {
    const id = key(node.path, name);
    if (this.#names.has(id) || name === "*") return;
    const { imported } = node.unit;
    const leads = imported && this.#program.imported(imported, node.path);
    if (leads !== undefined) {
      if (leads.attribute === undefined) return;
      const [end] = traceName(this.#program, [name], { path: node.path, owner: -1 }).ends;
      const meant = end && this.#names.get(key(end.node.path, leads.attribute));
      if (leads.attribute === name) {
        if (meant !== undefined) this.#names.set(id, meant);
        return;
      }
    }
    const shared = imported === undefined || leads !== undefined ? undefined : `import ${imported.text}`;
    const known = shared === undefined ? undefined : this.#names.get(shared);
    if (known !== undefined) {
      this.#names.set(id, known);
      return;
    }
    let flat = name;
    for (let number = 2; this.#taken.has(flat); number++) {
      flat = `${name}_${number}`;
      if (words.has(flat)) continue;
    }
    if (flat !== name && imported?.bindsFirst === true)
      this.refusals.push({ reason: `"${name}" is another module in ${node.path} than elsewhere` });
    this.#taken.add(flat);
    this.#names.set(id, flat);
    if (shared !== undefined) this.#names.set(shared, flat);
  }
}

function key(path: RepositoryPath, name: string): string {
  return `${path}:${name}`;
}
