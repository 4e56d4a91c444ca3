import type { RepositoryPath } from "../../../base/index.ts";
import type { ClassTable } from "./classes.ts";
import type { Node, Program } from "./program.ts";
import type { NameUse } from "./summary.ts";

/**
 * Which classes objects are of that come from outside, as far as text says: those that parameters and fields are annotated or documented with; where such
 * a class is abstract those below it that are not, and where it is a protocol those that have its members.
 */
export class GivenClasses {
  readonly #program: Program;
  readonly #classes: ClassTable;
  readonly #attributes = new Map<Node, ReadonlyMap<string, readonly Node[]>>();
  readonly #instances = new Map<Node, boolean>();

  constructor(program: Program, classes: ClassTable) {
    this.#program = program;
    this.#classes = classes;
  }

  /** Of what a definition is given, its receiver first. */
  ofTarget(target: Node): readonly Node[] {
    const own = this.#program.owner(target);
    const types = (target.unit.functionFacts?.parameters ?? []).flatMap((parameter) => parameter.types);
    return [
      ...new Set(this.#withConcrete([...(own === undefined ? [] : [own]), ...this.#named(types, target)])),
    ];
  }

  /** Of what is found in an attribute of objects of a class that a parameter of its methods, or an annotation, gives it. */
  ofAttribute(node: Node, attribute: string): readonly Node[] {
    return this.#classes.lineage(node).order.flatMap((one) => this.#attributesOf(one).get(attribute) ?? []);
  }

  /** Of the attributes that a class itself gives its objects. */
  #attributesOf(node: Node): ReadonlyMap<string, readonly Node[]> {
    const known = this.#attributes.get(node);
    if (known !== undefined) return known;
    const types = new Map<string, Node[]>();
    const add = (attribute: string, found: readonly NameUse[], member: Node): void => {
      if (found.length > 0)
        types.set(attribute, [
          ...(types.get(attribute) ?? []),
          ...this.#withConcrete(this.#named(found, member)),
        ]);
    };
    for (const member of this.#program.members(node)) {
      const { functionFacts, assignment, binds } = member.unit;
      for (const name of assignment === undefined ? [] : binds) add(name, assignment?.types ?? [], member);
      for (const stored of functionFacts?.stored ?? []) {
        const parameter = functionFacts?.parameters.find(({ name }) => name === stored.parameter);
        add(stored.attribute, [...stored.types, ...(parameter?.types ?? [])], member);
      }
    }
    this.#attributes.set(node, types);
    return types;
  }

  #named(types: readonly NameUse[], node: Node): readonly Node[] {
    const place = { path: node.path, owner: -1 };
    return types.flatMap((use) => this.#classes.named(use, place));
  }

  #withConcrete(found: readonly Node[]): readonly Node[] {
    return [...new Set(found)].flatMap((one) => {
      if (isProtocol(one)) return [one, ...this.#implementing(one)];
      return this.#hasInstances(one) ? [one] : [one, ...this.#below(one)];
    });
  }

  #hasInstances(node: Node): boolean {
    const known = this.#instances.get(node) ?? !isAbstract(this.#program, this.#classes, node);
    this.#instances.set(node, known);
    return known;
  }

  /** The nearest classes below that have instances. */
  #below(node: Node): readonly Node[] {
    const found = new Set<Node>();
    const seen = new Set<Node>([node]);
    const waiting = [...this.#classes.subclasses(node)];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (this.#hasInstances(one)) found.add(one);
      else waiting.push(...this.#classes.subclasses(one));
    }
    return [...found];
  }

  /** Classes that have all members of a protocol. */
  #implementing(protocol: Node): readonly Node[] {
    const names = this.#program.members(protocol).flatMap(({ unit }) => unit.binds);
    const [first = ""] = names;
    return this.#classes
      .in(this.#program.pathsWith(new RegExp(`\\b(?:def\\s+)?${first}\\b`)))
      .filter(
        (one) =>
          one !== protocol &&
          !isProtocol(one) &&
          names.every((name) => this.#classes.member(one, name).length > 0),
      );
  }
}

export type MadeWhen = "always" | "__class__" | "__call__";

/** Where what a caller names is looked for. */
export interface NamedPlace {
  readonly path: RepositoryPath;
  readonly names: readonly string[];
  /** When a class's constructor is called: in any case, or where somebody asks for that of something that could be it. */
  readonly isMade: MadeWhen;
}

/** Finds `module:Name`, `path:Name`, or a name that only one class has. */
export function namedPlaces(
  program: Program,
  given: readonly string[],
  isMade: MadeWhen,
): readonly NamedPlace[] {
  return given.flatMap((written) => {
    const colon = written.lastIndexOf(":");
    const name = written.slice(colon + 1);
    const module = colon === -1 ? undefined : written.slice(0, colon);
    const places = program.repository.paths
      .filter((path) => module === undefined || path === module || program.modules.isCalled(path, module))
      .filter((path) => module !== undefined || mentions(program, path, name))
      .filter((path) => module !== undefined || isClass(program, path, name))
      .map((path) => ({ path, names: name.split("."), isMade }));
    return module === undefined && places.length > 1 ? [] : places.slice(-1);
  });
}

function mentions(program: Program, path: RepositoryPath, name: string): boolean {
  return (program.repository.text(path) ?? "").includes(name.split(".").at(-1) ?? name);
}

function isClass(program: Program, path: RepositoryPath, name: string): boolean {
  return program.named(path, name).some(({ unit }) => unit.kind === "class");
}

function isProtocol({ unit }: Node): boolean {
  return unit.classFacts?.bases.some(({ name, path }) => (path.at(-1) ?? name) === "Protocol") === true;
}

function isAbstract(program: Program, classes: ClassTable, node: Node): boolean {
  const { order, foreign } = classes.lineage(node);
  if (!foreign.has("ABC") && !foreign.has("ABCMeta")) return false;
  const names = order.flatMap((one) => program.members(one)).flatMap(({ unit }) => unit.binds);
  return [...new Set(names)].some((name) =>
    classes.member(node, name).some(({ unit }) => unit.functionFacts?.isAbstract === true),
  );
}
