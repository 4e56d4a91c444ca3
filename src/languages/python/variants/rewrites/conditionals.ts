import type { Reference, TextEdit } from "../reference.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { indentationOf, ownsLines } from "./lines.ts";
import { editNeighbours, type Rewrite } from "./rewrite.ts";
import { ownNodes } from "./scope.ts";

/** `return a if c else b`, or `x = a if c else b`, to `if c:` and `else:`. */
export const conditionalToStatement: Rewrite = {
  name: "conditional-to-statement",
  edits: (reference) => [...ownNodes(reference)].flatMap((node) => unfold(reference, node)),
};

/** `if c: return a` with `else: return b`, or `return b` after it, to `return a if c else b`; the same for assignments. */
export const statementToConditional: Rewrite = {
  name: "statement-to-conditional",
  edits: (reference) => editNeighbours(reference, (statement, next) => fold(reference, statement, next)),
};

/** A statement that hands a value on: to the caller or to a name. */
interface Handing {
  /** What stands before the value. */
  readonly head: string;
  readonly value: SyntaxNode;
}

function unfold(reference: Reference, statement: SyntaxNode): TextEdit[] {
  const handing = readHanding(statement);
  const value = handing === undefined ? undefined : withoutBrackets(handing.value);
  const [yes, condition, no] = value?.type === "conditional_expression" ? partsOf(value) : [];
  if (handing === undefined || yes === undefined || condition === undefined || no === undefined) return [];
  if (!ownsLines(reference, statement)) return [];
  const outer = indentationOf(reference, statement);
  const inner = outer + (outer.includes("\t") ? "\t" : "    ");
  const replacement = [
    `if (${condition.text}):`,
    `${inner}${handing.head}(${yes.text})`,
    `${outer}else:`,
    `${inner}${handing.head}(${no.text})`,
  ].join(reference.newline);
  return [{ start: statement.start, end: statement.end, replacement }];
}

function fold(reference: Reference, statement: SyntaxNode, next: SyntaxNode | undefined): TextEdit[] {
  if (statement.type !== "if_statement" || !ownsLines(reference, statement)) return [];
  const condition = findField(statement, "condition");
  const alternatives = statement.children.filter((child) => child.field === "alternative");
  const yes = onlyHanding(findField(statement, "consequence"));
  const [clause, ...more] = alternatives;
  if (condition === undefined || yes === undefined || more.length > 0) return [];
  const isFollowed = clause === undefined && next !== undefined && yes.head === RETURN;
  if (isFollowed && !ownsLines(reference, next)) return [];
  const otherwise = clause?.type === "else_clause" ? onlyHanding(findField(clause, "body")) : undefined;
  const no = isFollowed ? readHanding(next) : otherwise;
  if (no === undefined || no.head !== yes.head) return [];
  const replacement = `${yes.head}(${yes.value.text}) if (${condition.text}) else (${no.value.text})`;
  return [{ start: statement.start, end: isFollowed ? next.end : statement.end, replacement }];
}

const RETURN = "return ";

function readHanding(statement: SyntaxNode): Handing | undefined {
  const [only] = partsOf(statement);
  if (statement.type === "return_statement") return only && { head: RETURN, value: only };
  const assignment = statement.type === "expression_statement" ? only : undefined;
  if (assignment?.type !== "assignment" || findField(assignment, "type") !== undefined) return undefined;
  const target = findField(assignment, "left");
  const value = findField(assignment, "right");
  if (target?.type !== "identifier" || value === undefined || UNBRACKETED.has(value.type)) return undefined;
  return { head: `${target.text} = `, value };
}

/** What cannot be put in brackets as it is. */
const UNBRACKETED = new Set(["assignment", "augmented_assignment"]);

function onlyHanding(block: SyntaxNode | undefined): Handing | undefined {
  const [statement, ...more] = block === undefined ? [] : partsOf(block);
  return statement === undefined || more.length > 0 ? undefined : readHanding(statement);
}

function withoutBrackets(node: SyntaxNode): SyntaxNode {
  const [inside] = node.type === "parenthesized_expression" ? partsOf(node) : [];
  return inside === undefined ? node : withoutBrackets(inside);
}
