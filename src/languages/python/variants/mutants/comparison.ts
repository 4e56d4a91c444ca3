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

/** Each with the others that differ from it in one of "less", "equal" and "greater", as far as no other operator makes them. */
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  "<": ["!="],
  ">": ["!="],
  "<=": ["=="],
  ">=": ["=="],
  "==": ["<=", ">="],
  "!=": ["<", ">"],
};

/** `<` to `<=` and the like. */
export const comparisonBoundary = byTable("comparison-boundary", BOUNDARIES);

/** Every comparison, membership and identity test to its opposite. */
export const comparisonNegation = byTable("comparison-negation", NEGATIONS);

/**
 * `<` to `!=`, `==` to `<=` and `>=`: what is left of the relations that a number can have to another. Not where one side cannot be on
 * both sides of the other: lengths, remainders, empty texts, and counters in the condition of a loop.
 */
export const comparisonRelation: MutationOperator = {
  name: "comparison-relation",
  *mutate(node) {
    if (node.type !== "comparison_operator") return;
    if (node.parent?.type === "while_statement" || partsOf(node).some(isOneSided)) return;
    for (const token of node.children.filter((child) => child.field === "operators"))
      for (const other of RELATIONS[token.text] ?? []) yield replace(token, other);
  },
};

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

const UNORDERED = new Set([
  "none",
  "true",
  "false",
  "string",
  "concatenated_string",
  "list",
  "dictionary",
  "set",
]);

function isOneSided(node: SyntaxNode): boolean {
  if (node.type === "binary_operator") return node.children.some(({ type }) => type === "%" || type === "&");
  return (
    UNORDERED.has(node.type) ||
    /^(len|type|abs|id)\(|\.(count|find|rfind|__class__|__name__)\b/.test(node.text)
  );
}

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
