import type { Reference, TextEdit } from "../reference.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { indentationOf, ownsLines } from "./lines.ts";
import { editNeighbours, withoutOverlaps, type Rewrite } from "./rewrite.ts";
import { boundNodes, freshName, hasDeclarations, isIntrospective, localNames, ownNodes } from "./scope.ts";

const NUMBERS = new Set(["integer", "float"]);
const LITERALS = new Set([...NUMBERS, "string", "true", "false", "none"]);

/** Two assignments of literals to local names, one after the other, the other way round. */
export const reorderAssignments: Rewrite = {
  name: "reorder-assignments",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    return editNeighbours(reference, (first, next) => swap(reference, first, next));
  },
};

/** `x += 1` to `x = x + 1`, where everything that `x` can hold is a number (or a text) that a literal gave it. */
export const expandAugmented: Rewrite = {
  name: "expand-augmented",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    const parameters = new Set(reference.definition.parameters.map((parameter) => parameter.name));
    const bound = boundNodes(reference);
    return [...ownNodes(reference)].flatMap((node) => {
      const target = node.type === "augmented_assignment" ? findField(node, "left") : undefined;
      if (target?.type !== "identifier" || parameters.has(target.text)) return [];
      const bindings = bound.filter((other) => other.text === target.text);
      return haveOneType(bindings) ? expand(node, target) : [];
    });
  },
};

/** `a < b < c` to `a < b and b < c`, where `b` is a local name or a literal. */
export const splitComparison: Rewrite = {
  name: "split-comparison",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    const names = localNames(reference);
    return withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        const [first, middle, last, ...more] = node.type === "comparison_operator" ? partsOperands(node) : [];
        const [left, right] = node.children.filter((child) => child.field === "operators");
        if (first === undefined || middle === undefined || last === undefined || more.length > 0) return [];
        if (left === undefined || right === undefined) return [];
        const isRepeatable = middle.type === "identifier" ? names.has(middle.text) : NUMBERS.has(middle.type);
        if (!isRepeatable) return [];
        const halves = `${first.text} ${left.text} ${middle.text} and ${middle.text} ${right.text} ${last.text}`;
        return [{ start: node.start, end: node.end, replacement: `(${halves})` }];
      }),
    );
  },
};

/** `a, b = x, y` to one assignment for each, by way of new names. */
export const splitUnpacking: Rewrite = {
  name: "split-unpacking",
  edits(reference) {
    if (isIntrospective(reference)) return [];
    return [...ownNodes(reference)].flatMap((node) => {
      const assignment = node.type === "expression_statement" ? partsOf(node)[0] : undefined;
      const left = assignment?.type === "assignment" ? findField(assignment, "left") : undefined;
      const right = assignment === undefined ? undefined : findField(assignment, "right");
      if (left?.type !== "pattern_list" || right?.type !== "expression_list") return [];
      const [targets, values] = [partsOf(left), partsOf(right)];
      const isPaired = targets.length === values.length && targets.every(({ type }) => type === "identifier");
      if (!isPaired || values.some(({ type }) => type === "list_splat")) return [];
      return ownsLines(reference, node) ? [assignInTurn(reference, node, targets, values)] : [];
    });
  },
};

function assignInTurn(
  reference: Reference,
  statement: SyntaxNode,
  targets: readonly SyntaxNode[],
  values: readonly SyntaxNode[],
): TextEdit {
  const names = targets.map((_, index) => freshName(`value_${index}`, reference));
  const lines = [
    ...values.map((value, index) => `${names[index]} = (${value.text})`),
    ...targets.map((target, index) => `${target.text} = ${names[index]}`),
  ];
  const replacement = lines.join(reference.newline + indentationOf(reference, statement));
  return { start: statement.start, end: statement.end, replacement };
}

function partsOperands(comparison: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(comparison).filter((child) => child.field !== "operators");
}

function swap(reference: Reference, first: SyntaxNode, second: SyntaxNode | undefined): TextEdit[] {
  const one = literalTarget(first);
  const other = second === undefined ? undefined : literalTarget(second);
  if (second === undefined || one === undefined || other === undefined || one === other) return [];
  if (!ownsLines(reference, first) || !ownsLines(reference, second)) return [];
  const between = reference.text.slice(first.end, second.start);
  return [{ start: first.start, end: second.end, replacement: second.text + between + first.text }];
}

/** The name to which a statement assigns a literal. */
function literalTarget(statement: SyntaxNode): string | undefined {
  const assignment = statement.type === "expression_statement" ? partsOf(statement)[0] : undefined;
  if (assignment?.type !== "assignment" || findField(assignment, "type") !== undefined) return undefined;
  const target = findField(assignment, "left");
  const value = findField(assignment, "right");
  const isEmpty = (value?.type === "list" || value?.type === "dictionary") && partsOf(value).length === 0;
  const isLiteral = value !== undefined && LITERALS.has(value.type) && !value.text.includes("{");
  return target?.type === "identifier" && (isEmpty || isLiteral) ? target.text : undefined;
}

function haveOneType(bindings: readonly SyntaxNode[]): boolean {
  const values = bindings.map((node) => {
    const parent = node.parent;
    const isAssigned = parent?.type === "assignment" || parent?.type === "augmented_assignment";
    return isAssigned && findField(parent, "left") === node ? findField(parent, "right")?.type : undefined;
  });
  return (
    values.every((type) => type !== undefined && NUMBERS.has(type)) ||
    values.every((type) => type === "string")
  );
}

function expand(node: SyntaxNode, target: SyntaxNode): TextEdit[] {
  const operator = findField(node, "operator");
  const value = findField(node, "right");
  if (operator === undefined || value === undefined) return [];
  const replacement = `${target.text} = ${target.text} ${operator.text.slice(0, -1)} ${value.text}`;
  return [{ start: node.start, end: node.end, replacement }];
}
