import { contains, findChild, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** `break` to `continue` and back. */
export const loopControl: MutationOperator = {
  name: "loop-control",
  *mutate(node) {
    if (node.type === "break_statement") yield replace(node, "continue");
    if (node.type === "continue_statement") yield replace(node, "break");
  },
};

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

/** `yield x` to `yield None`. */
export const yieldValue: MutationOperator = {
  name: "yield-value",
  *mutate(node) {
    if (node.type !== "yield" || findChild(node, "from") !== undefined) return;
    const value = partsOf(node)[0];
    if (value !== undefined && value.type !== "none") yield replace(node, "yield None");
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

function isInGenerator(node: SyntaxNode): boolean {
  let owner = node.parent;
  while (owner !== undefined && owner.type !== "function_definition") owner = owner.parent;
  const body = owner === undefined ? undefined : findField(owner, "body");
  return body !== undefined && contains(body, "yield");
}
