import type { SyntaxNode } from "./syntax-tree.ts";
import { codeChildren } from "./syntax-tree.ts";

const COMPOUND = new Set([
  "if_statement",
  "for_statement",
  "while_statement",
  "try_statement",
  "with_statement",
  "match_statement",
]);
const CLAUSES = new Set([
  "elif_clause",
  "else_clause",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "case_clause",
]);

/** True for nodes that are one statement; a clause (`elif`, `except`) is not one, nor is a definition's decorated shell. */
export function isStatement(node: SyntaxNode): boolean {
  if (node.type === "function_definition" || node.type === "class_definition") return true;
  return node.type.endsWith("_statement") && node.isNamed;
}

/** A function or class, with or without decorators. */
export function isDefinitionStatement(node: SyntaxNode): boolean {
  return (
    node.type === "function_definition" ||
    node.type === "class_definition" ||
    node.type === "decorated_definition"
  );
}

/**
 * The statements of one scope in source order: those of a module or block and, below compound statements (`if`,
 * `try`, `with`, loops, `match`), theirs; never those inside functions and classes.
 * Where the syntax is broken, also what the parser could save.
 */
export function* scopeStatements(container: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  for (const statement of codeChildren(container)) {
    if (statement.type === "ERROR") yield* scopeStatements(statement);
    else yield statement;
    if (COMPOUND.has(statement.type)) yield* statementsBelow(statement);
  }
}

function* statementsBelow(compound: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  for (const child of compound.children) {
    if (CLAUSES.has(child.type)) yield* statementsBelow(child);
    else if (child.type !== "block") continue;
    else if (compound.type === "match_statement") yield* statementsBelow(child);
    else yield* scopeStatements(child);
  }
}
