import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { isNode } from "./flow-members.ts";
import { ITEMS } from "./flow-members.ts";
import type { FlowPlaces } from "./flow-places.ts";
import { unwrap } from "./syntax.ts";

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

/** Adds what a call says if it is one of a container's methods, by its name: items come to the container, out of it, or to a visitor. */
export function takeContainerCall(node: ts.CallExpression, places: FlowPlaces): void {
  const ts = getCompiler();
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return;
  const { text } = callee.name;
  const container = callee.expression;
  const put = PUTTING.get(text);
  const item = put === undefined ? undefined : node.arguments[put];
  if (item !== undefined) places.store(places.placeOf(item), places.placeOf(container), ITEMS);
  if (TAKING.has(text)) places.load(places.placeOf(container), ITEMS, places.placeOf(node));
  if (KEEPING.has(text)) places.graph.flow(places.placeOf(container), places.placeOf(node));
  const taking = VISITING.get(text);
  const visitor = node.arguments[0];
  if (taking === undefined || visitor === undefined) return;
  places.graph.watch(places.placeOf(visitor), (value) => {
    const parameter = isNode(value) && ts.isFunctionLike(value) ? value.parameters[taking] : undefined;
    if (parameter !== undefined) places.load(places.placeOf(container), ITEMS, parameter);
  });
}
