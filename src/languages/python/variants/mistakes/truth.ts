import { inParentheses } from "../mutants/calls.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { readComparison } from "./comparisons.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** None for what is false, and false for None: they differ for 0, empty texts and collections that are there. */
export const noneForFalsy: MistakeOperator = {
  name: "none-for-falsy",
  *slip(node) {
    const comparison = readComparison(node);
    if (comparison?.right.type === "none") {
      const value = inParentheses(comparison.left);
      if (comparison.operator.text === "is") yield instead(node, `(not ${value})`, "is None");
      else if (/^is\s+not$/.test(comparison.operator.text)) yield instead(node, `bool(${value})`, "is None");
    } else if (node.type === "not_operator") {
      const argument = findField(node, "argument");
      if (argument === undefined || !isUncertain(argument)) return;
      yield instead(node, `(${argument.text} is None)`, "is None");
      yield instead(node, `(${argument.text} is False)`, "is False");
    } else if (isTested(node) && isUncertain(node)) {
      yield instead(node, `(${node.text} is not None)`, "is not None");
      yield instead(node, `(${node.text} is True)`, "is True");
    }
  },
};

/** A text of white space alone taken for an empty one: where its truth is asked of what is gone over. */
export const blankForEmpty: MistakeOperator = {
  name: "blank-for-empty",
  *slip(node) {
    const isFilter = node.parent?.type === "if_clause";
    if (isFilter && node.type === "identifier") yield instead(node, `str(${node.text}).strip()`);
  },
};

/** `a or b` where only None means that there is no `a`, and the other way round. */
export const orForNone: MistakeOperator = {
  name: "or-for-none",
  *slip(node) {
    if (node.type === "boolean_operator" && findField(node, "operator")?.text === "or" && !isTested(node)) {
      const [left, right] = partsOf(node);
      if (left !== undefined && right !== undefined && isValue(left))
        yield instead(node, `(${left.text} if ${left.text} is not None else ${right.text})`);
    }
    if (node.type !== "conditional_expression") return;
    const [first, condition, second] = partsOf(node);
    const comparison = condition && readComparison(condition);
    if (first === undefined || second === undefined || comparison?.right.type !== "none") return;
    const [value, other] = comparison.operator.text === "is" ? [second, first] : [first, second];
    if (value.text === comparison.left.text)
      yield instead(node, `(${value.text} or ${inParentheses(other)})`);
  },
};

/** Calls of which truth is all that there is to ask: they give True or False, or a match or None. */
const PLAIN_CALL =
  /^(?:isinstance|issubclass|callable|hasattr|bool|any|all|re\.(?:match|search|fullmatch))\(|\.(?:startswith|endswith|is[a-z]+)\([^()]*\)$/;

const VALUES = new Set(["identifier", "attribute", "subscript", "call"]);

function isUncertain(node: SyntaxNode): boolean {
  return isValue(node) && !PLAIN_CALL.test(node.text);
}

function isValue(node: SyntaxNode): boolean {
  return VALUES.has(node.type);
}

/** True for what only its truth is asked of. */
function isTested(node: SyntaxNode): boolean {
  const above = node.parent;
  switch (above?.type) {
    case "if_statement":
    case "elif_clause":
    case "while_statement":
      return node.field === "condition";
    case "conditional_expression":
      return partsOf(above)[1] === node;
    case "if_clause":
      return true;
    case "boolean_operator":
    case "parenthesized_expression":
      return isTested(above);
    default:
      return false;
  }
}
