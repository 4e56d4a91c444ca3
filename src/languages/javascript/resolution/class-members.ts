import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import type { Names } from "./callables.ts";
import { hasBody, type CallableNode } from "./syntax.ts";

/** How classes and interfaces of the repository stand to one another. */
export interface ClassMembers {
  /** What runs when a class is instantiated: its constructor or an inherited one, the class where the repository has none. */
  constructorOf(node: ts.ClassLikeDeclaration): CallableNode;
  /** The class that a class extends, if the repository holds it. */
  baseOf(node: ts.ClassLikeDeclaration): CallableNode | undefined;
  /** Methods that can run in the place of one: those of subclasses and implementations, however far down. */
  replacementsOf(method: ts.Node): readonly ts.Node[];
  /** Each method with what it overrides or implements right above it. */
  readonly relations: readonly MemberRelation[];
}

/** That a member stands for one of a base. */
export interface MemberRelation {
  readonly kind: "override" | "implementation";
  readonly member: ts.Node;
  readonly of: ts.Node;
}

/** Relates the classes of some files. */
export function relateClasses(
  classes: readonly (ts.ClassLikeDeclaration | ts.InterfaceDeclaration)[],
  names: Names,
): ClassMembers {
  const ts = getCompiler();
  const relations = classes.flatMap((node) => relationsOf(node, names));
  const below = new Map<ts.Node, ts.Node[]>();
  for (const { member, of } of relations) {
    const list = below.get(of);
    if (list === undefined) below.set(of, [member]);
    else list.push(member);
  }
  const baseOf = (node: ts.ClassLikeDeclaration): CallableNode | undefined => {
    const base = heritageOf(node, ts.SyntaxKind.ExtendsKeyword)[0];
    const symbol = base && names.symbolOf(base.expression);
    return symbol && names.callablesOf(symbol)[0];
  };
  const findConstructor = (node: ts.ClassLikeDeclaration, seen: Set<ts.Node>): CallableNode | undefined => {
    const own = node.members.find((member) => ts.isConstructorDeclaration(member) && hasBody(member));
    if (own !== undefined && ts.isConstructorDeclaration(own)) return own;
    const base = baseOf(node);
    if (base === undefined || seen.has(base)) return undefined;
    seen.add(base);
    return ts.isClassLike(base) ? findConstructor(base, seen) : base;
  };
  return {
    constructorOf: (node) => findConstructor(node, new Set([node])) ?? node,
    baseOf,
    replacementsOf: (method) => reach(method, below),
    relations,
  };
}

function reach(from: ts.Node, below: ReadonlyMap<ts.Node, readonly ts.Node[]>): readonly ts.Node[] {
  const found = new Set<ts.Node>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const node of below.get(next) ?? []) {
      if (found.has(node)) continue;
      found.add(node);
      open.push(node);
    }
  }
  return [...found];
}

function heritageOf(
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  token?: ts.SyntaxKind,
): readonly ts.ExpressionWithTypeArguments[] {
  const clauses = node.heritageClauses ?? [];
  return clauses
    .filter((clause) => token === undefined || clause.token === token)
    .flatMap((clause) => clause.types);
}

function relationsOf(
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  names: Names,
): readonly MemberRelation[] {
  const ts = getCompiler();
  const { checker } = names;
  const bases = heritageOf(node).map((base) => ({
    instance: checker.getTypeAtLocation(base),
    constructed: ts.isClassLike(node) ? checker.getTypeAtLocation(base.expression) : undefined,
  }));
  if (bases.length === 0) return [];
  return node.members.flatMap((member) => {
    const callable = callableMember(member);
    const name = member.name && checker.getSymbolAtLocation(member.name)?.name;
    if (callable === undefined || name === undefined) return [];
    const isStatic = ts.canHaveModifiers(member) && hasModifier(member, ts.SyntaxKind.StaticKeyword);
    return bases.flatMap(({ instance, constructed }) => {
      const type = isStatic ? constructed : instance;
      const above = type && checker.getPropertyOfType(type, name);
      const replaced = above === undefined ? [] : names.callablesOf(above);
      return replaced.filter((of) => of !== callable).flatMap((of) => relate(callable, of));
    });
  });
}

/** The callable that a member is: itself, or the function that a field holds. */
function callableMember(member: ts.ClassElement | ts.TypeElement): ts.Node | undefined {
  const ts = getCompiler();
  if (ts.isMethodDeclaration(member) || ts.isMethodSignature(member) || ts.isAccessor(member)) return member;
  const value = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    ? value
    : undefined;
}

function relate(member: ts.Node, of: ts.Node): readonly MemberRelation[] {
  const ts = getCompiler();
  if (ts.isClassLike(of)) return [];
  if (ts.isAccessor(member) && ts.isAccessor(of) && member.kind !== of.kind) return [];
  if (ts.isMethodDeclaration(member) && !hasBody(member) && !isAbstract(member)) return [];
  const isDescribed = ts.isMethodSignature(of) || isAbstract(of);
  return [{ kind: isDescribed && !ts.isMethodSignature(member) ? "implementation" : "override", member, of }];
}

/** True for a member that subclasses have to give. */
export function isAbstract(node: ts.Node): boolean {
  const ts = getCompiler();
  return ts.canHaveModifiers(node) && hasModifier(node, ts.SyntaxKind.AbstractKeyword);
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return (
    getCompiler()
      .getModifiers(node)
      ?.some((modifier) => modifier.kind === kind) === true
  );
}
