/**
 * Which pieces a definition needs, found as rapid type analysis finds what a program calls: pieces need what the names in them mean, and a
 * class whose instances there can be needs each member that some needed piece asks anything for by that name. Both grow together until nothing
 * is added. Only what is executed counts: functions with their bodies, classes with those of their members that are needed, module-level code
 * that binds or fills a name that is read.
 */
import type { RepositoryPath } from "../../../base/index.ts";
import { ClassTable } from "./classes.ts";
import type { GivenClasses, MadeWhen, NamedPlace } from "./given-classes.ts";
import {
  calledByMixin,
  isNeededBy,
  NEEDS_OF_METACLASSES,
  needsOfBases,
  needsOfDecorators,
} from "./foreign-bases.ts";
import { ALWAYS_NEEDED, MAKING } from "./implicit.ts";
import { loadsModules } from "./notes.ts";
import type { Node, Program } from "./program.ts";
import type { Registrations } from "./registrations.ts";
import { ANY_MEMBER, type CodeUses, type InnerImport, type MemberUse, type NameUse } from "./summary.ts";
import { traceImport, traceName, type Trace } from "./trace.ts";

/** Methods that are called when a class is made. */
const MAKES_CLASSES: ReadonlySet<string> = new Set([
  "__init_subclass__",
  "__new__",
  "__init__",
  "__set_name__",
]);

const LINE = /^(__mro__|mro|__bases__)$/;
const FORWARDING = /^__getattr(ibute)?__$/;

/** What was found to be needed. */
export interface Closure {
  /** Each needed piece with its steps from the target, in the order in which they were found. */
  readonly distances: ReadonlyMap<Node, number>;
  readonly needs: ReadonlyMap<Node, ReadonlySet<Node>>;
  /** Of these what is needed while files are loaded, annotations left out. */
  readonly loads: ReadonlyMap<Node, ReadonlySet<Node>>;
  /** Modules that a file has to import beside what it says, since somebody else of the repository does. */
  readonly added: ReadonlyMap<RepositoryPath, ReadonlySet<RepositoryPath>>;
  /** Files that must exist, pieces of them or none. */
  readonly files: ReadonlySet<RepositoryPath>;
}

/** What finding a closure takes. */
export interface ClosureParts {
  readonly program: Program;
  readonly classes: ClassTable;
  readonly registrations: Registrations;
  readonly given: GivenClasses;
  /** The piece whose body is not read. */
  readonly hidden: Node | undefined;
  readonly givenTexts: readonly string[] | undefined;
  /** True where all classes of objects that come from outside are known. */
  readonly isGivenKnown: boolean;
}

/** Finds one closure. */
export class ClosureFinder {
  readonly #parts: ClosureParts;
  readonly #program: Program;
  readonly #classes: ClassTable;
  readonly #registrations: Registrations;
  readonly #distances = new Map<Node, number>();
  readonly #needs = new Map<Node, Set<Node>>();
  readonly #loads = new Map<Node, Set<Node>>();
  readonly #added = new Map<RepositoryPath, Set<RepositoryPath>>();
  readonly #files = new Set<RepositoryPath>();
  readonly #live = new Map<Node, Node>();
  /** Live classes by the names of their members; under `ANY_MEMBER` those that may answer to names that they have no member of. */
  readonly #answering = new Map<string, Node[]>();
  /** Names that needed pieces ask for of anything, with the pieces that do. */
  readonly #asked = new Map<string, Set<Node>>();
  /** Names asked for of the receiver, or of the classes above, by the class in which that stands. */
  readonly #askedOfSelf = new Map<Node, Map<string, Set<Node>>>();
  readonly #askedOfSuper = new Map<Node, Map<string, Set<Node>>>();
  /** Names asked for of what is a built-in object, unless it is one that comes from outside. */
  readonly #askedOfGiven = new Map<string, Set<Node>>();
  readonly #given = new Set<Node>();
  readonly #made = new Set<Node>();
  /** Classes that are made where a name is asked for. */
  readonly #madeWhen = new Map<string, readonly Node[]>();
  readonly #fieldsRead = new Set<string>();
  readonly #read = new Set<Node>();
  readonly #texts = new Map<string, Node>();
  readonly #dynamic = new Set<Node>();
  /** Classes whose objects pass on what they are asked for. */
  readonly #forwarding = new Map<Node, Node>();
  /** Names of attributes that are called, and those that can hold an object, for what is called there may be one. */
  readonly #calledAttributes = new Map<string, Set<Node>>();
  readonly #holding = new Set<string>();
  /** Classes whose objects make others of their own class. */
  readonly #makingOwn = new Set<Node>();
  readonly #moduleValues = new Map<RepositoryPath, Node>();
  /** Pieces that ask objects or classes for their annotations. */
  readonly #annotationReaders = new Set<Node>();
  /** Pieces that go through lines of inheritance, with what they ask for. */
  readonly #lineReaders = new Map<Node, readonly MemberUse[]>();
  #isLoading = false;
  readonly #waiting: Node[][] = [];
  readonly #hidden: Node | undefined;

