import type { RepositoryPath } from "../../../base/index.ts";
import type { ClassTable } from "./classes.ts";
import type { Node, Program } from "./program.ts";
import type { NameUse } from "./summary.ts";

/** More classes below one are not taken for the objects that there might be of them. */
const MOST_BELOW = 40;
/** Where more classes than this have what is asked of a parameter, it says too little. */
const MOST_ALIKE = 4;
/** Public members of the built-in types and of files. */
const OF_BUILTINS =
  /^(__\w+__|append|extend|insert|pop|remove|clear|copy|count|index|sort|reverse|add|discard|update|union|keys|values|items|get|setdefault|popitem|join|split|rsplit|splitlines|strip|lstrip|rstrip|replace|lower|upper|title|capitalize|startswith|endswith|format|encode|decode|find|rfind|isdigit|isalpha|read|readline|readlines|write|writelines|close|seek|tell|flush|name|real|imag|conjugate|year|month|day|hour|minute|second)$/;

/** True for names that tell nothing of the class of what has them. */
export function isOfBuiltins(name: string): boolean {
  return OF_BUILTINS.test(name);
}

/**
 * Which classes objects are of that come from outside, as far as text says: those that parameters and fields are annotated or documented with; where such
 * a class is abstract those below it that are not, and where it is a protocol those that have its members.
 */
export class GivenClasses {
  readonly #program: Program;
  readonly #classes: ClassTable;
  readonly #attributes = new Map<Node, ReadonlyMap<string, readonly Node[]>>();
  readonly #set = new Map<Node, ReadonlySet<string>>();
  readonly #instances = new Map<Node, boolean>();

  constructor(program: Program, classes: ClassTable) {
    this.#program = program;
    this.#classes = classes;
  }

  /** Of what a definition is given, its receiver first. */
  ofTarget(target: Node): readonly Node[] {
    const own = this.#program.owner(target);
    const types = (target.unit.functionFacts?.parameters ?? []).flatMap((parameter) => parameter.types);
    const found = this.#withConcrete([...(own === undefined ? [] : [own]), ...this.#named(types, target)]);
    return [...new Set([...found, ...this.#byMembers(target)])];
  }

  /**
   * Of parameters that nothing says anything of: classes that have all that the body asks of the parameter, where these are few. What any list, text or
   * dictionary has tells nothing.
   */
  #byMembers(target: Node): readonly Node[] {
    const { functionFacts, later } = target.unit;
    return (functionFacts?.parameters ?? []).flatMap(({ name, types }) => {
      if (types.length > 0 || name === functionFacts?.receiver) return [];
      const asked = (later?.members ?? []).filter(({ of, as }) => of === name && as !== "set");
      const names = [...new Set(asked.map((member) => member.name))];
      if (names.every(isOfBuiltins)) return [];
      const fitting = this.#classes.all().filter((one) => names.every((each) => this.#has(one, each)));
      return fitting.length > MOST_ALIKE ? [] : fitting;
    });
  }

  /** True for members of a class, and for attributes that its methods give its objects. */
  #has(node: Node, name: string): boolean {
    if (this.#classes.member(node, name).length > 0) return true;
    return this.#classes.lineage(node).order.some((one) => {
      const known = this.#set.get(one) ?? this.#findSet(one);
      this.#set.set(one, known);
      return known.has(name);
    });
  }

  #findSet(node: Node): ReadonlySet<string> {
    const members = this.#program.members(node).flatMap(({ unit }) => unit.later?.members ?? []);
    return new Set(members.flatMap(({ name, on, as }) => (on === "self" && as === "set" ? [name] : [])));
  }

  /** Classes whose objects may come where those of a class do: all below it, if these can be told apart, and those above it that have instances. */
  relativesOf(node: Node): readonly Node[] {
    const below = new Set<Node>();
    const waiting = [...this.#classes.subclasses(node)];
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (below.has(one)) continue;
      below.add(one);
      waiting.push(...this.#classes.subclasses(one));
    }
    const above = this.#classes
      .lineage(node)
      .order.slice(1)
      .filter((one) => this.#hasInstances(one));
    return below.size > MOST_BELOW ? above : [...below, ...above];
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

  /** False for abstract classes, and for those with subclasses that nobody is seen to make. */
  #hasInstances(node: Node): boolean {
    const known = this.#instances.get(node) ?? this.#isMade(node);
    this.#instances.set(node, known);
    return known;
  }

  #isMade(node: Node): boolean {
    if (isAbstract(this.#program, this.#classes, node)) return false;
    const [name = ""] = node.unit.binds;
    if (this.#classes.subclasses(node).length === 0) return true;
    const called = new RegExp(`(?<!class\\s+)\\b${name}\\s*\\(`);
    return this.#program.repository.paths.some((path) =>
      called.test(this.#program.repository.text(path) ?? ""),
    );
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
    return this.#classes
      .all()
      .filter(
        (one) =>
          one !== protocol &&
          !isProtocol(one) &&
          names.every((name) => this.#classes.member(one, name).length > 0),
      );
  }
}

/** Where what a caller names is looked for. */
export interface NamedPlace {
  readonly path: RepositoryPath;
  readonly names: readonly string[];
  /** True where a class's constructor is called, too. */
  readonly isMade: boolean;
}

/** Finds `module:Name`, `path:Name`, or a name that only one class has. */
export function namedPlaces(
  program: Program,
  given: readonly string[],
  isMade: boolean,
): readonly NamedPlace[] {
  return given.flatMap((written) => {
    const colon = written.lastIndexOf(":");
    const name = written.slice(colon + 1);
    const module = colon === -1 ? undefined : written.slice(0, colon);
    const places = program.repository.paths
      .filter((path) => module === undefined || path === module || program.modules.isCalled(path, module))
      .filter((path) => module !== undefined || isClass(program, path, name))
      .map((path) => ({ path, names: name.split("."), isMade }));
    return module === undefined && places.length > 1 ? [] : places.slice(-1);
  });
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
