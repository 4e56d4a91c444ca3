import type { CodeEdge, CodePlace, NameUse } from "../../languages/index.ts";
import { lastPart } from "../../base/index.ts";
import type { KnownCall } from "../call-sites.ts";
import type { CodeView } from "../code-view.ts";
import { CallGraph, type ReachedPlace } from "./call-graph.ts";
import { DeclarationTable, isTypeDeclaration, type DeclaredCode } from "./declaration-table.ts";
import { membersOf, type TypeMember } from "./members.ts";
import { findPossibleImports, type PossibleImports } from "./possible-imports.ts";
import { TypeHierarchy } from "./type-hierarchy.ts";

/** A test and over how many calls at least it reaches what it tests. */
export interface ReachingTest extends DeclaredCode {
  readonly steps: number;
}

/**
 * What can be asked of a view. Everything is worked out from the view alone, when it is first asked for; on an overlay it knows what the overlay
 * leaves. What asks for calls, types or uses throws `language-lacks` where the language cannot say what names mean.
 */
export class CodeQueries {
  readonly view: CodeView;
  #table: DeclarationTable | undefined;
  #calls: CallGraph | undefined;
  #hierarchy: TypeHierarchy | undefined;

  constructor(view: CodeView) {
    this.view = view;
  }

  /** All declarations. */
  get table(): DeclarationTable {
    return (this.#table ??= new DeclarationTable(this.view));
  }

  /** All edges. */
  get calls(): CallGraph {
    return (this.#calls ??= new CallGraph(this.view));
  }

  get #types(): TypeHierarchy {
    return (this.#hierarchy ??= new TypeHierarchy(this.view, this.table));
  }

  /** Where a name is declared, qualified or not. */
  definitionsOf(name: string): readonly DeclaredCode[] {
    return this.table.named(name);
  }

  /** Calls of a declaration; of a class also those of its constructors. */
  callersOf(place: CodePlace): readonly CodeEdge[] {
    return this.#withConstructors(place).flatMap((one) => this.calls.to(one, "call"));
  }

  /** Lines that call a declaration, those among them of which only the name says so: of the unresolved calls all that have its name. */
  linesCalling(place: CodePlace): readonly KnownCall[] {
    const name = lastPart(place.name);
    const known = this.callersOf(place).flatMap(({ caller: { path }, at, how }) =>
      at === null ? [] : [{ path, line: at, isByName: how === "name" }],
    );
    const named = this.view
      .resolved()
      .unresolved.filter(({ why, written }) => why === "unknown" && lastPart(written) === name)
      .map(({ caller: { path }, at }) => ({ path, line: at, isByName: true }));
    return [...known, ...named];
  }

  /** Calls that a declaration makes, not what is declared in it; of a class those of its methods. */
  calleesOf(place: CodePlace): readonly CodeEdge[] {
    return this.#withMembers(place).flatMap((one) => this.calls.from(one, "call"));
  }

  /** What a declaration calls at any depth, nearest first. */
  allCalleesOf(place: CodePlace): readonly ReachedPlace[] {
    return this.calls.allCallees(this.#withMembers(place));
  }

  /** What calls a declaration at any depth, nearest first. */
  allCallersOf(place: CodePlace): readonly ReachedPlace[] {
    return this.calls.allCallers(this.#withMembers(place));
  }

  /** Everywhere a declaration is named. */
  usesOf(place: CodePlace): readonly NameUse[] {
    return this.view.resolved().findUses(place);
  }

  /** Tests that reach a declaration over calls, nearest first; of a class those that reach one of its members. */
  testsOf(place: CodePlace): readonly ReachingTest[] {
    return this.allCallersOf(place).flatMap(({ place: caller, steps }) => {
      const found = this.table.find(caller);
      return found === undefined || !found.declaration.isTest ? [] : [{ ...found, steps }];
    });
  }

  /** What stands beside a declaration: in the same class or function, or at the top of its file. */
  siblingsOf(place: CodePlace): readonly DeclaredCode[] {
    const own = this.table.find(place);
    if (own === undefined) return [];
    const beside = own.parent === undefined ? this.table.topOf(place.path) : this.table.membersOf(own.parent);
    return beside.filter((one) => one !== own);
  }

  /** All that a class inherits from, in the order in which members are looked up. Types of the repository alone, as in all that follows. */
  superclassesOf(place: CodePlace): readonly DeclaredCode[] {
    return this.#ofType(place, (type) => this.#types.ancestorsOf(type));
  }

  /** All that inherit from a class, nearest first. */
  subclassesOf(place: CodePlace): readonly DeclaredCode[] {
    return this.#ofType(place, (type) => this.#types.descendantsOf(type));
  }

  /** Descendants of a class's grandparents but for itself and its parents. */
  relativesOf(place: CodePlace): readonly DeclaredCode[] {
    return this.#ofType(place, (type) => this.#types.relativesOf(type));
  }

  /** Members of a class, inherited ones after its own. */
  membersOf(place: CodePlace): readonly TypeMember[] {
    const type = this.table.find(place);
    if (type === undefined) return [];
    return membersOf(type, { table: this.table, hierarchy: this.#types, calls: this.calls });
  }

  /** Methods that a method overrides or implements, nearest first. */
  overriddenBy(place: CodePlace): readonly CodePlace[] {
    return this.calls.above(place);
  }

  /** Methods that override or implement a method, nearest first. */
  overridesOf(place: CodePlace): readonly CodePlace[] {
    return this.calls.below(place);
  }

  /** Where an undefined name could come from. */
  possibleImportsOf(name: string): PossibleImports {
    return findPossibleImports(name, this.view, this.table);
  }

  #ofType(place: CodePlace, ask: (type: DeclaredCode) => readonly DeclaredCode[]): readonly DeclaredCode[] {
    const type = this.table.find(place);
    return type === undefined || !isTypeDeclaration(type.declaration) ? [] : ask(type);
  }

  #withConstructors(place: CodePlace): readonly CodePlace[] {
    const type = this.table.find(place);
    if (type === undefined || !isTypeDeclaration(type.declaration)) return [place];
    const constructors = this.table
      .membersOf(type)
      .filter(({ declaration }) => declaration.kind === "constructor");
    return [place, ...constructors.map((one) => one.place)];
  }

  #withMembers(place: CodePlace): readonly CodePlace[] {
    const type = this.table.find(place);
    if (type === undefined || !isTypeDeclaration(type.declaration)) return [place];
    return [place, ...this.table.membersOf(type).map((one) => one.place)];
  }
}
