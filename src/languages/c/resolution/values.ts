import type { Value } from "./body.ts";
import { ANY, PLAIN, type CType } from "./entities.ts";
import type { FlowNode } from "./flow.ts";

const NOTHING: readonly FlowNode[] = [];

/** A number, a text or anything else that holds no function. */
export const PLAIN_VALUE: Value = { type: PLAIN, nodes: NOTHING, stores: NOTHING, name: undefined };

/** What nobody can tell. */
export const UNKNOWN_VALUE: Value = { type: ANY, nodes: NOTHING, stores: NOTHING, name: undefined };

/** A value read from nodes; `stores`: where an assignment to it goes. */
export function createValue(
  type: CType,
  nodes: readonly FlowNode[],
  stores: readonly FlowNode[] = nodes,
): Value {
  return { type, nodes, stores, name: undefined };
}

/** One of several values. The first type with fields counts. */
export function mergeValues(values: readonly Value[]): Value {
  const typed = values.find(({ type }) => type.kind !== "plain" && type.kind !== "any") ?? values[0];
  const nodes = [...new Set(values.flatMap((value) => value.nodes))];
  return { type: typed?.type ?? ANY, nodes, stores: NOTHING, name: undefined };
}
