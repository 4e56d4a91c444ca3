import type { Node, Program } from "./program.ts";
import { hasMixins } from "./foreign-bases.ts";
import { ANY_MEMBER, type NameUse } from "./summary.ts";
import { traceName } from "./trace.ts";

/** A class's line of inheritance, as far as it is of the repository, and what else it inherits from. */
export interface Lineage {
  /** The class first, in the order in which members are looked for (C3). */
  readonly order: readonly Node[];
  /** Last names of bases and metaclasses that are not of the repository. */
  readonly foreign: ReadonlySet<string>;
  readonly metaclasses: readonly Node[];
}

const NO_NODES: readonly Node[] = [];

/** Which classes inherit from which. */
export class ClassTable {
  readonly #program: Program;
  readonly #lineages = new Map<Node, Lineage>();
  #underWay = 0;
  readonly #members = new Map<Node, ReadonlyMap<string, readonly Node[]>>();
  readonly #given = new Map<Node, ReadonlySet<string>>();
  readonly #subclasses = new Map<Node, readonly Node[]>();

  constructor(program: Program) {
    this.#program = program;
  }

  lineage(node: Node): Lineage {
    const known = this.#lineages.get(node);
    if (known !== undefined) return known;
    this.#lineages.set(node, { order: [node], foreign: new Set(), metaclasses: [] });
    this.#underWay++;
    const made = this.#linearise(node);
    this.#underWay--;
    this.#lineages.set(node, made);
    return made;
  }

  /** Classes directly below one, wherever they stand, but for tests. Only files that name it are read. */
  subclasses(node: Node): readonly Node[] {
    const known = this.#subclasses.get(node) ?? this.#findSubclasses(node);
    this.#subclasses.set(node, known);
    return known;
  }

  /** All classes of some files, but for tests. */
  in(paths: Iterable<string>): readonly Node[] {
    const { repository } = this.#program;
    return [...paths].flatMap((path) =>
      repository.isTestFile(path)
        ? []
        : this.#program.nodes(path).filter(({ unit }) => unit.kind === "class"),
    );
  }

  /** Pieces that give a class a member of that name: those of the first class in line that has it. */
  member(node: Node, name: string, after?: Node): readonly Node[] {
    if (after === undefined) return this.#membersOf(node).get(name) ?? NO_NODES;
    const { order } = this.lineage(node);
    for (const one of order.slice(order.indexOf(after) + 1)) {
      const found = this.#program.bindings(one.path, one.index, name);
      if (found.length > 0) return found;
    }
    return NO_NODES;
  }

  /** True for attributes that methods of a class or of one above it give its objects. */
  gives(node: Node, name: string): boolean {
    return this.lineage(node).order.some((one) => {
      const known = this.#given.get(one) ?? this.#findGiven(one);
      this.#given.set(one, known);
      return known.has(name);
    });
  }

  /** Names that objects of a class can be asked for and answer with code of the repository: those of members; `ANY_MEMBER` where others are passed on. */
  answers(node: Node): Iterable<string> {
    const members = this.#membersOf(node);
    const passesOn = members.has("__getattr__") || hasMixins(this.lineage(node).foreign);
    return passesOn ? [...members.keys(), ANY_MEMBER] : members.keys();
  }

  /** Attributes of a class's objects that no methods are. */
  holding(node: Node): readonly string[] {
    return this.lineage(node).order.flatMap((one) => {
      const known = this.#given.get(one) ?? this.#findGiven(one);
      this.#given.set(one, known);
      const others = this.#program.members(one).filter(({ unit }) => unit.kind !== "function");
      return [...known, ...others.flatMap(({ unit }) => unit.binds)];
    });
  }

