import type { Reference, TextEdit } from "../reference.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { indentationOf, isBelowHeader, ownsLines, shiftLines } from "./lines.ts";
import { withoutOverlaps, type Rewrite } from "./rewrite.ts";
import { freshName, isIntrospective, ownNodes } from "./scope.ts";

/** `not (a and b)` to `not a or not b`, and the other way round; a condition `a and b` to `not (not a or not b)`. */
export const deMorgan: Rewrite = {
  name: "de-morgan",
  edits: (reference) =>
    withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        if (node.type === "not_operator") return pushNegation(node);
        const condition = HAVING_CONDITIONS.has(node.type) ? conditionOf(node) : undefined;
        const pushed = condition === undefined ? undefined : negatedParts(condition);
        return condition === undefined || pushed === undefined ? [] : [replaced(condition, `not ${pushed}`)];
      }),
    ),
};

/** `a not in b` to `not a in b`, `a is not b` to `not a is b`. */
export const expandNegation: Rewrite = {
  name: "expand-negation",
  edits: (reference) =>
    withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        if (node.type !== "comparison_operator") return [];
        const operators = node.children.filter((child) => child.field === "operators");
        const [left, right, ...more] = partsOf(node).filter((child) => child.field !== "operators");
        const positive = POSITIVE[operators[0]?.text.replace(/\s+/g, " ") ?? ""];
        if (operators.length !== 1 || left === undefined || right === undefined || more.length > 0) return [];
        return positive === undefined ? [] : [replaced(node, `not ${left.text} ${positive} ${right.text}`)];
      }),
    ),
};

/** `if a and b: X` to `if a:` with `if b: X` inside. */
export const splitCondition: Rewrite = {
  name: "split-condition",
  edits: (reference) =>
    withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        const halves = node.type === "if_statement" ? halvesOf(conditionOf(node)) : undefined;
        const body = findField(node, "consequence");
        const isAlone = findField(node, "alternative") === undefined && ownsLines(reference, node);
        if (halves?.operator !== "and" || body === undefined || !isAlone) return [];
        return isBelowHeader(reference, body) ? [nest(reference, node, halves, body)] : [];
      }),
    ),
};

/** `if c:` to `condition = c` and `if condition:`. */
export const extractCondition: Rewrite = {
  name: "extract-condition",
  edits(reference) {
    if (isIntrospective(reference)) return [];
    const name = freshName("condition", reference);
    return [...ownNodes(reference)].flatMap((node) => {
      const condition = node.type === "if_statement" ? findField(node, "condition") : undefined;
      if (condition === undefined || !isBelowHeader(reference, node)) return [];
      const line = `${name} = (${condition.text})${reference.newline}${indentationOf(reference, node)}`;
      return [{ start: node.start, end: condition.end, replacement: `${line}if ${name}` }];
    });
  },
};

const POSITIVE: Readonly<Record<string, string>> = { "not in": "in", "is not": "is" };
const HAVING_CONDITIONS = new Set([
  "if_statement",
  "elif_clause",
  "while_statement",
  "conditional_expression",
]);
const OPPOSITE: Readonly<Record<string, string>> = { and: "or", or: "and" };

/** The two sides of a condition that is one `and` or `or`. */
interface Halves {
  readonly left: SyntaxNode;
  readonly right: SyntaxNode;
  readonly operator: string;
}

function conditionOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.type === "conditional_expression" ? partsOf(node)[1] : findField(node, "condition");
}

function halvesOf(condition: SyntaxNode | undefined): Halves | undefined {
  if (condition?.type === "parenthesized_expression") return halvesOf(partsOf(condition)[0]);
  if (condition?.type !== "boolean_operator") return undefined;
  const [left, right] = [findField(condition, "left"), findField(condition, "right")];
  const operator = findField(condition, "operator")?.text;
  return left === undefined || right === undefined || operator === undefined
    ? undefined
    : { left, right, operator };
}

/** What is true where `condition` is false, its parts asked in the same order. */
function negatedParts(condition: SyntaxNode): string | undefined {
  const halves = halvesOf(condition);
  if (halves === undefined) return undefined;
  return `(not (${halves.left.text}) ${OPPOSITE[halves.operator]} not (${halves.right.text}))`;
}

function pushNegation(node: SyntaxNode): TextEdit[] {
  const argument = findField(node, "argument");
  const pushed = argument === undefined ? undefined : negatedParts(argument);
  return pushed === undefined ? [] : [{ start: node.start, end: node.end, replacement: pushed }];
}

/** In brackets, so that it holds together, and apart from the word before, whatever stands around it. */
function replaced({ start, end }: SyntaxNode, expression: string): TextEdit {
  return { start, end, replacement: `(${expression})` };
}

function nest(reference: Reference, node: SyntaxNode, { left, right }: Halves, body: SyntaxNode): TextEdit {
  const outer = indentationOf(reference, node);
  const inner = indentationOf(reference, body);
  const unit = inner.startsWith(outer) ? inner.slice(outer.length) : "    ";
  const replacement = [
    `if (${left.text}):`,
    `${inner}if (${right.text}):`,
    `${inner}${unit}${shiftLines(reference, body, (found) => unit + found)}`,
  ].join(reference.newline);
  return { start: node.start, end: node.end, replacement };
}
