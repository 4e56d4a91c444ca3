import { codeChildren, findField, type SyntaxNode } from "../syntax-tree.ts";
import type { ScopeDraft, ScopeTable } from "./scopes.ts";

interface Where {
  readonly text: string;
  readonly table: ScopeTable;
  readonly scope: ScopeDraft;
}

/**
 * Takes in a text literal: what it says, and the names in it where it is a forward reference (a type in quotes, also the first argument of `cast`) or
 * an item of `__all__`. A text that stands alone is documentation, and not taken in.
 */
export function seeText(node: SyntaxNode, where: Where): void {
  if (isAlone(node)) return;
  const { text, table, scope } = where;
  const isFilled = node.children.some(({ type }) => type === "interpolation");
  const contents = node.children.filter(({ type }) => type === "string_content");
  for (const { start, end } of contents) table.texts.push({ start, end, isPart: isFilled });
  const [content, ...others] = contents;
  if (content === undefined || others.length > 0 || isFilled) return;
  const written = text.slice(content.start, content.end);
  if (written.includes("\\") || /[bB]/u.test(text.slice(node.start, content.start))) return;
  if (isListedForExport(node, text)) table.seeText(written, content.start, { role: "exported", scope });
  else if (isForwardReference(node, text)) seeTypeNames(written, content.start, where);
}

function isAlone({ parent }: SyntaxNode): boolean {
  const statement = parent?.type === "concatenated_string" ? parent.parent : parent;
  return statement?.type === "expression_statement" && codeChildren(statement).length === 1;
}

function seeTypeNames(written: string, start: number, { table, scope }: Where): void {
  for (const match of written.matchAll(/(?<![\p{L}\p{N}_])(\.\s*)?([\p{L}_][\p{L}\p{N}_]*)/gu)) {
    const [whole, dot, name = ""] = match;
    const at = start + match.index + whole.length - name.length;
    table.seeText(name, at, { role: dot === undefined ? "variable" : "member", scope });
  }
}

/** Functions whose first argument can be a type in quotes. */
const TAKES_TYPE = /(?:^|\.)cast$/u;

function isForwardReference(node: SyntaxNode, text: string): boolean {
  let child = node;
  for (let parent = node.parent; parent !== undefined; child = parent, parent = parent.parent) {
    if (parent.type === "type") return true;
    if (parent.type === "argument_list") {
      const called = parent.parent === undefined ? undefined : findField(parent.parent, "function");
      const name = called === undefined ? "" : text.slice(called.start, called.end);
      return codeChildren(parent)[0] === child && TAKES_TYPE.test(name);
    }
    if (parent.type === "keyword_argument") {
      const name = findField(parent, "name");
      return name !== undefined && text.slice(name.start, name.end) === "bound";
    }
    if (parent.type === "generic_type" || parent.type === "subscript") {
      const base = parent.children[0];
      if (base !== undefined && /(?:^|\.)Literal$/u.test(text.slice(base.start, base.end))) return false;
    } else if (parent.type.endsWith("_statement") || parent.type === "block") return false;
  }
  return false;
}

function isListedForExport(node: SyntaxNode, text: string): boolean {
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    const isAssignment = parent.type === "assignment" || parent.type === "augmented_assignment";
    const named = isAssignment
      ? findField(parent, "left")
      : parent.type === "call"
        ? findField(parent, "function")
        : undefined;
    if (named !== undefined)
      return /^__all__(?:\.(?:append|extend))?$/u.test(text.slice(named.start, named.end));
    if (parent.type.endsWith("_statement") || parent.type === "block") return false;
  }
  return false;
}
