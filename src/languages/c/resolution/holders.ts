import type { CType, FunctionEntity, StructEntity, VariableEntity } from "./entities.ts";
import type { Flow, FlowNode } from "./flow.ts";
import type { Program } from "./program.ts";

/** The nodes of everything that can hold a function, made when they are first asked for. */
export interface Holders {
  parameter(of: FunctionEntity, position: number): FlowNode;
  /** What stands for the arguments behind a function's parameters. */
  rest(of: FunctionEntity): FlowNode;
  result(of: FunctionEntity): FlowNode;
  variable(variable: VariableEntity): FlowNode;
  field(struct: StructEntity, name: string): FlowNode;
  /** A field of that name of no known struct: what is read from it can be of any, what is written to it goes to all. */
  unknownField(name: string): { readonly load: FlowNode; readonly store: FlowNode };
  /** True where something of the type can hold a function. */
  canHold(type: CType): boolean;
}

/** Starts without any node. */
export function createHolders(program: Program, flow: Flow): Holders {
  const nodes = new Map<string, FlowNode>();
  const unknown = new Map<string, { readonly load: FlowNode; readonly store: FlowNode }>();
  const nodeOf = (key: string): FlowNode => {
    const node = nodes.get(key) ?? flow.createNode();
    nodes.set(key, node);
    return node;
  };
  const unknownField = (name: string): { readonly load: FlowNode; readonly store: FlowNode } => {
    const known = unknown.get(name) ?? { load: flow.createNode(), store: flow.createNode() };
    unknown.set(name, known);
    return known;
  };
  return {
    parameter: ({ id }, position) => nodeOf(`parameter ${id} ${position}`),
    rest: ({ id }) => nodeOf(`rest ${id}`),
    result: ({ id }) => nodeOf(`result ${id}`),
    variable: ({ id }) => nodeOf(`variable ${id}`),
    field: ({ id }, name) => {
      const key = `field ${id} ${name}`;
      const known = nodes.get(key);
      if (known !== undefined) return known;
      const node = nodeOf(key);
      const { load, store } = unknownField(name);
      flow.addFlow(store, node);
      flow.addFlow(node, load);
      flow.addFlow(store, load);
      return node;
    },
    unknownField,
    canHold: (type) => {
      const { kind } = program.resolve(type);
      return kind === "function" || kind === "any";
    },
  };
}

/** Connects the arguments of a call with the parameters of a function, and its result with what the call gives. */
export function wireCall(
  { holders, flow }: { readonly holders: Holders; readonly flow: Flow },
  callee: FunctionEntity,
  call: { readonly arguments: readonly (readonly FlowNode[])[]; readonly result: FlowNode | undefined },
): void {
  call.arguments.forEach((nodes, position) => {
    if (nodes.length === 0) return;
    const parameter = callee.parameters[position];
    if (parameter !== undefined && !holders.canHold(parameter.type)) return;
    const target = parameter === undefined ? holders.rest(callee) : holders.parameter(callee, position);
    for (const node of nodes) flow.addFlow(node, target);
  });
  if (call.result !== undefined && holders.canHold(callee.returns))
    flow.addFlow(holders.result(callee), call.result);
}
