import { partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

const BOUNDARIES: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

const NEGATIONS: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
};

const IDENTITIES: Readonly<Record<string, string>> = { is: "==", "is not": "!=" };

/** `<` to `<=` and the like. */
export const comparisonBoundary = byTable("comparison-boundary", BOUNDARIES);

/** Every comparison, membership and identity test to its opposite. */
export const comparisonNegation = byTable("comparison-negation", NEGATIONS);

/**
 * Identity to equality. Not the other way: whether equal numbers or texts are one object is the interpreter's business. Comparisons
 * with literals are left alone (`x is None` and `x == None` differ for almost no value), and so are those with a constant of a
 * class (`Unit.SECONDS`), nearly always a member of an enumeration, which is one object.
 */
export const identityEquality: MutationOperator = {
  name: "identity-equality",
  *mutate(node) {
    if (node.type === "comparison_operator" && !partsOf(node).some(isSingle)) {
      yield* byTable("", IDENTITIES).mutate(node);
    }
  },
};

const LITERALS = new Set(["none", "integer", "float", "string", "concatenated_string", "list", "tuple"]);
const CLASS_CONSTANT = /(^|\.)_*[A-Z]\w*\.[A-Z][A-Z0-9_]*$/;
const WIDE_LITERALS = new Set(["dictionary", "set", "unary_operator"]);

function isSingle(node: SyntaxNode): boolean {
  return LITERALS.has(node.type) || WIDE_LITERALS.has(node.type) || CLASS_CONSTANT.test(node.text);
}

function byTable(name: string, table: Readonly<Record<string, string>>): MutationOperator {
  return {
    name,
    *mutate(node) {
      if (node.type !== "comparison_operator") return;
      for (const token of node.children.filter((child) => child.field === "operators")) {
        const other = table[token.text.replace(/\s+/g, " ")];
        if (other !== undefined) yield replace(token, other);
      }
    },
  };
}
