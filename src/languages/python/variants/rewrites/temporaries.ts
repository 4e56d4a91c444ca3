import type { Reference, TextEdit } from "../reference.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { indentationOf, ownsLines } from "./lines.ts";
import { withoutOverlaps, type Rewrite } from "./rewrite.ts";
import { freshName, hasDeclarations, isIntrospective, ownNodes, variablesOf } from "./scope.ts";

/** `return expression` to `result = expression` and `return result`. */
export const extractReturned: Rewrite = {
  name: "extract-returned",
  edits(reference) {
    if (isIntrospective(reference)) return [];
    const name = freshName("result", reference);
    return [...ownNodes(reference)].flatMap((node) => {
      const value = node.type === "return_statement" ? partsOf(node)[0] : undefined;
      if (value === undefined || value.type === "identifier" || !ownsLines(reference, node)) return [];
      const indentation = indentationOf(reference, node);
      const replacement = `${name} = ${value.text}${reference.newline}${indentation}return ${name}`;
      return [{ start: node.start, end: node.end, replacement }];
    });
  },
};

/** `x = value` right before the only use of `x`, where that is the first thing a `return` evaluates. */
export const inlineTemporary: Rewrite = {
  name: "inline-temporary",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    const variables = variablesOf(reference.node);
    const blocks = [...ownNodes(reference)].filter((node) => node.type === "block");
    return withoutOverlaps(
      blocks.flatMap((block) =>
        partsOf(block).flatMap((statement, index, all) =>
          inline(reference, variables, statement, all[index + 1]),
        ),
      ),
    );
  },
};

function inline(
  reference: Reference,
  variables: ReadonlyMap<string, readonly SyntaxNode[]>,
  statement: SyntaxNode,
  next: SyntaxNode | undefined,
): TextEdit[] {
  const assignment = statement.type === "expression_statement" ? partsOf(statement)[0] : undefined;
  const returned = next?.type === "return_statement" ? partsOf(next)[0] : undefined;
  if (assignment?.type !== "assignment" || next === undefined || returned === undefined) return [];
  const target = findField(assignment, "left");
  const value = findField(assignment, "right");
  const isPlain = target?.type === "identifier" && findField(assignment, "type") === undefined;
  if (!isPlain || value === undefined || value.type === "assignment") return [];
  const isParameter = reference.definition.parameters.some((parameter) => parameter.name === target.text);
  if (isParameter || variables.get(target.text)?.length !== 2) return [];
  const used = firstEvaluated(returned);
  if (used.type !== "identifier" || used.text !== target.text) return [];
  if (!ownsLines(reference, statement) || !ownsLines(reference, next)) return [];
  const { text } = reference;
  const replacement = `${text.slice(next.start, used.start)}(${value.text})${text.slice(used.end, next.end)}`;
  return [{ start: statement.start, end: next.end, replacement }];
}

const FIRST_FIELDS: Readonly<Record<string, string>> = {
  binary_operator: "left",
  boolean_operator: "left",
  attribute: "object",
  subscript: "value",
  call: "function",
};

function firstEvaluated(node: SyntaxNode): SyntaxNode {
  const field = FIRST_FIELDS[node.type];
  const isFirstOfAll = node.type === "comparison_operator" || node.type === "parenthesized_expression";
  const next = field === undefined ? (isFirstOfAll ? partsOf(node)[0] : undefined) : findField(node, field);
  return next === undefined ? node : firstEvaluated(next);
}
