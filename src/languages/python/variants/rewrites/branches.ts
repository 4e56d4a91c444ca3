import type { Reference, TextEdit } from "../reference.ts";
import { findChild, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { dedented, indentationOf, isBelowHeader, ownsLines, shiftLines } from "./lines.ts";
import { withoutOverlaps, type Rewrite } from "./rewrite.ts";
import { ownNodes } from "./scope.ts";

/** An `if` that has at most an `else`, taken apart. */
interface Branching {
  readonly node: SyntaxNode;
  readonly condition: SyntaxNode;
  readonly consequence: SyntaxNode;
  readonly otherwise: SyntaxNode | undefined;
}

/** `if c: A else: B` to `if not (c): B else: A`. */
export const invertCondition: Rewrite = {
  name: "invert-condition",
  edits: (reference) => withoutOverlaps(branchings(reference).flatMap((found) => invert(reference, found))),
};

/** `a if c else b` to `b if not (c) else a`. */
export const invertConditional: Rewrite = {
  name: "invert-conditional",
  edits(reference) {
    const found = [...ownNodes(reference)].filter((node) => node.type === "conditional_expression");
    return withoutOverlaps(
      found.flatMap((node) => {
        const [yes, condition, no] = partsOf(node);
        if (yes === undefined || condition === undefined || no === undefined) return [];
        const replacement = `(${no.text}) if not (${condition.text}) else (${yes.text})`;
        return [{ start: node.start, end: node.end, replacement }];
      }),
    );
  },
};

/** `elif c:` to `else:` with `if c:` inside. */
export const nestElif: Rewrite = {
  name: "nest-elif",
  edits: (reference) =>
    withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        const clause = node.type === "if_statement" ? findChild(node, "elif_clause") : undefined;
        if (clause === undefined || !ownsLines(reference, node)) return [];
        const outer = indentationOf(reference, node);
        const inner = outer + (outer.includes("\t") ? "\t" : "    ");
        const rest = shiftLines(
          reference,
          { start: clause.start, end: node.end },
          (found) => inner + found.slice(outer.length),
        );
        const replacement = `else:${reference.newline}${inner}${rest.slice("el".length)}`;
        return [{ start: clause.start, end: node.end, replacement }];
      }),
    ),
};

/** No `else` after a branch that leaves. */
export const elseRemoval: Rewrite = {
  name: "else-removal",
  edits: (reference) =>
    withoutOverlaps(
      branchings(reference).flatMap(({ node, consequence, otherwise }) => {
        if (otherwise === undefined || !leaves(consequence) || !ownsLines(reference, node)) return [];
        const indentation = indentationOf(reference, node);
        const replacement = `${reference.newline}${indentation}${dedented(reference, otherwise, indentation)}`;
        return [{ start: consequence.end, end: node.end, replacement }];
      }),
    ),
};

/** `if c: A else: B` at the end of a function to `if c: A; return` and `B`; `if c: A` to a guard and `A`. */
export const earlyReturn: Rewrite = {
  name: "early-return",
  edits(reference) {
    const last = partsOf(reference.body).at(-1);
    const found = branchings(reference).find(({ node }) => node === last);
    if (found === undefined || !ownsLines(reference, found.node)) return [];
    if (!isBelowHeader(reference, found.consequence)) return [];
    return found.otherwise === undefined ? guard(reference, found) : returnFirst(reference, found);
  },
};

function invert(reference: Reference, { condition, consequence, otherwise }: Branching): TextEdit[] {
  const clause = otherwise?.parent;
  const first = findChild(condition.parent ?? condition, ":");
  const second = clause === undefined ? undefined : findChild(clause, ":");
  if (otherwise === undefined || first === undefined || second === undefined) return [];
  const { text } = reference;
  const replacement = [
    `not (${condition.text})`,
    text.slice(condition.end, first.end),
    text.slice(second.end, otherwise.end),
    text.slice(consequence.end, second.end),
    text.slice(first.end, consequence.end),
  ].join("");
  const glue = condition.text.startsWith("(") && /\w$/.test(text.slice(0, condition.start)) ? " " : "";
  return [{ start: condition.start, end: otherwise.end, replacement: glue + replacement }];
}

function guard(reference: Reference, { node, condition, consequence }: Branching): TextEdit[] {
  const { newline } = reference;
  const indentation = indentationOf(reference, node);
  const replacement = [
    `if not (${condition.text}):`,
    `${indentationOf(reference, consequence)}return`,
    `${indentation}${dedented(reference, consequence, indentation)}`,
  ].join(newline);
  return [{ start: node.start, end: node.end, replacement }];
}

function returnFirst(reference: Reference, { node, consequence, otherwise }: Branching): TextEdit[] {
  if (otherwise === undefined || leaves(consequence)) return [];
  const { newline } = reference;
  const indentation = indentationOf(reference, node);
  const inner = indentationOf(reference, consequence);
  const rest = dedented(reference, otherwise, indentation);
  const replacement = `${newline}${inner}return${newline}${indentation}${rest}`;
  return [{ start: consequence.end, end: node.end, replacement }];
}

/** Every `if` of the function itself without `elif`, outer ones first. */
function branchings(reference: Reference): Branching[] {
  return [...ownNodes(reference)].flatMap((node) => {
    if (node.type !== "if_statement") return [];
    const condition = findField(node, "condition");
    const consequence = findField(node, "consequence");
    const alternatives = node.children.filter((child) => child.field === "alternative");
    if (condition === undefined || consequence === undefined || alternatives.length > 1) return [];
    const clause = alternatives[0];
    if (clause !== undefined && clause.type !== "else_clause") return [];
    const otherwise = clause === undefined ? undefined : findField(clause, "body");
    if (partsOf(consequence).length === 0 || (otherwise !== undefined && partsOf(otherwise).length === 0))
      return [];
    return clause !== undefined && otherwise === undefined
      ? []
      : [{ node, condition, consequence, otherwise }];
  });
}

const LEAVING = new Set(["return_statement", "raise_statement", "break_statement", "continue_statement"]);

function leaves(block: SyntaxNode): boolean {
  return LEAVING.has(partsOf(block).at(-1)?.type ?? "");
}