  constructor(parts: ClosureParts) {
    const { program, classes, registrations, hidden } = parts;
    this.#parts = parts;
    this.#program = program;
    this.#classes = classes;
    this.#registrations = registrations;
    this.#hidden = hidden;
  }

  /** Needs a piece for its own sake, at so many steps. */
  start(node: Node, distance = 0): void {
    this.#enter(node, distance);
  }

  /** Somebody outside calls a definition: what decorators of the repository made of it may be an object. */
  call(node: Node): void {
    const { kind, decorators, owner, start } = node.unit;
    const place = { path: node.path, owner, before: start };
    const isOwn = (name: string): boolean =>
      traceName(this.#program, name.split("."), place).ends.some(({ rest }) => rest.length === 0);
    if (kind === "function" && decorators.some(isOwn)) this.#ask("__call__", node);
  }

  /** Needs a piece for another's sake. */
  need(node: Node, by: Node): void {
    if (node === by) return;
    const edges = this.#needs.get(by);
    if (edges === undefined) this.#needs.set(by, new Set([node]));
    else edges.add(node);
    const isFree = node.unit.kind === "import" || node.unit.kind === "block" || node.unit.owner === by.index;
    this.#enter(node, (this.#distances.get(by) ?? 0) + (isFree ? 0 : 1));
    if (!changes(by, node)) this.#readValue(node);
  }

  /** Objects of a class come from outside, and so does what annotations say that their attributes hold. */
  take(node: Node, by: Node): void {
    if (this.#given.has(node)) return;
    this.#give(node, by, "always");
    for (const name of this.#fieldsRead)
      for (const one of this.#parts.given.ofAttribute(node, name)) this.take(one, node);
  }

  /** Objects of exactly this class come from outside. */
  #give(node: Node, by: Node, isMade: MadeWhen): void {
    const makesOwn = isMade === "__class__" && this.#isOfThose(node, this.#makingOwn);
    if (isMade === "always" || makesOwn || this.#asked.has(isMade)) this.makeLive(node, by);
    else {
      this.#madeWhen.set(isMade, [...(this.#madeWhen.get(isMade) ?? []), node]);
      this.#enliven(node, by);
    }
    if (this.#given.has(node)) return;
    this.#given.add(node);
    for (const [name, askers] of this.#askedOfGiven) this.#takeMember(node, name, askers);
  }

  /** Instances of a class are made, here or so that they can be given. */
  makeLive(node: Node, by: Node): void {
    this.#enliven(node, by);
    if (this.#made.has(node)) return;
    this.#made.add(node);
    for (const name of MAKING) this.#takeMember(node, name, [node]);
  }

  /** There can be instances of a class. */
  #enliven(node: Node, by: Node): void {
    this.need(node, by);
    if (this.#live.has(node)) return;
    this.#live.set(node, by);
    for (const name of this.#classes.answers(node)) {
      const others = this.#answering.get(name);
      if (others === undefined) this.#answering.set(name, [node]);
      else others.push(node);
    }
    const { order, foreign, metaclasses } = this.#classes.lineage(node);
    for (const name of ALWAYS_NEEDED) this.#takeMember(node, name, [node]);
    for (const [name, askers] of this.#asked) this.#takeMember(node, name, askers);
    for (const above of order) {
      for (const [name, askers] of this.#askedOfSelf.get(above) ?? []) this.#takeMember(node, name, askers);
      for (const [name, askers] of this.#askedOfSuper.get(above) ?? [])
        this.#takeMember(node, name, askers, above);
    }
    this.#takeForeign(node, order, foreign);
    for (const metaclass of metaclasses) this.makeLive(metaclass, node);
    for (const name of this.#classes.holding(node)) this.#hold(name);
  }

  #isOfThose(node: Node, roots: ReadonlySet<Node>): boolean {
    return this.#classes.lineage(node).order.some((one) => roots.has(one));
  }

  /** What those outside of the repository who have a hand in a class need of it. */
  #takeForeign(node: Node, order: readonly Node[], foreign: ReadonlySet<string>): void {
    const { metaclasses } = this.#classes.lineage(node);
    const reasons = [needsOfBases(foreign)];
    if (metaclasses.length > 0 || this.#classes.member(node, "__init_subclass__").length > 0)
      reasons.push(NEEDS_OF_METACLASSES);
    for (const above of order) {
      const all = [...reasons, needsOfDecorators(above.unit.decorators)];
      for (const member of this.#program.members(above))
        if (all.some((one) => isNeededBy(one, member.unit))) this.need(member, node);
    }
  }

  /** Takes what is needed until nothing more is. */
  finish(): Closure {
    do {
      for (let node = this.#next(); node !== undefined; node = this.#next()) this.#process(node);
      this.#takeByText();
      this.#takeLoaded();
      this.#takeRegistered();
      this.#takeOfLines();
      for (const by of this.#annotationReaders) for (const live of this.#live.keys()) this.#takeAll(live, by);
    } while (this.#waiting.some((nodes) => nodes.length > 0));
    return {
      distances: this.#distances,
      needs: this.#needs,
      loads: this.#loads,
      added: this.#added,
      files: this.#files,
    };
  }

  isLive(node: Node): boolean {
    return this.#live.has(node);
  }

  #next(): Node | undefined {
    return this.#waiting.find((nodes) => nodes !== undefined && nodes.length > 0)?.shift();
  }

  #enter(node: Node, distance: number): void {
    if (this.#distances.has(node)) return;
    this.#distances.set(node, distance);
    for (let at = this.#waiting.length; at <= distance; at++) this.#waiting.push([]);
    this.#waiting[distance]?.push(node);
  }

  #process(node: Node): void {
    const { unit, path } = node;
    this.#files.add(path);
    // They say how the rest of the file is read.
    for (const one of this.#program.futures(path)) this.need(one, node);
    const parent = this.#program.parent(node);
    if (parent !== undefined) this.need(parent, node);
    const place = { path, owner: unit.owner };
    this.#takeUses(unit.now, node, { ...place, before: unit.start });
    if (unit.later !== undefined && node !== this.#hidden)
      this.#takeUses(unit.later, node, { path, owner: -1 });
    if (unit.kind === "import") this.#takeImport(node);
    if (unit.kind === "class") this.#takeClass(node);
    if (unit.isTry === true) this.#takeTry(node);
    if (unit.owner !== -1) this.#takeTouching(node, unit.owner);
    if (unit.owner !== -1 && unit.kind === "function") this.#takeAccessors(node);
  }

  /** A statement that jumps out of a `try` decides what follows in it: all stay but definitions. */
  #takeTry(node: Node): void {
    for (const one of this.#program.nodes(node.path))
      if (one.unit.parent === node.index && one.unit.kind !== "function" && one.unit.kind !== "class")
        this.need(one, node);
  }

  /** Getter, setter and deleter of one property. */
  #takeAccessors(node: Node): void {
    const [name = ""] = node.unit.binds;
    for (const one of this.#program.bindings(node.path, node.unit.owner, name)) this.need(one, node);
  }

  #takeImport(node: Node): void {
    const { imported } = node.unit;
    if (imported === undefined || imported.attribute === "*") return;
    const first = imported.bindsFirst ? imported.module.split(".") : undefined;
    const trace =
      first === undefined
        ? traceImport(this.#program, imported, node.path)
        : traceName(this.#program, first, { path: node.path, owner: -1 });
    this.#takeTrace(trace, node);
  }

  #takeClass(node: Node): void {
    const { order, metaclasses } = this.#classes.lineage(node);
    for (const above of order.slice(1)) this.#takeMember(above, "__init_subclass__", [node]);
    for (const metaclass of metaclasses) this.makeLive(metaclass, node);
    if (metaclasses.length > 0) this.makeLive(node, node);
  }

  #takeUses(uses: CodeUses, by: Node, place: { path: RepositoryPath; owner: number; before?: number }): void {
    for (const use of uses.names) this.#takeName(use, by, place);
    for (const member of uses.members) this.#takeAsked(member, by);
    for (const name of uses.implicit) this.#ask(name, by);
    this.#isLoading ||= loadsModules(uses);
    if (setsByName(uses)) this.#holdAny();
    if (uses.members.some(({ name }) => LINE.test(name))) this.#lineReaders.set(by, uses.members);
    if (uses.implicit.includes("__annotations__")) this.#annotationReaders.add(by);
    for (const one of uses.imports) this.#takeInnerImport(one, uses, by);
    for (const text of uses.texts) if (!this.#texts.has(text)) this.#texts.set(text, by);
    const owner = this.#program.owner(by);
    if (!uses.isDynamic) return;
    if (owner !== undefined && FORWARDING.test(by.unit.binds[0] ?? "")) this.#forward(owner, by);
    else this.#dynamic.add(by);
  }

  /** What objects of a class are asked for and do not have they ask others for, by that name. */
  #forward(owner: Node, by: Node): void {
    this.#forwarding.set(owner, by);
    if (this.#distances.get(by) === 0) for (const name of this.#parts.givenTexts ?? []) this.#ask(name, by);
    for (const [root, names] of this.#askedOfSelf)
      for (const name of names.keys()) this.#askForwarded(root, name);
  }

  #askForwarded(root: Node, name: string): void {
    for (const [owner, by] of this.#forwarding) {
      const isRelated = this.#classes.lineage(owner).order.includes(root) || this.#given.has(owner);
      if (isRelated && this.#classes.member(owner, name).length === 0) this.#ask(name, by);
    }
  }

  /** Code that goes through a class's line of inheritance asks each class there. */
  #takeOfLines(): void {
    for (const [by, members] of this.#lineReaders)
      for (const live of this.#live.keys())
        for (const above of this.#classes.lineage(live).order)
          for (const { name } of members)
            for (const one of this.#program.bindings(above.path, above.index, name)) this.need(one, by);
  }

  #takeName(use: NameUse, by: Node, place: { path: RepositoryPath; owner: number; before?: number }): void {
    if (use.role === "quoted") return;
    if (use.role === "annotation" && !this.#evaluates(by)) return;
    const trace = traceName(this.#program, [use.name, ...use.path], place);
    this.#takeTrace(trace, by);
    if (place.before !== undefined && use.role !== "annotation")
      for (const one of trace.via)
        if (one !== by) this.#loads.set(by, (this.#loads.get(by) ?? new Set()).add(one));
    const isBase = by.unit.classFacts?.bases.some(({ start }) => start === use.start) === true;
    for (const { node, rest } of trace.ends)
      this.#takeEnd(node, rest, { by, isValue: use.role === "value" && !isBase });
    if (use.isCalled === true) for (const end of trace.ends) this.#callEnd(end, by);
    if (trace.isModule && use.role === "value")
      for (const path of trace.modules.slice(-1)) this.#moduleValues.set(path, by);
  }

  /** What is called by a name is a function or a class, or an object that a variable holds. */
  #callEnd({ node, rest }: Trace["ends"][number], by: Node): void {
    const last = rest.at(-1);
    if (last !== undefined) this.#askCalled(last, by);
    else if (node.unit.now.names.some((one) => one.isCalled === true) || node.unit.decorators.length > 0)
      this.#ask("__call__", by);
  }

  /** Needs what is read of a piece that a name leads to. */
  #takeEnd(node: Node, rest: readonly string[], how: { readonly by: Node; readonly isValue: boolean }): void {
    const { by, isValue } = how;
    const [first, ...others] = rest;
    const isClass = node.unit.kind === "class";
    if (isClass && isValue && this.#makesInstances(node, rest)) this.makeLive(node, by);
    if (first === "__dict__") this.#takeAll(node, by);
    else if (first === "__subclasses__" && isClass) this.#takeSubclasses(node, by);
    else if (first !== undefined && isClass) {
      const inner = this.#classes.member(node, first).filter(({ unit }) => unit.kind === "class");
      this.#takeMember(node, first, [by]);
      for (const one of inner) this.#takeEnd(one, others, how);
      if (inner.length > 0) return;
    } else if (first !== undefined) this.#askOfValue(node, first, by);
    for (const other of others) this.#ask(other, by);
  }

  /** Asks what a piece's value is, where that tells, and anything otherwise. */
  #askOfValue(node: Node, name: string, by: Node): void {
    const value = node.unit.assignment?.value;
    const [only] = node.unit.binds;
    const isRebound = this.#program
      .nodes(node.path)
      .some((one) => one.unit.later?.changes.includes(only ?? ""));
    if (value === undefined || isRebound) this.#ask(name, by);
    else if (typeof value === "object" && !this.#askClasses(value, name, { by, path: node.path }))
      this.#ask(name, by);
  }

  /** False for code that only reads a constant of a class, or calls one of its methods with an object that it has from elsewhere. */
  #makesInstances(node: Node, [first]: readonly string[]): boolean {
    if (first === undefined || this.#classes.lineage(node).foreign.size > 0) return true;
    const found = this.#classes.member(node, first);
    if (found.length === 0) return !/^__(name|qualname|module|doc|dict|mro|bases)__$/.test(first);
    return !found.every(
      ({ unit }) =>
        unit.kind === "class" ||
        (unit.kind === "function" && unit.decorators.length === 0) ||
        (unit.kind === "variable" && unit.now.names.every(({ role }) => role !== "value")),
    );
  }

  /** All members of a class that is looked through (`vars(C)`), of those above it, and what their annotations name; of functions the latter. */
  #takeAll(node: Node, by: Node): void {
    const holders = node.unit.kind === "class" ? this.#classes.lineage(node).order : [];
    for (const one of [node, ...holders.flatMap((above) => this.#program.members(above))]) {
      this.need(one, by);
      this.#takeAnnotations(one);
    }
  }

  /** What annotations name that are evaluated by somebody who asks for them. */
  #takeAnnotations(node: Node): void {
    for (const { name, path, role } of node.unit.now.names) {
      if (role !== "quoted" && role !== "annotation") continue;
      const trace = traceName(this.#program, [name, ...path], { path: node.path, owner: node.unit.owner });
      this.#takeTrace(trace, node);
      for (const end of trace.ends) if (end.node.unit.kind === "class") this.makeLive(end.node, node);
    }
  }

  /** Classes below one that are there when the target runs, with instances. */
  #takeSubclasses(node: Node, by: Node): void {
    for (const one of this.#classes.subclasses(node)) {
      if (!this.#registrations.isLoaded(one) || this.#made.has(one)) continue;
      this.makeLive(one, by);
      this.#takeSubclasses(one, node);
    }
  }

  /** Where a class keeps account of those below it (`__init_subclass__`), or of those that it makes (a metaclass), and somebody reads the account, they are needed. */
  #takeRegistered(): void {
    const readers = [...this.#needs].filter(
      ([{ unit }]) => unit.kind === "function" && !MAKES_CLASSES.has(unit.binds[0] ?? ""),
    );
    const read = new Set(
      readers.flatMap(([, needs]) => [...needs]).filter(({ unit }) => unit.kind === "variable"),
    );
    const reached = [...this.#distances.keys()];
    for (const node of reached)
      if (node.unit.kind === "class" && this.#accountsOf(node).some((one) => read.has(one)))
        this.#takeAccounted(node, node);
    for (const variable of read)
      for (const maker of this.#program.nodes(variable.path)) {
        const owner = this.#program.owner(maker);
        const fills = maker.unit.later?.changes.some((name) => variable.unit.binds.includes(name)) === true;
        if (owner !== undefined && fills && MAKES_CLASSES.has(maker.unit.binds[0] ?? ""))
          this.#takeAccounted(owner, variable);
      }
  }

  /** The class-level values that making a class below one, or by one, uses. */
  #accountsOf(node: Node): readonly Node[] {
    const isMetaclass = this.#classes.lineage(node).foreign.has("type");
    const names = isMetaclass ? MAKES_CLASSES : ["__init_subclass__", "__set_name__"];
    const makers = [...names].flatMap((name) => this.#classes.member(node, name));
    return makers.flatMap(({ unit }) =>
      (unit.later?.members ?? []).flatMap(({ name }) =>
        this.#classes.member(node, name).filter((one) => one.unit.kind === "variable"),
      ),
    );
  }

  #takeAccounted(node: Node, by: Node): void {
    this.#takeSubclasses(node, by);
    if (!this.#classes.lineage(node).foreign.has("type")) return;
    for (const one of this.#classes.in(this.#registrations.loadedFiles))
      if (this.#classes.lineage(one).metaclasses.includes(node)) this.makeLive(one, by);
  }

  /** Needs what a name that the target's inputs use leads to, with what lies on the way; objects of classes come from outside. */
  needNamed({ names, path, isMade }: NamedPlace, by: Node): void {
    const trace = traceName(this.#program, names, { path, owner: -1 });
    this.#takeTrace(trace, by);
    for (const { node, rest } of trace.ends) {
      const [first] = rest;
      if (first !== undefined) this.#takeMember(node, first, [by]);
      else if (node.unit.kind === "class") this.#give(node, by, isMade);
    }
  }

  #takeTrace({ via, ends, modules, unbound }: Trace, by: Node): void {
    for (const node of via) this.need(node, by);
    for (const { node } of ends) this.need(node, by);
    for (const path of modules) this.#files.add(path);
    for (const path of unbound) this.#addImport(by.path, path);
  }

  #addImport(to: RepositoryPath, path: RepositoryPath): void {
    this.#files.add(path);
    if (to !== path) this.#added.set(to, (this.#added.get(to) ?? new Set()).add(path));
  }

  /** Annotations of variables are evaluated in classes and modules alone, and nowhere where the file says so. */
  #evaluates(by: Node): boolean {
    if (this.#program.file(by.path)?.areAnnotationsLazy !== true) return true;
    const isPlain = (decorator: string): boolean =>
      /^(property|staticmethod|classmethod|(\w+\.)?(abstractmethod|overload|override|wraps|cached_property|lru_cache|cache|contextmanager|dataclass))\b/.test(
        decorator,
      );
    if (by.unit.kind === "function") return by.unit.decorators.some((one) => !isPlain(one));
    const owner = this.#program.owner(by);
    if (owner === undefined) return false;
    const { foreign } = this.#classes.lineage(owner);
    return needsOfBases(foreign).methods || owner.unit.decorators.some((one) => !isPlain(one));
  }

  #takeInnerImport(one: InnerImport, uses: CodeUses, by: Node): void {
    const plain = traceImport(this.#program, one, by.path);
    this.#takeTrace(plain, by);
    for (const { node } of plain.ends) if (node.unit.kind === "class") this.makeLive(node, by);
    if (!plain.isModule) return;
    for (const { of, name } of uses.members) {
      if (of !== one.local) continue;
      const trace = traceImport(this.#program, one, by.path, [name]);
      this.#takeTrace(trace, by);
      for (const { node } of trace.ends) if (node.unit.kind === "class") this.makeLive(node, by);
    }
  }

  #takeAsked(member: MemberUse, by: Node): void {
    const { name, on, as } = member;
    const owner = this.#program.owner(by);
    if (name === "__class__" && as === "call") this.#askOwnClass(on === "any" ? undefined : owner, by);
    if (as === "set") this.#hold(name);
    else this.#takeFields(name);
    if (on === "any" && this.#askTyped(member, by)) return;
    if (as === "call" && on === "any") this.#askCalled(name, by);
    if (name === "__subclasses__" && on === "self" && owner !== undefined) this.#takeSubclasses(owner, by);
    const isOfMetaclass = owner !== undefined && this.#classes.lineage(owner).foreign.has("type");
    if (on === "any" || owner === undefined || isOfMetaclass) this.#ask(name, by);
    if (on === "any" || owner === undefined) return;
    const after = on === "super" ? owner : undefined;
    if (as === "call" && this.#classes.member(owner, name).length === 0) this.#askCalled(name, by);
    this.#takeMember(owner, name, [by], after);
    this.#askBelow(owner, name, by, after);
  }

  #ask(name: string, by: Node): void {
    const askers = this.#asked.get(name);
    if (askers?.has(by) === true) return;
    if (askers === undefined) this.#asked.set(name, new Set([by]));
    else askers.add(by);
    for (const live of this.#answering.get(name) ?? []) this.#takeMember(live, name, [by]);
    for (const live of this.#answering.get(ANY_MEMBER) ?? []) this.#takeMember(live, name, [by]);
    for (const given of this.#madeWhen.get(name) ?? []) this.makeLive(given, by);
  }

  /** What is called as an attribute is a method, or an object where the slice has objects that hold something by that name. */
  #askCalled(name: string, by: Node): void {
    if (this.#holding.has(name) || this.#holding.has(ANY_MEMBER)) this.#ask("__call__", by);
    else this.#calledAttributes.set(name, (this.#calledAttributes.get(name) ?? new Set()).add(by));
  }

  #hold(name: string): void {
    if (this.#holding.has(name)) return;
    this.#holding.add(name);
    for (const by of this.#calledAttributes.get(name) ?? []) this.#ask("__call__", by);
  }

  #holdAny(): void {
    this.#hold(ANY_MEMBER);
    for (const name of this.#calledAttributes.keys()) this.#hold(name);
  }

  /** Makes the classes that are only made where their objects do that: those of one line of inheritance, or all. */
  #askOwnClass(root: Node | undefined, by: Node): void {
    if (root === undefined || this.#classes.lineage(root).foreign.has("type")) {
      this.#ask("__class__", by);
      return;
    }
    this.#makingOwn.add(root);
    for (const given of this.#madeWhen.get("__class__") ?? [])
      if (this.#isOfThose(given, this.#makingOwn)) this.makeLive(given, by);
  }

  #askOfGiven(name: string, by: Node): void {
    const askers = this.#askedOfGiven.get(name) ?? new Set<Node>();
    this.#askedOfGiven.set(name, askers.add(by));
    for (const given of this.#given) this.#takeMember(given, name, [by]);
  }

  /** What is read from an attribute of objects that come from outside comes from there, too. */
  #takeFields(name: string): void {
    if (this.#fieldsRead.has(name)) return;
    this.#fieldsRead.add(name);
    if (this.#parts.isGivenKnown) return;
    for (const given of this.#given)
      for (const one of this.#parts.given.ofAttribute(given, name)) this.take(one, given);
  }

  /**
   * Asks only objects of the classes that a local variable or an attribute of the receiver is known to hold, those below them, and whatever comes from outside:
   * annotations are not held to. False where no class is known.
   */
  #askTyped({ name, of, types }: MemberUse, by: Node): boolean {
    const owner = this.#program.owner(by);
    if (types !== undefined) return this.#askClasses(types, name, { by, path: by.path });
    const classes =
      of?.startsWith(".") === true && owner !== undefined
        ? this.#parts.given.ofAttribute(owner, of.slice(1))
        : [];
    if (classes.length === 0) return false;
    this.#askOfGiven(name, by);
    for (const one of classes) this.#askBelow(one, name, by);
    return true;
  }

  /** The same of classes by the names that a file has for them. */
  #askClasses(
    types: readonly string[],
    name: string,
    { by, path }: { readonly by: Node; readonly path: RepositoryPath },
  ): boolean {
    const classes = types.map((written) => this.#classOf(written, path));
    if (classes.length === 0 || classes.includes(undefined)) return false;
    this.#askOfGiven(name, by);
    for (const one of classes) if (one !== undefined && one !== "outside") this.#askBelow(one, name, by);
    return true;
  }

  /** The class that a dotted name means; undefined where it is something else of the repository. */
  #classOf(written: string, path: RepositoryPath): Node | "outside" | undefined {
    const [name = "", ...rest] = written.split(".");
    const [found] = this.#classes.named({ name, path: rest }, { path, owner: -1 });
    if (found !== undefined) return found;
    const { ends, modules } = traceName(this.#program, [name, ...rest], { path, owner: -1 });
    return ends.length === 0 && modules.length === 0 ? "outside" : undefined;
  }

  /** Asks live objects of a class and of those below it. */
  #askBelow(root: Node, name: string, by: Node, after?: Node): void {
    const asked = after === undefined ? this.#askedOfSelf : this.#askedOfSuper;
    const names = asked.get(root) ?? new Map<string, Set<Node>>();
    asked.set(root, names.set(name, (names.get(name) ?? new Set()).add(by)));
    this.#askForwarded(root, name);
    for (const live of this.#live.keys())
      if (this.#classes.lineage(live).order.includes(root)) this.#takeMember(live, name, [by], after);
  }

  #takeMember(of: Node, name: string, askers: Iterable<Node>, after?: Node): void {
    if (name === ANY_MEMBER) {
      this.#takePublic(of, askers);
      return;
    }
    const found = this.#classes.member(of, name, after);
    if (found.length === 0) {
      for (const other of calledByMixin(this.#classes.lineage(of).foreign, name))
        this.#takeMember(of, other, askers);
      const isAnswered = /^__\w+__$/.test(name) || after !== undefined || this.#classes.gives(of, name);
      if (!isAnswered) this.#takeMember(of, "__getattr__", askers);
      return;
    }
    for (const by of askers) for (const node of found) this.need(node, by);
    // A class that defines `__eq__` without it has no `__hash__`.
    if (name === "__eq__") this.#takeMember(of, "__hash__", askers, after);
  }

  /** Methods of a class that somebody from outside may name. */
  #takePublic(of: Node, askers: Iterable<Node>): void {
    const { givenTexts } = this.#parts;
    if (givenTexts !== undefined) {
      for (const name of givenTexts) this.#takeMember(of, name, askers);
      return;
    }
    for (const above of this.#classes.lineage(of).order)
      for (const member of this.#program.members(above))
        if (member.unit.kind === "function" && !member.unit.binds[0]?.startsWith("_"))
          for (const by of askers) this.need(member, by);
  }

  /** Whatever fills a value is needed by those who read it. */
  #readValue(node: Node): void {
    const { unit } = node;
    if (unit.owner !== -1 || unit.kind === "import" || unit.kind === "block" || this.#read.has(node)) return;
    this.#read.add(node);
    this.#takeTouching(node, -1);
    for (const one of this.#registrations.of(node)) {
      this.#addImport(this.#registrations.start, one.path);
      // Whoever keeps account of a class makes it.
      if (one.unit.kind === "class") this.makeLive(one, node);
      else this.need(one, node);
    }
  }

  #takeTouching(node: Node, owner: number): void {
    for (const name of node.unit.binds) {
      if (name === "__all__") continue;
      for (const one of this.#program.touching(node.path, owner, name))
        if (one !== node) this.need(one, node);
    }
  }

  /** Where modules are loaded by names that are worked out, constant texts say which, and what of them is meant. */
  #takeLoaded(): void {
    if (!this.#isLoading) return;
    for (const [text, by] of this.#texts) {
      const parts = text.includes("*") ? [] : text.split(".");
      for (let length = parts.length; length > 1; length--) {
        const path = this.#program.modules.resolve(parts.slice(0, length).join("."), by.path);
        if (path === undefined) continue;
        this.#files.add(path);
        if (length < parts.length) this.needNamed({ path, names: parts.slice(length), isMade: "always" }, by);
        break;
      }
    }
  }

  /** Where attributes are read by names that are worked out, constant texts say which. */
  #takeByText(): void {
    if (this.#dynamic.size === 0) return;
    for (const live of this.#live.keys()) this.#takeMember(live, "__getattr__", this.#dynamic);
    const exact = new Map([...this.#texts].filter(([text]) => !text.includes("*")));
    const patterns = [...this.#texts].flatMap(([text, by]) => {
      const [start = "", end] = text.split("*");
      return end === undefined ? [] : [{ start, end, by }];
    });
    const fits = (name: string): { readonly by: Node } | undefined =>
      patterns.find(({ start, end }) => name.startsWith(start) && name.endsWith(end));
    for (const [name, by] of exact) this.#ask(name, by);
    for (const live of this.#live.keys())
      for (const above of this.#classes.lineage(live).order)
        for (const member of this.#program.members(above))
          for (const name of member.unit.binds) {
            const found = fits(name);
            if (found !== undefined) this.need(member, found.by);
          }
    const modules = new Map(this.#moduleValues);
    for (const node of this.#dynamic) modules.set(node.path, node);
    for (const [path, by] of modules)
      for (const node of this.#program.nodes(path)) {
        if (node.unit.owner !== -1 || node.unit.never !== undefined) continue;
        const isNamed = node.unit.binds.some((name) => exact.has(name) || fits(name) !== undefined);
        if (isNamed) this.need(node, by);
      }
  }
}

/** True for code that changes what a piece binds: it needs the piece, not what fills it. */
function changes(by: Node, node: Node): boolean {
  const changed = by.unit.later?.changes ?? [];
  return (
    by.unit.touches.some((name) => node.unit.binds.includes(name)) ||
    changed.some((name) => node.unit.binds.includes(name))
  );
}

/** True for code that gives objects attributes by names that it works out. */
function setsByName({ names, members, isDynamic }: CodeUses): boolean {
  const fills = members.some(({ name }) => name === "__dict__" || name === "__setattr__");
  return fills || (isDynamic && names.some(({ name }) => name === "setattr"));
}
