/*
 * Which functions a value can be: inclusion constraints without regard to order or to which call is meant (after L. O. Andersen, Program Analysis and
 * Specialization for the C Programming Language, 1994), fields told apart by struct type and name but not by object. Each node is a
 * variable, a parameter, a field, a result, or a function's own address.
 */

/** A number for something that can hold functions. */
export type FlowNode = number;

/** A call of whatever a node holds. */
export interface IndirectCall {
  readonly callee: readonly FlowNode[];
  /** What each argument holds. */
  readonly arguments: readonly (readonly FlowNode[])[];
  readonly result: FlowNode;
}

/** Collects how functions move, then finds out where they end up. */
export interface Flow {
  createNode(): FlowNode;
  /** The node of a function's address. */
  addressOf(functionId: number): FlowNode;
  addFlow(from: FlowNode, to: FlowNode): void;
  addCall(call: IndirectCall): void;
  /** Follows all values; returns for each call, in the order in which they were added, the functions it can reach, by number in rising order. */
  solve(wire: (call: IndirectCall, functionId: number) => void): readonly (readonly number[])[];
}

/** A node that so many functions reach says nothing more of itself: further ones are not followed. */
const MAX_FUNCTIONS = 400;

/** Starts without any node. */
export function createFlow(): Flow {
  const targets: FlowNode[][] = [];
  const holds: Set<number>[] = [];
  const callsOf: number[][] = [];
  const calls: IndirectCall[] = [];
  const addresses = new Map<number, FlowNode>();
  const waiting: [FlowNode, number][] = [];

  const createNode = (): FlowNode => {
    holds.push(NOTHING);
    targets.push(NOWHERE);
    callsOf.push(NOWHERE);
    return targets.length - 1;
  };
  const give = (node: FlowNode, functionId: number): void => {
    let held = holds[node] ?? NOTHING;
    if (held.has(functionId) || held.size >= MAX_FUNCTIONS) return;
    if (held === NOTHING) holds[node] = held = new Set();
    held.add(functionId);
    waiting.push([node, functionId]);
  };
  const append = (lists: number[][], node: FlowNode, value: number): void => {
    const list = lists[node];
    if (list === NOWHERE || list === undefined) lists[node] = [value];
    else list.push(value);
  };
  const addFlow = (from: FlowNode, to: FlowNode): void => {
    if (from === to) return;
    append(targets, from, to);
    for (const functionId of holds[from] ?? []) give(to, functionId);
  };
  return {
    createNode,
    addressOf: (functionId) => {
      const known = addresses.get(functionId);
      if (known !== undefined) return known;
      const node = createNode();
      addresses.set(functionId, node);
      give(node, functionId);
      return node;
    },
    addFlow,
    addCall: (call) => {
      const place = calls.push(call) - 1;
      for (const node of call.callee) append(callsOf, node, place);
    },
    solve: (wire) => {
      const reached = calls.map(() => new Set<number>());
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [node, functionId] = next;
        for (const target of targets[node] ?? []) give(target, functionId);
        for (const place of callsOf[node] ?? []) {
          const call = calls[place];
          if (call === undefined || reached[place]?.has(functionId) === true) continue;
          reached[place]?.add(functionId);
          wire(call, functionId);
        }
      }
      return reached.map((each) => [...each].sort((left, right) => left - right));
    },
  };
}

const NOTHING = new Set<number>();
const NOWHERE: number[] = [];
