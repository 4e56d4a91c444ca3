import { moveLines } from "../move-lines.ts";
import type { Columns, SourceText } from "./source-text.ts";
import { codeChildren, walk, type SyntaxNode } from "./syntax-tree.ts";

/**
 * True where the statements of each block begin in one column, deeper than what the block belongs to, however wide tabs are. The grammar
 * is more lenient than Python about this.
 */
export function isConsistentlyIndented(source: SourceText, root: SyntaxNode): boolean {
  for (const node of walk(root)) {
    if (node !== root && node.type !== "block" && node.type !== "decorated_definition") continue;
    const [column, ...others] = codeChildren(node)
      .filter((statement) => beginsLogicalLine(source, statement))
      .map((statement) => source.columnsAt(statement.start));
    if (column === undefined) continue;
    if (others.some((other) => !areSame(column, other))) return false;
    if (node.type !== "block" || node.parent === undefined) continue;
    if (!isDeeper(column, source.columnsAt(node.parent.start))) return false;
  }
  return areClausesAligned(source, root);
}

/** `else`, `except` and the like stand in the column of their statement. */
function areClausesAligned(source: SourceText, root: SyntaxNode): boolean {
  for (const node of walk(root)) {
    if (!/^(elif|else|except|except_group|finally)_clause$/.test(node.type) || node.parent === undefined)
      continue;
    if (!areSame(source.columnsAt(node.start), source.columnsAt(node.parent.start))) return false;
  }
  return true;
}

function areSame(one: Columns, other: Columns): boolean {
  return one.wide === other.wide && one.narrow === other.narrow;
}

function isDeeper(one: Columns, other: Columns): boolean {
  return one.wide > other.wide && one.narrow > other.narrow;
}

function beginsLogicalLine(source: SourceText, statement: SyntaxNode): boolean {
  if (!source.startsLine(statement.start)) return false;
  return !/\\\r?\n?$/.test(source.text.slice(0, source.lineStart(statement.start)).slice(-3));
}

/** `moveLines` for Python: lines that begin inside a text literal stay. */
export function reindent(
  source: SourceText,
  root: SyntaxNode,
  span: { readonly start: number; readonly end: number },
  indentation: { readonly from: string; readonly to: string },
): string {
  return moveLines({ ...span, text: source.text, fixed: () => stringsOf(root) }, indentation);
}

const knownStrings = new WeakMap<SyntaxNode, readonly SyntaxNode[]>();

/** The text literals of a tree in order; looked for once, since the statements of a completion are moved one by one. */
function stringsOf(root: SyntaxNode): readonly SyntaxNode[] {
  const known = knownStrings.get(root);
  if (known !== undefined) return known;
  const found: SyntaxNode[] = [];
  for (const node of walk(root, ({ type }) => type !== "string"))
    if (node.type === "string") found.push(node);
  knownStrings.set(root, found);
  return found;
}
