import { ancestorsOf, contains, findChild, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** `break` to `continue` and, where something comes after the loop, to `return`; `continue` to `break` and `pass`. */
export const loopControl: MutationOperator = {
  name: "loop-control",
  *mutate(node) {
    if (node.type === "break_statement") {
      yield replace(node, "continue");
      const loop = [...ancestorsOf(node)].find(({ type }) => LOOPS.has(type));
      if (loop !== undefined && !endsFunction(loop)) yield replace(node, "return");
    }
    if (node.type === "continue_statement") {
      yield replace(node, "break");
      yield replace(node, "pass");
    }
  },
};

const LOOPS = new Set(["for_statement", "while_statement"]);

/** A `for` loop that runs over nothing. */
export const loopSkip: MutationOperator = {
  name: "loop-skip",
  *mutate(node) {
    const items = node.type === "for_statement" ? findField(node, "right") : undefined;
    if (items !== undefined && findChild(node, "async") === undefined) yield replace(items, "()");
  },
};

/** A comprehension without one of its filters. */
export const filterRemoval: MutationOperator = {
  name: "filter-removal",
  *mutate(node) {
    if (node.type === "if_clause" && node.parent?.type !== "case_clause") yield replace(node, "");
  },
};

/** `return x` to `return None`, and `return` or `return None` to `return True`. Not in generators. */
export const returnValue: MutationOperator = {
  name: "return-value",
  *mutate(node) {
    if (node.type !== "return_statement" || isInGenerator(node)) return;
    const value = partsOf(node)[0];
    const isNone = value === undefined || value.type === "none";
    yield replace(node, isNone ? "return True" : "return None");
  },
};

/** A `return` that does not happen, so that what stands below it does. */
export const returnRemoval: MutationOperator = {
  name: "return-removal",
  *mutate(node) {
    if (node.type === "return_statement" && !endsFunction(node)) yield replace(node, "pass");
  },
};

/** A `match` without one of its cases. */
export const caseRemoval: MutationOperator = {
  name: "case-removal",
  *mutate(node) {
    const cases = node.parent?.children.filter(({ type }) => type === "case_clause") ?? [];
    if (node.type === "case_clause" && cases.length > 1) yield replace(node, "");
  },
};

/** What a `lambda` gives to `None`, `None` to 0. */
export const lambdaValue: MutationOperator = {
  name: "lambda-value",
  *mutate(node) {
    const value = node.type === "lambda" ? findField(node, "body") : undefined;
    if (value !== undefined) yield replace(value, value.type === "none" ? "0" : "None");
  },
};

/** `yield x` to `yield None`, `yield from x` to `yield from ()`. */
export const yieldValue: MutationOperator = {
  name: "yield-value",
  *mutate(node) {
    if (node.type !== "yield") return;
    const value = partsOf(node)[0];
    if (value === undefined) return;
    if (findChild(node, "from") !== undefined) yield replace(value, "()");
    else if (value.type !== "none") yield replace(node, "yield None");
  },
};

/** `await x` to `x`. */
export const awaitRemoval: MutationOperator = {
  name: "await-removal",
  *mutate(node) {
    const value = node.type === "await" ? partsOf(node)[0] : undefined;
    if (value !== undefined) yield replace(node, value.text);
  },
};

/** True for the last statement of a function: nothing stands below it. */
function endsFunction(node: SyntaxNode): boolean {
  const block = node.parent;
  return block?.parent?.type === "function_definition" && partsOf(block).at(-1) === node;
}

function isInGenerator(node: SyntaxNode): boolean {
  let owner = node.parent;
  while (owner !== undefined && owner.type !== "function_definition") owner = owner.parent;
  const body = owner === undefined ? undefined : findField(owner, "body");
  return body !== undefined && contains(body, "yield");
}
