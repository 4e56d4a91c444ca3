import type { StructureDraft } from "../../declarations.ts";
import { endOfString } from "../joined-lines.ts";
import { findField, type SyntaxNode } from "../syntax-tree.ts";

/** Adds the names that a statement puts into `__all__`, as far as they are written out. */
export function readExports({ text, exports }: StructureDraft, node: SyntaxNode): void {
  if (node.type !== "expression_statement" || !text.startsWith("__all__", node.start)) return;
  const [statement] = node.children;
  const values = (statement && findField(statement, "right")) ?? node;
  const isListed =
    values !== node || /^__all__\s*\.\s*(?:extend|append)\s*\(/.test(text.slice(node.start, node.end));
  if (!isListed) return;
  for (let at = values.start; at < values.end; at++) {
    const character = text[at];
    if (character === "#") at = text.indexOf("\n", at) < 0 ? values.end : text.indexOf("\n", at);
    if (character !== '"' && character !== "'") continue;
    const end = endOfString(text, at);
    const name = /^(["']+)([^"'\\]*)\1$/.exec(text.slice(at, end))?.[2];
    if (name !== undefined) exports.push({ name, local: name, module: undefined, at: { start: at, end } });
    at = end - 1;
  }
}
