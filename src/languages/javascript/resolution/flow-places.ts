import type ts from "typescript-api";

import { isOwn, valueOf, type Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import { createFlowGraph, type FlowGraph, type Place } from "./flow-graph.ts";
import { ITEMS, isNode, MemberPlaces, type FlowValue } from "./flow-members.ts";
import {
  findFunctionAround,
  findMemberName,
  findRequired,
  hasBody,
  isAccess,
  isScript,
  isStore,
  unwrap,
  type CallableNode,
} from "./syntax.ts";

/** Members are looked for in this many objects that one another's members come from. */
const MOST_INHERITANCE = 4;

/** The places of a program that values come to: expressions, declarations, members of objects, results and `this` of functions. */
export class FlowPlaces {
  readonly graph: FlowGraph<FlowValue> = createFlowGraph();
  readonly names: Names;
  private readonly places = new Map<ts.Node, Place>();
  private readonly results = new Map<ts.Node, Place>();
  private readonly receivers = new Map<ts.Node, Place>();
  /** By where a member comes to, its name and the place of its objects: over how many steps of inheritance it was looked for. */
  private readonly loaded = new Map<Place, Map<string, Map<Place, number>>>();
  private readonly members: MemberPlaces;

  constructor(names: Names) {
    this.names = names;
    this.members = new MemberPlaces(names, (symbol) => this.placeOfSymbol(symbol));
  }

  /** What a function gives back. */
  resultOf(node: ts.Node): Place {
    return getOrAdd(this.results, node, () => ({}));
  }

  /** What `this` is in a function. */
  thisOf(node: ts.Node): Place {
    return getOrAdd(this.receivers, node, () => ({}));
  }

  /** An expression's place: that of what it names, or its own. */
  placeOf(expression: ts.Expression): Place {
    const node = unwrap(expression);
    const known = this.places.get(node);
    if (known !== undefined) return known;
    const place = this.findNamedPlace(node) ?? node;
    this.places.set(node, place);
    if (place === node) this.fill(node);
    return place;
  }

  /** The place of what a name or member access means; undefined where nothing of the repository is known of it. */
  findNamedPlace(node: ts.Expression): Place | undefined {
    const ts = getCompiler();
    const symbol = ts.isIdentifier(node) || isAccess(node) ? this.names.symbolOf(node) : undefined;
    return symbol && this.placeOfSymbol(symbol);
  }

  /** The place of a symbol's declaration, with what is written as its value; undefined for symbols from outside. */
  placeOfSymbol(symbol: ts.Symbol): Place | undefined {
    const ts = getCompiler();
    const declarations = this.names.declarationsOf(symbol);
    const [first] = declarations;
    if (first === undefined) return undefined;
    const callable = declarations.find((each) => ts.isFunctionLike(each) || ts.isClassLike(each));
    const place = callable === undefined ? first : (this.names.callablesOf(symbol)[0] ?? callable);
    if (this.places.has(place)) return place;
    this.places.set(place, place);
    if (isCallable(place)) this.graph.seed(place, place);
    if (ts.isSourceFile(first)) this.seedModule(first);
    for (const value of declarations.map(valueOf)) {
      if (value !== undefined) this.graph.flow(this.placeOf(value), place);
    }
    return place;
  }

  /** What comes to a member of whatever object comes to a place comes to another place. */
  load(from: Place, name: string, to: Place, steps = MOST_INHERITANCE): void {
    const byName = getOrAdd(this.loaded, to, () => new Map<string, Map<Place, number>>());
    const sources = getOrAdd(byName, name, () => new Map<Place, number>());
    // Objects that inherit from one another lead to the same ones over many ways.
    if ((sources.get(from) ?? -1) >= steps) return;
    sources.set(from, steps);
    this.graph.watch(from, (value) => {
      this.graph.flow(this.members.placeOf(value, name), to);
      if (steps > 0) this.load(this.members.inheritedBy(value), name, to, steps - 1);
      if (name !== ITEMS) return;
      for (const place of this.members.writtenIn(value)) this.graph.flow(place, to);
    });
  }

  /** What comes to a place comes to a member of whatever object comes to another; functions see that object as `this`. */
  store(from: Place, to: Place, name: string): void {
    this.graph.watch(to, (value) => this.graph.flow(from, this.members.placeOf(value, name)));
    this.graph.watch(from, (value) => {
      if (isNode(value) && getCompiler().isFunctionExpression(value)) this.graph.flow(to, this.thisOf(value));
    });
  }

  /** Whatever object comes to one place also has the members of what comes to the other. */
  inherit(place: Place, from: Place): void {
    this.graph.watch(place, (value) => this.graph.flow(from, this.members.inheritedBy(value)));
  }

  /** What comes to a place is assigned to a name or member. */
  assign(target: ts.Expression, from: Place): void {
    const node = unwrap(target);
    const place = this.findNamedPlace(node);
    if (place !== undefined) this.graph.flow(from, place);
    if (!isAccess(node) || (place !== undefined && !isScript(node))) return;
    this.store(from, this.placeOf(node.expression), findMemberName(node)?.text ?? ITEMS);
  }

  /** A module is an object with its exports as members, and whatever it exports as a whole. */
  private seedModule(file: ts.SourceFile): void {
    this.graph.seed(file, file);
    const whole = this.names.checker.getSymbolAtLocation(file)?.exports?.get("export=" as ts.__String);
    const place = whole && this.placeOfSymbol(this.names.followed(whole));
    if (place !== undefined) this.graph.flow(place, file);
  }

  /** What an expression without a name gives. */
  private fill(node: ts.Expression): void {
    const ts = getCompiler();
    const take = (part: ts.Expression): void => this.graph.flow(this.placeOf(part), node);
    const isLiteral = ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
    if (isCallable(node) || isLiteral) this.graph.seed(node, node);
    else if (isAccess(node))
      this.load(this.placeOf(node.expression), findMemberName(node)?.text ?? ITEMS, node);
    else if (ts.isAwaitExpression(node)) take(node.expression);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
    else if (isStore(node)) take(node.right);
    else if (ts.isBinaryExpression(node)) [node.left, node.right].forEach(take);
    else if (ts.isNewExpression(node)) this.seedInstance(node);
    else if (node.kind === ts.SyntaxKind.ThisKeyword) this.fillThis(node);
    else this.fillModule(node);
  }

  private fillThis(node: ts.Expression): void {
    const ts = getCompiler();
    this.seedInstance(node);
    const owner = findFunctionAround(node, (each) => ts.isArrowFunction(each));
    if (owner !== undefined) this.graph.flow(this.thisOf(owner), node);
  }

  private fillModule(node: ts.Expression): void {
    const name = findRequired(node);
    const module = name && this.names.checker.getSymbolAtLocation(name);
    const place = module && this.placeOfSymbol(module);
    if (place !== undefined) this.graph.flow(place, node);
  }

  private seedInstance(node: ts.Expression): void {
    const type = this.findOwnType(node);
    if (type !== undefined) this.graph.seed(node, type);
    else if (getCompiler().isNewExpression(node)) this.graph.seed(node, node);
  }

  /** The type of an expression, if the repository declares it. */
  findOwnType(node: ts.Expression): ts.Type | undefined {
    const type = this.names.checker.getTypeAtLocation(node);
    return type.symbol?.declarations?.some(isOwn) === true ? type : undefined;
  }
}

function isCallable(node: ts.Node): node is CallableNode {
  const ts = getCompiler();
  return (ts.isFunctionLike(node) && hasBody(node)) || ts.isClassLike(node);
}

/** What a map holds for a key, made where there is nothing yet. */
export function getOrAdd<Key, Item>(map: Map<Key, Item>, key: Key, create: () => Item): Item {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
