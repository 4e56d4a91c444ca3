import type ts from "typescript-api";

import { memberOfPattern, type Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import { takeContainerCall } from "./flow-containers.ts";
import { ITEMS } from "./flow-members.ts";
import { FlowPlaces, getOrAdd } from "./flow-places.ts";
import { findFunctionAround, isScript, isStore, type CallableNode, type CallLike } from "./syntax.ts";

/*
 * Follows functions and objects through variables, parameters, results, members and containers, for what the type checker cannot tell: which function a
 * parameter is, and what an object without a type holds. Values are functions, classes, literals and `new` expressions as their nodes, and instances as
 * their types. Members are told apart by object where the checker knows them, containers hold all their items in one place.
 */

/** What values come where. */
export interface ValueFlow {
  readonly places: FlowPlaces;
  /** Adds what a node says, nodes below it not included. */
  take(node: ts.Node): void;
  /** Arguments come to the parameters of what a call calls, its result to the call; once for each pair. `shift` arguments are not its own. */
  link(call: CallLike, callee: CallableNode, shift: number): void;
}

/** An empty flow over the names of a program. */
export function createValueFlow(names: Names): ValueFlow {
  const places = new FlowPlaces(names);
  const linked = new Map<ts.Node, Set<ts.Node>>();
  return {
    places,
    take: (node) => take(node, places),
    link: (call, callee, shift) => {
      const callees = getOrAdd(linked, call, () => new Set<ts.Node>());
      if (callees.has(callee)) return;
      callees.add(callee);
      link(call, callee, { places, shift });
    },
  };
}

function take(node: ts.Node, places: FlowPlaces): void {
  const ts = getCompiler();
  const { graph } = places;
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
    if (node.initializer !== undefined) graph.flow(places.placeOf(node.initializer), node);
    const loop = node.parent.parent;
    if (ts.isForOfStatement(loop)) places.load(places.placeOf(loop.expression), ITEMS, node);
  } else if (ts.isBindingElement(node)) takeBinding(node, places);
  else if (isStore(node)) places.assign(node.left, places.placeOf(node.right));
  else if (ts.isObjectLiteralExpression(node)) {
    for (const each of node.properties) takeProperty(each, node, places);
  } else if (ts.isArrayLiteralExpression(node)) {
    for (const each of node.elements) places.store(places.placeOf(each), places.placeOf(node), ITEMS);
  } else if (ts.isReturnStatement(node) && node.expression !== undefined) {
    const owner = findFunctionAround(node);
    if (owner !== undefined) graph.flow(places.placeOf(node.expression), places.resultOf(owner));
  } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    graph.flow(places.placeOf(node.body), places.resultOf(node));
  } else if (ts.isCallExpression(node)) takeContainerCall(node, places);
}

/** `{ member = default }` and `[item]` of what stands on the right. */
function takeBinding(node: ts.BindingElement, places: FlowPlaces): void {
  const ts = getCompiler();
  const { graph, names } = places;
  const symbol = memberOfPattern(node, names.checker);
  const place = symbol && places.placeOfSymbol(symbol);
  if (node.initializer !== undefined) graph.flow(places.placeOf(node.initializer), node);
  if (place !== undefined) graph.flow(place, node);
  const holder = node.parent.parent;
  const isWritten = ts.isVariableDeclaration(holder) && holder.initializer !== undefined;
  const from = isWritten && holder.initializer !== undefined ? places.placeOf(holder.initializer) : holder;
  const name = node.propertyName ?? node.name;
  if (ts.isArrayBindingPattern(node.parent)) places.load(from, ITEMS, node);
  else if (ts.isIdentifier(name) && place === undefined) places.load(from, name.text, node);
}

/** A property of a literal also is the property of the type that the literal is written for. */
function takeProperty(
  node: ts.ObjectLiteralElementLike,
  literal: ts.ObjectLiteralExpression,
  places: FlowPlaces,
): void {
  const ts = getCompiler();
  const { graph, names } = places;
  if (node.name === undefined || !ts.isIdentifier(node.name)) return;
  const own = names.checker.getSymbolAtLocation(node.name);
  const from = own && places.placeOfSymbol(own);
  if (from === undefined) return;
  if (ts.isShorthandPropertyAssignment(node)) {
    const value = names.checker.getShorthandAssignmentValueSymbol(node);
    const place = value && places.placeOfSymbol(names.followed(value));
    if (place !== undefined) graph.flow(place, from);
  }
  const described = names.checker.getContextualType(literal)?.getProperty(node.name.text);
  const to = described && described !== own ? places.placeOfSymbol(described) : undefined;
  if (to !== undefined) graph.flow(from, to);
}

interface Linkage {
  readonly places: FlowPlaces;
  readonly shift: number;
}

function link(call: CallLike, callee: CallableNode, { places, shift }: Linkage): void {
  const ts = getCompiler();
  if (ts.isClassLike(callee)) return;
  const given = ts.isTaggedTemplateExpression(call) ? [] : (call.arguments ?? []).slice(shift);
  const last = callee.parameters.at(-1);
  for (const [index, argument] of given.entries()) {
    const parameter = callee.parameters[index] ?? last;
    if (parameter === undefined || ts.isSpreadElement(argument)) break;
    if (parameter.dotDotDotToken !== undefined) {
      places.graph.seed(parameter, parameter);
      places.store(places.placeOf(argument), parameter, ITEMS);
    } else if (index < callee.parameters.length) passArgument(argument, parameter, places);
  }
  if (!ts.isNewExpression(call)) places.graph.flow(places.resultOf(callee), places.placeOf(call));
}

/** A parameter without a type also has the types of its arguments. */
function passArgument(argument: ts.Expression, parameter: ts.Node, places: FlowPlaces): void {
  places.graph.flow(places.placeOf(argument), parameter);
  if (!getCompiler().isParameter(parameter) || parameter.type !== undefined || !isScript(parameter)) return;
  const type = places.findOwnType(argument);
  if (type !== undefined) places.graph.seed(parameter, type);
}
