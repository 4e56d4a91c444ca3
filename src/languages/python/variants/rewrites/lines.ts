import type { Reference } from "../reference.ts";
import { walk, type SyntaxNode } from "../syntax-node.ts";

/** True where a statement has its lines for itself, but for white space and a comment behind it. */
export function ownsLines({ text }: Reference, node: SyntaxNode): boolean {
  const before = text.slice(text.lastIndexOf("\n", node.start - 1) + 1, node.start);
  const after = text.slice(node.end, endOfLine(text, node.end));
  return /^[ \t]*$/.test(before) && /^[ \t]*(#.*)?\r?$/.test(after);
}

/** White space before a node on its line. */
export function indentationOf({ text }: Reference, node: SyntaxNode): string {
  const start = text.lastIndexOf("\n", node.start - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, node.start))?.[0] ?? "";
}

/** True where a node is the first on its line; of a block: where it stands on lines of its own below its header. */
export function isBelowHeader({ text }: Reference, node: SyntaxNode): boolean {
  return /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", node.start - 1) + 1, node.start));
}

/**
 * The text of `[start, end)` with another indentation on each line that begins in it. Lines that begin inside a text
 * literal and empty ones stay as they are.
 */
export function shiftLines(
  { text, body }: Reference,
  { start, end }: { readonly start: number; readonly end: number },
  change: (indentation: string) => string,
): string {
  const literals = [...walk(body)].filter((node) => node.type === "string" && node.text.includes("\n"));
  const isInLiteral = (at: number): boolean => literals.some((node) => node.start < at && at < node.end);
  let shifted = "";
  let from = start;
  while (from < end) {
    const lineEnd = Math.min(end, text.indexOf("\n", from) === -1 ? end : text.indexOf("\n", from) + 1);
    const line = text.slice(from, lineEnd);
    const isMovable = from > start && !isInLiteral(from) && line.trim() !== "";
    const indentation = /^[ \t]*/.exec(line)?.[0] ?? "";
    shifted += isMovable ? change(indentation) + line.slice(indentation.length) : line;
    from = lineEnd;
  }
  return shifted;
}

/** A block's statements as they read one level further out, at `indentation`; the first line without any. */
export function dedented(reference: Reference, block: SyntaxNode, indentation: string): string {
  const inner = indentationOf(reference, block);
  return shiftLines(reference, block, (found) =>
    found.startsWith(inner) ? indentation + found.slice(inner.length) : found,
  );
}

function endOfLine(text: string, index: number): number {
  const end = text.indexOf("\n", index);
  return end === -1 ? text.length : end;
}