  #findGiven(node: Node): ReadonlySet<string> {
    const members = this.#program.members(node).flatMap(({ unit }) => unit.later?.members ?? []);
    return new Set(members.flatMap(({ name, on, as }) => (on === "self" && as === "set" ? [name] : [])));
  }

  /** All members of a class by name, inherited ones included. */
  #membersOf(node: Node): ReadonlyMap<string, readonly Node[]> {
    const known = this.#members.get(node);
    if (known !== undefined) return known;
    const members = new Map<string, readonly Node[]>();
    for (const one of this.lineage(node).order)
      for (const { unit } of this.#program.members(one))
        for (const name of unit.binds)
          if (!members.has(name)) members.set(name, this.#program.bindings(one.path, one.index, name));
    // Of a class that inherits from what stands in itself not all is known yet.
    if (this.#underWay === 0) this.#members.set(node, members);
    return members;
  }

  /** The classes that a name in a file means, through aliases. */
  named(
    use: Pick<NameUse, "name" | "path">,
    place: { readonly path: string; readonly owner: number },
  ): readonly Node[] {
    return this.#classesIn(use, place, 3);
  }

  #classesIn(
    use: Pick<NameUse, "name" | "path">,
    place: { readonly path: string; readonly owner: number },
    steps: number,
  ): readonly Node[] {
    if (steps === 0) return [];
    const { ends } = traceName(this.#program, [use.name, ...use.path], place);
    return ends.flatMap(({ node, rest }) => {
      if (node.unit.kind === "class") return this.#inner(node, rest);
      if (node.unit.kind !== "variable" || rest.length > 0) return [];
      return node.unit.now.names.flatMap((name) =>
        this.#classesIn(name, { path: node.path, owner: node.unit.owner }, steps - 1),
      );
    });
  }

  #inner(node: Node, rest: readonly string[]): readonly Node[] {
    const [first, ...others] = rest;
    if (first === undefined) return [node];
    return this.member(node, first)
      .filter(({ unit }) => unit.kind === "class")
      .flatMap((one) => this.#inner(one, others));
  }

  #linearise(node: Node): Lineage {
    const facts = node.unit.classFacts;
    const foreign = new Set<string>();
    const metaclasses: Node[] = [];
    const lines: (readonly Node[])[] = [];
    const direct: Node[] = [];
    const place = { path: node.path, owner: node.unit.owner, before: node.unit.start };
    const find = (use: NameUse): Node | undefined => {
      const found = this.#classesIn(use, place, 3).find((one) => one !== node);
      if (found === undefined) foreign.add(use.path.at(-1) ?? use.name);
      return found;
    };
    for (const base of facts?.bases ?? []) {
      const found = find(base);
      if (found === undefined) continue;
      const above = this.lineage(found);
      for (const name of above.foreign) foreign.add(name);
      metaclasses.push(...above.metaclasses);
      lines.push(above.order);
      direct.push(found);
    }
    if (facts?.metaclass !== undefined) {
      const found = find(facts.metaclass);
      if (found !== undefined) metaclasses.push(found);
    }
    return { order: [node, ...merge([...lines, direct])], foreign, metaclasses: [...new Set(metaclasses)] };
  }

  #findSubclasses(node: Node): readonly Node[] {
    const name = node.unit.binds[0] ?? "";
    const naming = new RegExp(`^[ \\t]*class\\s+\\w+\\s*\\([^)]*\\b${name}\\b|\\b${name}\\s+as\\s`, "m");
    return this.in(this.#program.pathsWith(naming)).filter((one) =>
      (one.unit.classFacts?.bases ?? []).some((base) =>
        this.#classesIn(base, { path: one.path, owner: one.unit.owner }, 3).includes(node),
      ),
    );
  }
}

/** The C3 merge of lines of inheritance; where none fits, the first that is left goes first. */
function merge(lines: readonly (readonly Node[])[]): readonly Node[] {
  const left = lines.map((line) => [...line]).filter((line) => line.length > 0);
  const merged: Node[] = [];
  while (left.length > 0) {
    const heads = left.flatMap((line) => line.slice(0, 1));
    const isLater = (node: Node): boolean => left.some((line) => line.indexOf(node) > 0);
    const next = heads.find((head) => !isLater(head)) ?? heads[0];
    if (next === undefined) break;
    merged.push(next);
    for (const line of left) {
      const at = line.indexOf(next);
      if (at !== -1) line.splice(at, 1);
    }
    for (let index = left.length - 1; index >= 0; index--)
      if (left[index]?.length === 0) left.splice(index, 1);
  }
  return merged;
}
