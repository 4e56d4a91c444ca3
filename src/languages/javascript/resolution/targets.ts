import type ts from "typescript-api";

import type { EdgeEvidence } from "../../resolution.ts";
import type { CallSite } from "./call-sites.ts";
import { findIndirectCallee } from "./callbacks.ts";
import { isOwn, type Names } from "./callables.ts";
import type { ClassMembers } from "./class-members.ts";
import { getCompiler } from "./compiler.ts";
import { isDeclared, isExactReceiver } from "./receivers.ts";
import { isAccess, unwrap, type CallableNode, type CallLike } from "./syntax.ts";

/** What the type checker says that a site calls. */
export interface DirectTargets {
  readonly callables: readonly CallableNode[];
  readonly how: Extract<EdgeEvidence, "declared" | "inferred">;
  /** True where subclasses' methods cannot be meant. */
  readonly isExact: boolean;
  /** How many arguments come before those of the callee (one in `f.call(x, …)`); undefined where arguments cannot be told apart. */
  readonly shift: number | undefined;
}

const NONE: DirectTargets = { callables: [], how: "declared", isExact: true, shift: 0 };

/** Finds targets by names and types alone. */
export function createTargetFinder(names: Names, classes: ClassMembers): (site: CallSite) => DirectTargets {
  const ts = getCompiler();
  const { checker } = names;
  const ofExpression = (callee: ts.Expression): DirectTargets => {
    const node = unwrap(callee);
    const symbol = ts.isIdentifier(node) || isAccess(node) ? names.symbolOf(node) : undefined;
    const callables = symbol === undefined ? [] : names.callablesOf(symbol);
    const how = isDeclared(node, names) ? "declared" : "inferred";
    return { callables, how, isExact: isExactReceiver(node), shift: 0 };
  };
  const bySignature = (node: ts.CallLikeExpression): DirectTargets => {
    const declaration = checker.getResolvedSignature(node)?.declaration;
    if (declaration === undefined || !isOwn(declaration) || ts.isJSDocSignature(declaration)) return NONE;
    const symbol = checker.getSymbolAtLocation(("name" in declaration && declaration.name) || declaration);
    const callables = symbol === undefined ? functionWithBody(declaration) : names.callablesOf(symbol);
    return { callables, how: "inferred", isExact: true, shift: 0 };
  };
  const ofCall = (site: Extract<CallSite, { kind: "call" }>): DirectTargets => {
    const { node, callee } = site;
    if (callee.kind === ts.SyntaxKind.SuperKeyword) return ofSuper(node);
    const named = ofExpression(callee);
    const found = named.callables.length > 0 ? named : (throughCall(node) ?? bySignature(node));
    return ts.isNewExpression(node) ? instantiated(found) : found;
  };
  const throughCall = (node: CallLike): DirectTargets | undefined => {
    const indirect = findIndirectCallee(node);
    if (indirect === undefined || indirect.by === "bind") return undefined;
    const found = ofExpression(indirect.callee);
    return found.callables.length === 0
      ? undefined
      : { ...found, shift: indirect.by === "call" ? 1 : undefined };
  };
  const instantiated = (found: DirectTargets): DirectTargets => ({
    ...found,
    isExact: true,
    callables: found.callables.map((each) => (ts.isClassLike(each) ? classes.constructorOf(each) : each)),
  });
  const ofSuper = (node: ts.Node): DirectTargets => {
    const around = classAround(node);
    const base = around && classes.baseOf(around);
    return base === undefined ? NONE : instantiated({ ...NONE, callables: [base] });
  };
  const ofAccess = ({ node, reads, writes }: Extract<CallSite, { kind: "access" }>): DirectTargets => {
    const symbol = names.symbolOf(node);
    if (symbol === undefined || !(symbol.flags & ts.SymbolFlags.Accessor)) return NONE;
    const accessors = names
      .declarationsOf(symbol)
      .filter((each) => (reads && ts.isGetAccessor(each)) || (writes && ts.isSetAccessor(each)));
    const how = isDeclared(node, names) ? "declared" : "inferred";
    return { ...NONE, callables: accessors.filter(ts.isFunctionLike), how, isExact: isExactReceiver(node) };
  };
  const ofIteration = ({ node, isAsync }: Extract<CallSite, { kind: "iteration" }>): DirectTargets => {
    if (ts.isArrayLiteralExpression(unwrap(node))) return NONE;
    const type = checker.getTypeAtLocation(node);
    if (type.symbol?.declarations?.some(isOwn) !== true) return NONE;
    const wanted = isAsync ? ["__@asyncIterator@", "__@iterator@"] : ["__@iterator@"];
    const method = wanted
      .map((start) => checker.getPropertiesOfType(type).find(({ name }) => name.startsWith(start)))
      .find((each) => each !== undefined);
    return { ...NONE, callables: method === undefined ? [] : names.callablesOf(method), isExact: false };
  };
  return (site) => {
    switch (site.kind) {
      case "call":
        return ofCall(site);
      case "access":
        return ofAccess(site);
      case "iteration":
        return ofIteration(site);
      case "element":
        return instantiated(ofExpression(site.callee));
      default:
        return ts.isCallExpression(site.callee) ? NONE : ofExpression(site.callee);
    }
  };
}

function functionWithBody(node: ts.SignatureDeclaration): readonly CallableNode[] {
  return "body" in node && node.body !== undefined ? [node] : [];
}

function classAround(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  const ts = getCompiler();
  for (let outer = node.parent; outer !== undefined; outer = outer.parent)
    if (ts.isClassLike(outer)) return outer;
  return undefined;
}
