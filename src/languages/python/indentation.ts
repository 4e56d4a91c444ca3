import { columnOf, leadingSpace, type SourceText } from "./source-text.ts";
import { codeChildren, walk, type SyntaxNode } from "./syntax-tree.ts";

/**
 * True where the statements of each block begin in one column, deeper than what the block belongs to. The grammar
 * is more lenient than Python about this.
 */
export function isConsistentlyIndented(source: SourceText, root: SyntaxNode): boolean {
  for (const node of walk(root)) {
    if (node !== root && node.type !== "block" && node.type !== "decorated_definition") continue;
    const columns = new Set(
      codeChildren(node)
        .filter((statement) => beginsLogicalLine(source, statement))
        .map((statement) => columnOf(source.indentationAt(statement.start))),
    );
    if (columns.size > 1) return false;
    const [column] = columns;
    if (node.type !== "block" || column === undefined || node.parent === undefined) continue;
    if (column <= columnOf(source.indentationAt(node.parent.start))) return false;
  }
  return areClausesAligned(source, root);
}

/** `else`, `except` and the like stand in the column of their statement. */
function areClausesAligned(source: SourceText, root: SyntaxNode): boolean {
  for (const node of walk(root)) {
    if (!/^(elif|else|except|except_group|finally)_clause$/.test(node.type) || node.parent === undefined)
      continue;
    const own = columnOf(source.indentationAt(node.start));
    if (own !== columnOf(source.indentationAt(node.parent.start))) return false;
  }
  return true;
}

function beginsLogicalLine(source: SourceText, statement: SyntaxNode): boolean {
  if (!source.startsLine(statement.start)) return false;
  return !/\\\r?\n?$/.test(source.text.slice(0, source.lineStart(statement.start)).slice(-3));
}

/**
 * The lines of `[start, end)` moved from one indentation to another. `start` is the start of a line. Lines that begin
 * inside a string stay as they are, and so do blank lines and lines indented less than `from` (comments, and
 * continued lines inside brackets).
 */
export function reindent(
  source: SourceText,
  root: SyntaxNode,
  span: { readonly start: number; readonly end: number },
  indentation: { readonly from: string; readonly to: string },
): string {
  const text = source.text.slice(span.start, span.end);
  if (indentation.from === indentation.to) return text;
  const strings = [...walk(root, (node) => node.type !== "string")].filter((node) => node.type === "string");
  let position = span.start;
  let next = 0;
  let output = "";
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    while ((strings[next]?.end ?? Infinity) <= position) next++;
    const isInString = (strings[next]?.start ?? Infinity) < position;
    output += isInString || line.trim() === "" ? line : moveLine(line, indentation.from, indentation.to);
    position += line.length;
  }
  return output;
}

function moveLine(line: string, from: string, to: string): string {
  const space = leadingSpace(line);
  const rest = line.slice(space.length);
  if (space.startsWith(from)) return to + space.slice(from.length) + rest;
  const deeper = columnOf(space) - columnOf(from);
  return deeper < 0 ? line : to + " ".repeat(deeper) + rest;
}
