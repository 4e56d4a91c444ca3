import { contains, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, swapOperators, type MutationOperator } from "./operator.ts";

/** `and` to `or` and back. */
export const booleanOperator = swapOperators("boolean-operator", ["boolean_operator"], {
  and: ["or"],
  or: ["and"],
});

/** `not x` to `x`. */
export const notRemoval: MutationOperator = {
  name: "not-removal",
  *mutate(node) {
    const argument = node.type === "not_operator" ? findField(node, "argument") : undefined;
    if (argument !== undefined) yield replace(node, argument.text);
  },
};

/** A condition to its negation, where no other operator makes the same change. */
export const conditionNegation: MutationOperator = {
  name: "condition-negation",
  *mutate(node) {
    const condition = findCondition(node);
    if (condition === undefined) return;
    const bare = withoutParentheses(condition);
    if (bare.type === "not_operator" || isSingleComparison(bare) || isConstant(bare)) return;
    yield replace(condition, spaced(condition, `not (${condition.text})`));
  },
};

/**
 * Conditions of `if`, `elif`, `while`, conditional expressions, comprehension filters, case guards and `assert` to `True` and
 * `False`. A loop is made endless only where something inside can leave it.
 */
export const conditionForced: MutationOperator = {
  name: "condition-forced",
  *mutate(node) {
    const condition = findCondition(node);
    if (condition === undefined || isConstant(withoutParentheses(condition))) return;
    const isEndless =
      node.type === "while_statement" &&
      !contains(node, "break_statement", "return_statement", "raise_statement");
    if (!isEndless) yield replace(condition, spaced(condition, "True"));
    yield replace(condition, spaced(condition, "False"));
  },
};

/** `if(x):` has no space that a word could use. */
function spaced(condition: SyntaxNode, word: string): string {
  return condition.text.startsWith("(") ? `(${word})` : word;
}

/** The condition that a node tests, where it is of a kind that tests one. */
function findCondition(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case "if_statement":
    case "elif_clause":
    case "while_statement":
      return findField(node, "condition");
    case "conditional_expression":
      return partsOf(node)[1];
    case "if_clause":
    case "assert_statement":
      return partsOf(node)[0];
    default:
      return undefined;
  }
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  const inner = node.type === "parenthesized_expression" ? partsOf(node)[0] : undefined;
  return inner === undefined ? node : withoutParentheses(inner);
}

function isSingleComparison(node: SyntaxNode): boolean {
  return node.type === "comparison_operator" && partsOf(node).length === 2;
}

function isConstant(node: SyntaxNode): boolean {
  return node.type === "true" || node.type === "false" || node.type === "none";
}
