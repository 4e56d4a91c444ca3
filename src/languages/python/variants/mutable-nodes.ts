import type { Reference } from "./reference.ts";
import { partsOf, type SyntaxNode } from "./syntax-node.ts";

/** Nodes of defaults and body, parents first; no decorators, annotations, docstrings, imports or bare texts. */
export function* mutableNodes({ node, body }: Reference): Generator<SyntaxNode, void, undefined> {
  for (const child of node.children) {
    if (child.type === "parameters") yield* defaultsOf(child);
  }
  yield* nodesBelow(body);
}

const UNTOUCHED = new Set([
  "decorator",
  "type",
  "comment",
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "global_statement",
  "nonlocal_statement",
  "type_alias_statement",
]);

function* nodesBelow(node: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  if (UNTOUCHED.has(node.type) || isBareText(node)) return;
  if (node.type === "parameters" || node.type === "lambda_parameters") {
    yield* defaultsOf(node);
    return;
  }
  yield node;
  for (const child of node.children) yield* nodesBelow(child);
}

function* defaultsOf(parameters: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  for (const parameter of parameters.children) {
    const value = parameter.children.find((child) => child.field === "value");
    if (value !== undefined) yield* nodesBelow(value);
  }
}

function isBareText(node: SyntaxNode): boolean {
  if (node.type !== "expression_statement") return false;
  const type = partsOf(node)[0]?.type;
  return type === "string" || type === "concatenated_string";
}
