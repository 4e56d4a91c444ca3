import { findMemberType } from "./hierarchy.ts";
import type { ClassSymbol, Type, TypeVariable } from "./model.ts";

/** What the names of a file mean outside of its classes. */
export interface FileScope {
  readonly path: string;
  readonly packageName: string;
  findType(name: string): ClassSymbol | undefined;
  /** By its name with package. */
  findQualified(name: string): ClassSymbol | undefined;
  /** A class of which only the name is known. */
  opaque(name: string): ClassSymbol;
  /** Classes of which a static member of this name may be imported, those that name it first. */
  staticOwners(name: string): readonly ClassSymbol[];
}

/** What names mean at a place, from the inside out. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly file: FileScope;
  /** The class whose members are names here. */
  readonly owner?: ClassSymbol;
  /** Absent until there is one: most scopes declare nothing. */
  variables?: Map<string, Type>;
  types?: Map<string, ClassSymbol | TypeVariable>;
}

export function createScope(parent: Scope | undefined, file: FileScope, owner?: ClassSymbol): Scope {
  return owner === undefined ? { parent, file } : { parent, file, owner };
}

/** Declares a variable, or changes what is known of it. */
export function declareVariable(scope: Scope, name: string, type: Type): void {
  scope.variables ??= new Map();
  scope.variables.set(name, type);
}

/** Declares a class in a method, or a type parameter. */
export function declareType(scope: Scope, name: string, type: ClassSymbol | TypeVariable): void {
  scope.types ??= new Map();
  scope.types.set(name, type);
}

/** A scope inside another. */
export function within(parent: Scope): Scope {
  return createScope(parent, parent.file);
}

/** The class or type parameter of a simple name. */
export function findType(scope: Scope, name: string): ClassSymbol | TypeVariable | undefined {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    const local = each.types?.get(name);
    if (local !== undefined) return local;
    if (each.owner === undefined) continue;
    if (each.owner.name === name) return each.owner;
    const member = findMemberType(each.owner, name);
    if (member !== undefined) return member;
  }
  return scope.file.findType(name);
}

/** The classes around a place, innermost first. */
export function* ownersAround(scope: Scope): Generator<ClassSymbol, void, undefined> {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    if (each.owner !== undefined) yield each.owner;
  }
}
