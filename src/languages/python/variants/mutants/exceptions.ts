import { findChild, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** A `raise` that does not happen. */
export const raiseRemoval: MutationOperator = {
  name: "raise-removal",
  *mutate(node) {
    if (node.type === "raise_statement") yield replace(node, "pass");
  },
};

/** Another class of exception, where the raised one is named in the statement. */
export const exceptionType: MutationOperator = {
  name: "exception-type",
  *mutate(node) {
    if (node.type !== "raise_statement") return;
    const raised = partsOf(node)[0];
    const named = raised?.type === "call" ? findField(raised, "function") : raised;
    if (named === undefined || !/^(\w+\.)*_*[A-Z]\w*$/.test(named.text)) return;
    yield replace(named, named.text === "RuntimeError" ? "LookupError" : "RuntimeError");
  },
};

/**
 * An exception handler that does nothing, or raises again: as good as one that catches nothing (`except ()`) or another class. One of several
 * classes in parentheses is an element like any other.
 */
export const handlerBody: MutationOperator = {
  name: "handler-body",
  *mutate(node) {
    const block = node.type === "except_clause" ? findChild(node, "block") : undefined;
    if (block === undefined) return;
    for (const statement of ["pass", "raise"]) {
      if (!isOnly(block, statement)) yield replace(block, statement);
    }
  },
};

/** A `finally` that does nothing. */
export const finallyBody: MutationOperator = {
  name: "finally-body",
  *mutate(node) {
    const block = node.type === "finally_clause" ? findChild(node, "block") : undefined;
    if (block !== undefined && !isOnly(block, "pass")) yield replace(block, "pass");
  },
};

/** True for a block of this one statement, comments or not. */
function isOnly(block: SyntaxNode, statement: string): boolean {
  const [only, ...others] = partsOf(block);
  return others.length === 0 && only?.text === statement;
}
