import type ts from "typescript-api";

import { isOwn, memberOfPattern, valueOf, type Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import { createFlowGraph, type FlowGraph, type Place } from "./flow-graph.ts";
import {
  findMemberName,
  hasBody,
  isAccess,
  isStore,
  unwrap,
  type CallableNode,
  type FunctionNode,
} from "./syntax.ts";

/*
 * Follows functions and objects through variables, parameters, results, members and containers, for what the type checker cannot tell: which function a
 * parameter is, and what an object without a type holds. Values are functions, classes, literals and `new` expressions as their nodes, and instances as
 * their types. Members are told apart by object where the checker knows them, containers hold all their items in one place.
 */

/** A function, class, literal or `new` expression; an instance by its type. */
export type FlowValue = ts.Node | ts.Type;

/** Items of a container, and members that are not known by name. */
const ITEMS = "[]";

/** Members are looked for in this many objects that one another's members come from. */
const MOST_INHERITANCE = 4;

/** Methods of containers that put an argument into them, and which. */
const PUTTING = new Map([
  ["push", 0],
  ["unshift", 0],
  ["add", 0],
  ["set", 1],
]);

/** Methods of containers that give an item. */
const TAKING = new Set(["get", "pop", "shift", "at", "find"]);

/** Methods of containers that give a container of the same items. */
const KEEPING = new Set(["filter", "slice", "concat", "reverse", "sort", "values", "toSorted", "toReversed"]);

/** Methods of containers that call an argument with an item, and the parameter that takes it. */
const VISITING = new Map([
  ["forEach", 0],
  ["map", 0],
  ["filter", 0],
  ["some", 0],
  ["every", 0],
  ["find", 0],
  ["findIndex", 0],
  ["flatMap", 0],
  ["reduce", 1],
  ["reduceRight", 1],
]);

/** What values come where. */
export interface ValueFlow {
  readonly graph: FlowGraph<FlowValue>;
  placeOf(node: ts.Expression): Place;
  /** Adds what a node says, nodes below it not included. */
  take(node: ts.Node): void;
  /** Arguments come to the parameters of what a call calls, its result to the call; once for each pair. `shift` arguments are not its own. */
  link(call: CallLike, callee: CallableNode, shift?: number): void;
  /** Whatever object comes to one place also has the members of what comes to the other. */
  inherit(place: Place, from: Place): void;
}

/** What calls: `new` and tagged templates too. */
export type CallLike = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

/** Tells nodes from types. */
export function isNode(value: FlowValue): value is ts.Node {
  return "kind" in value;
}

/** An empty flow over the names of a program. */
export function createValueFlow(names: Names): ValueFlow {
  const ts = getCompiler();
  const { checker } = names;
  const graph = createFlowGraph<FlowValue>();
  const places = new Map<ts.Node, Place>();
  const results = new Map<ts.Node, Place>();
  const members = new Map<FlowValue, Map<string, Place>>();
  const linked = new Map<ts.Node, Set<ts.Node>>();
  const inherited = new Map<FlowValue, Place>();
  const receivers = new Map<ts.Node, Place>();
  const thisOf = (node: ts.Node): Place => getOrAdd(receivers, node, () => ({}));

  const resultOf = (node: ts.Node): Place => getOrAdd(results, node, () => ({}));

  const placeOfSymbol = (symbol: ts.Symbol): Place | undefined => {
    const [declaration, ...others] = names.declarationsOf(symbol);
    if (declaration === undefined) return undefined;
    const callable = [declaration, ...others].find((each) => ts.isFunctionLike(each) || ts.isClassLike(each));
    const place = callable === undefined ? declaration : (names.callablesOf(symbol)[0] ?? callable);
    if (places.has(place)) return place;
    places.set(place, place);
    if (isCallable(place)) graph.seed(place, place);
    if (ts.isSourceFile(declaration)) seedModule(declaration);
    for (const each of [declaration, ...others]) {
      const value = valueOf(each);
      if (value !== undefined) graph.flow(placeOf(value), place);
    }
    return place;
  };

  /** A module is an object with its exports as members, and whatever it exports as a whole. */
  const seedModule = (file: ts.SourceFile): void => {
    graph.seed(file, file);
    const whole = checker.getSymbolAtLocation(file)?.exports?.get("export=" as ts.__String);
    const place = whole && placeOfSymbol(names.followed(whole));
    if (place !== undefined) graph.flow(place, file);
  };

  const memberPlace = (value: FlowValue, name: string): Place => {
    const own = getOrAdd(members, value, () => new Map<string, Place>());
    return getOrAdd(own, name, () => {
      const symbol = name === ITEMS ? undefined : findMember(value, name, checker);
      return (symbol && placeOfSymbol(names.followed(symbol))) ?? {};
    });
  };

  const inheritedBy = (value: FlowValue): Place => getOrAdd(inherited, value, () => ({}));
  const inherit = (place: Place, from: Place): void => {
    graph.watch(place, (value) => graph.flow(from, inheritedBy(value)));
  };

  const load = (from: Place, name: string, to: Place, steps = MOST_INHERITANCE): void => {
    graph.watch(from, (value) => {
      graph.flow(memberPlace(value, name), to);
      if (steps > 0) load(inheritedBy(value), name, to, steps - 1);
      if (name !== ITEMS || !isNode(value) || !ts.isObjectLiteralExpression(value)) return;
      for (const property of value.properties) {
        const symbol = property.name && checker.getSymbolAtLocation(property.name);
        const place = symbol && placeOfSymbol(symbol);
        if (place !== undefined) graph.flow(place, to);
      }
    });
  };
  const store = (from: Place, to: Place, name: string): void => {
    graph.watch(to, (value) => graph.flow(from, memberPlace(value, name)));
    graph.watch(from, (value) => {
      if (isNode(value) && ts.isFunctionExpression(value)) graph.flow(to, thisOf(value));
    });
  };

  const placeOf = (expression: ts.Expression): Place => {
    const node = unwrap(expression);
    const known = places.get(node);
    if (known !== undefined) return known;
    const symbol = ts.isIdentifier(node) || isAccess(node) ? names.symbolOf(node) : undefined;
    const place = (symbol && placeOfSymbol(symbol)) ?? node;
    places.set(node, place);
    if (place === node) fillPlace(node);
    return place;
  };

  const fillPlace = (node: ts.Expression): void => {
    if (isCallable(node) || isAllocation(node)) graph.seed(node, node);
    const module = findRequired(node);
    const file = module && checker.getSymbolAtLocation(module);
    const exported = file && placeOfSymbol(file);
    if (exported !== undefined) graph.flow(exported, node);
    if (isAccess(node)) load(placeOf(node.expression), findMemberName(node)?.text ?? ITEMS, node);
    if (ts.isAwaitExpression(node)) graph.flow(placeOf(node.expression), node);
    if (ts.isConditionalExpression(node)) {
      graph.flow(placeOf(node.whenTrue), node);
      graph.flow(placeOf(node.whenFalse), node);
    }
    if (isStore(node)) graph.flow(placeOf(node.right), node);
    else if (ts.isBinaryExpression(node)) {
      graph.flow(placeOf(node.left), node);
      graph.flow(placeOf(node.right), node);
    }
    if (ts.isNewExpression(node) || node.kind === ts.SyntaxKind.ThisKeyword) seedInstance(node);
    const owner =
      node.kind === ts.SyntaxKind.ThisKeyword
        ? functionAround(node, (each) => ts.isArrowFunction(each))
        : undefined;
    if (owner !== undefined) graph.flow(thisOf(owner), node);
  };

  const seedInstance = (node: ts.Expression): void => {
    const type = checker.getTypeAtLocation(node);
    if (type.symbol?.declarations?.some(isOwn) === true) graph.seed(node, type);
    else if (ts.isNewExpression(node)) graph.seed(node, node);
  };

  const assign = (target: ts.Expression, from: Place): void => {
    const node = unwrap(target);
    const symbol = ts.isIdentifier(node) || isAccess(node) ? names.symbolOf(node) : undefined;
    const place = symbol && placeOfSymbol(symbol);
    if (place !== undefined) graph.flow(from, place);
    if (isAccess(node) && (place === undefined || isScript(node)))
      store(from, placeOf(node.expression), findMemberName(node)?.text ?? ITEMS);
  };

  const takeBinding = (node: ts.BindingElement): void => {
    const symbol = memberOfPattern(node, checker);
    const place = symbol && placeOfSymbol(symbol);
    if (node.initializer !== undefined) graph.flow(placeOf(node.initializer), node);
    if (place !== undefined && place !== node) graph.flow(place, node);
    const holder = node.parent.parent;
    const from =
      ts.isVariableDeclaration(holder) && holder.initializer ? placeOf(holder.initializer) : holder;
    const isItem = ts.isArrayBindingPattern(node.parent);
    const name = node.propertyName ?? node.name;
    if (isItem) load(from, ITEMS, node);
    else if (ts.isIdentifier(name) && place === undefined) load(from, name.text, node);
  };

  const takeProperty = (node: ts.ObjectLiteralElementLike, literal: ts.ObjectLiteralExpression): void => {
    if (node.name === undefined || !ts.isIdentifier(node.name)) return;
    const described = checker.getContextualType(literal)?.getProperty(node.name.text);
    const own = checker.getSymbolAtLocation(node.name);
    const from = ts.isShorthandPropertyAssignment(node) ? placeOf(node.name) : own && placeOfSymbol(own);
    if (ts.isShorthandPropertyAssignment(node)) {
      const value = checker.getShorthandAssignmentValueSymbol(node);
      const place = value && placeOfSymbol(names.followed(value));
      if (place !== undefined) graph.flow(place, node);
    }
    const to = described && described !== own ? placeOfSymbol(described) : undefined;
    if (from !== undefined && to !== undefined) graph.flow(from, to);
  };

  const take = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
      if (node.initializer !== undefined) graph.flow(placeOf(node.initializer), node);
      if (ts.isForOfStatement(node.parent.parent)) load(placeOf(node.parent.parent.expression), ITEMS, node);
    } else if (ts.isBindingElement(node)) takeBinding(node);
    else if (isStore(node)) assign(node.left, placeOf(node.right));
    else if (ts.isObjectLiteralExpression(node)) for (const each of node.properties) takeProperty(each, node);
    else if (ts.isArrayLiteralExpression(node)) {
      for (const each of node.elements) store(placeOf(each), placeOf(node), ITEMS);
    } else if (ts.isReturnStatement(node) && node.expression !== undefined) {
      const owner = functionAround(node);
      if (owner !== undefined) graph.flow(placeOf(node.expression), resultOf(owner));
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
      graph.flow(placeOf(node.body), resultOf(node));
    else if (ts.isCallExpression(node)) takeContainerCall(node);
  };

  const takeContainerCall = (node: ts.CallExpression): void => {
    const callee = unwrap(node.expression);
    if (!ts.isPropertyAccessExpression(callee)) return;
    const { text } = callee.name;
    const container = callee.expression;
    const put = PUTTING.get(text);
    const item = put === undefined ? undefined : node.arguments[put];
    if (item !== undefined) store(placeOf(item), placeOf(container), ITEMS);
    if (TAKING.has(text)) load(placeOf(container), ITEMS, placeOf(node));
    if (KEEPING.has(text)) graph.flow(placeOf(container), placeOf(node));
    const taking = VISITING.get(text);
    const visitor = node.arguments[0];
    if (taking === undefined || visitor === undefined) return;
    graph.watch(placeOf(visitor), (value) => {
      const parameter = isNode(value) && ts.isFunctionLike(value) ? value.parameters[taking] : undefined;
      if (parameter !== undefined) load(placeOf(container), ITEMS, parameter);
    });
  };

  const link = (call: CallLike, callee: CallableNode, shift = 0): void => {
    const pairs = getOrAdd(linked, call, () => new Set<ts.Node>());
    if (pairs.has(callee) || ts.isClassLike(callee)) return;
    pairs.add(callee);
    const given = ts.isTaggedTemplateExpression(call) ? [] : (call.arguments ?? []).slice(shift);
    for (const [index, argument] of given.entries()) {
      const parameter = callee.parameters[index] ?? callee.parameters.at(-1);
      if (parameter === undefined || ts.isSpreadElement(argument)) break;
      if (parameter.dotDotDotToken !== undefined) store(placeOf(argument), parameter, ITEMS);
      else if (index < callee.parameters.length) passArgument(argument, parameter);
      if (parameter.dotDotDotToken !== undefined) graph.seed(parameter, parameter);
    }
    if (!ts.isNewExpression(call)) graph.flow(resultOf(callee), placeOf(call));
  };

  const passArgument = (
    argument: ts.Expression,
    parameter: ts.ParameterDeclaration | ts.JSDocParameterTag,
  ): void => {
    graph.flow(placeOf(argument), parameter);
    if (!ts.isParameter(parameter) || parameter.type !== undefined || !isScript(parameter)) return;
    const type = checker.getTypeAtLocation(argument);
    if (type.symbol?.declarations?.some(isOwn) === true) graph.seed(parameter, type);
  };

  return { graph, placeOf, take, link, inherit };

  function isCallable(node: object): node is CallableNode {
    return "kind" in node && isCallableNode(node as ts.Node);
  }
}

