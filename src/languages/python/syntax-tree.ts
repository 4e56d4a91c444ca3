import type { Parser } from "web-tree-sitter";

import { readTree, type ReadingBudget, type SyntaxNode, type SyntaxTree } from "../syntax-tree.ts";

export * from "../syntax-tree.ts";

/** Parses `text` into plain nodes, with the places that are not Python 3. Never throws. Without a budget it has that of a file. */
export function readSyntaxTree(parser: Parser, text: string, budget?: ReadingBudget): SyntaxTree {
  return readTree(parser, text, { isError, budget });
}

/** What the grammar accepts and Python 3 does not: statements and literals of Python 2, a header without a body. */
export function isError(node: SyntaxNode, text: string): boolean {
  const { type, parent } = node;
  if (node.isMissing) return true;
  if (type === "ERROR") return !isDefaultOfTypeParameter(node);
  if (isPython2(node, text)) return true;
  return type === "block" && node.start === node.end && parent?.type !== "match_statement";
}

/** Statements and literals of Python 2 that Python 3 does not have. */
export function isPython2({ type, parent, start, end }: SyntaxNode, text: string): boolean {
  if (type === "print_statement" || type === "exec_statement" || type === "<>") return true;
  if (type === "expression_list") return parent?.type === "raise_statement";
  if (type === "tuple_pattern") return parent?.type === "parameters";
  if (type === "string_start") return text.slice(start, end).includes("`");
  return type === "integer" && /^0\d*[1-9]|[lL]$/.test(text.slice(start, end));
}

/** The grammar lacks the defaults of bounded type parameters (`[T: int = str]`, PEP 696). */
function isDefaultOfTypeParameter(node: SyntaxNode): boolean {
  return node.parent?.type === "type_parameter";
}
