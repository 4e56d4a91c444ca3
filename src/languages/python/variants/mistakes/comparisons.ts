import { inParentheses } from "../mutants/calls.ts";
import { partsOf, type SyntaxNode } from "../syntax-node.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** A comparison of two operands; undefined for chains and what is no comparison. */
export function readComparison(
  node: SyntaxNode,
): { readonly left: SyntaxNode; readonly operator: SyntaxNode; readonly right: SyntaxNode } | undefined {
  const [left, right, more] = node.type === "comparison_operator" ? partsOf(node) : [];
  const operator = node.children.find(({ field }) => field === "operators");
  if (left === undefined || right === undefined || more !== undefined || operator === undefined)
    return undefined;
  return { left, operator, right };
}

/** What a comparison is written as instead, by operator: `$1` and `$2` are its sides, `$n` is `not ` where the operator negates. */
type ComparisonForms = Readonly<Record<string, readonly string[]>>;

const OF_TEXTS: ComparisonForms = {
  "==": [
    "($2 in $1)",
    "$1.startswith($2)",
    "$1.endswith($2)",
    "($1.strip() == $2)",
    "($1.lower() == $2.lower())",
  ],
  in: ["($2 == $1)", "$2.startswith($1)", "$2.endswith($1)", "($1.lower() in $2.lower())"],
};
const NEGATED: Readonly<Record<string, string>> = { "!=": "==", "not in": "in" };

const OF_ANY: ComparisonForms = {
  in: ["($2.get($1) is not None)", "bool($2.get($1))", "($1.lower() in $2)"],
};

/** The whole text for a part of it, a part for the whole, letter case and white space around it passed over, or a key with nothing behind it. */
export const comparedOtherwise: MistakeOperator = {
  name: "compared-otherwise",
  *slip(node) {
    const comparison = readComparison(node);
    if (comparison === undefined) return;
    const [left, right] = inOrder(comparison);
    const written = comparison.operator.text.replace(/\s+/g, " ");
    const operator = NEGATED[written] ?? written;
    const isText = isNonEmptyText(operator === "in" ? left : right);
    const isCollection = ["list", "tuple", "set", "string"].includes(right.type);
    const forms = isText ? OF_TEXTS[operator] : isCollection ? [] : OF_ANY[operator];
    for (const form of forms ?? []) {
      if (form.includes(".lower()") && left.text.endsWith(".lower()")) continue;
      const text = form.replace("$1", inParentheses(left)).replace("$2", inParentheses(right));
      yield instead(node, written === operator ? text : `(not ${text})`, `${written} ${form}`);
    }
  },
};

/** Operands with a literal of `==` and `!=` on the right. */
function inOrder({
  left,
  operator,
  right,
}: NonNullable<ReturnType<typeof readComparison>>): readonly [SyntaxNode, SyntaxNode] {
  return /^[!=]=$/.test(operator.text) && left.type === "string" ? [right, left] : [left, right];
}

function isNonEmptyText({ type, children }: SyntaxNode): boolean {
  return type === "string" && children.some((child) => child.type === "string_content");
}

const ONE_SIDED: Readonly<Record<string, readonly string[]>> = { "==": ["<=", ">="], "!=": ["<", ">"] };

/** A number checked against one side only: too many but not too few, too few but not too many. */
export const oneSidedCheck: MistakeOperator = {
  name: "one-sided-check",
  *slip(node) {
    const comparison = readComparison(node);
    if (comparison === undefined) return;
    const { left, operator, right } = comparison;
    const isNumeric = [left, right].some(({ type, text }) => type === "integer" || text.startsWith("len("));
    for (const other of isNumeric ? (ONE_SIDED[operator.text] ?? []) : []) yield instead(operator, other);
  },
};