function isCallableNode(node: ts.Node): node is CallableNode {
  const ts = getCompiler();
  return (ts.isFunctionLike(node) && hasBody(node)) || ts.isClassLike(node);
}

function isAllocation(node: ts.Node): boolean {
  const ts = getCompiler();
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
}

function isScript(node: ts.Node): boolean {
  return /\.[mc]?jsx?$/u.test(node.getSourceFile().fileName);
}

function functionAround(
  node: ts.Node,
  isPassed: (node: FunctionNode) => boolean = () => false,
): FunctionNode | undefined {
  const ts = getCompiler();
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (ts.isFunctionLike(outer) && !isPassed(outer)) return outer;
  }
  return undefined;
}

/** What `require("…")` and `import("…")` name. */
function findRequired(node: ts.Expression): ts.Expression | undefined {
  const ts = getCompiler();
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isRequire = ts.isIdentifier(expression) && expression.text === "require";
  return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}

function findMember(value: FlowValue, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (isNode(value) && getCompiler().isSourceFile(value)) {
    const module = checker.getSymbolAtLocation(value);
    return module && checker.getExportsOfModule(module).find((each) => each.name === name);
  }
  const type = isNode(value) ? checker.getTypeAtLocation(value) : value;
  return checker.getPropertyOfType(checker.getApparentType(type), name);
}

function getOrAdd<Key, Item>(map: Map<Key, Item>, key: Key, create: () => Item): Item {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
