import type { SyntaxNode } from "../../syntax-tree.ts";

const OWN_SCOPES = new Set(["function_definition", "class_definition", "lambda"]);

/** Children of a scope's node that are read in it; of nested definitions and lambdas none. */
export function isOwnScope(node: SyntaxNode): boolean {
  return OWN_SCOPES.has(node.type);
}
