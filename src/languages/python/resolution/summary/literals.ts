import { textValue } from "../../strings.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { NONE, type Draft } from "./draft.ts";
import { namePattern } from "./name-patterns.ts";
import { Op } from "./summary.ts";

/** Texts that can name an attribute, or a key; longer ones are texts among others. */
const WORD = /^[\w.:/, -]{1,60}$/u;

/** A text literal; interpolated ones show their values, and are known by what is constant around these. */
export function readText(draft: Draft, node: SyntaxNode): number {
  const value = textValue(node, draft.text);
  if (value !== undefined) return WORD.test(value) ? draft.constantText(`'${value}`) : draft.builtin("str");
  if (/^[a-z]*b/iu.test(draft.text.slice(node.start, node.start + 3))) return draft.builtin("bytes");
  for (const part of node.type === "concatenated_string" ? codeChildren(node) : [node])
    for (const child of part.children) if (child.type === "interpolation") readInterpolation(draft, child);
  const pattern = patternOf(draft, node);
  return pattern === undefined ? draft.builtin("str") : draft.constantText(`'${pattern}`);
}

function readInterpolation(draft: Draft, node: SyntaxNode): void {
  const expression = findField(node, "expression") ?? codeChildren(node)[0];
  if (expression === undefined) return;
  const slot = draft.read(expression);
  const conversion = node.children.find(({ type }) => type === "type_conversion");
  const method = conversion !== undefined && draft.textOf(conversion) === "!r" ? "__repr__" : "__format__";
  if (slot !== NONE) draft.emit(Op.Show, slot, draft.name(method), draft.site(node));
  const format = node.children.find(({ type }) => type === "format_specifier");
  for (const inner of format?.children ?? []) {
    const value = inner.type === "format_expression" ? findField(inner, "expression") : undefined;
    if (value !== undefined) draft.read(value);
  }
}

/** `visit_*` for an interpolated text that begins or ends with a word. */
function patternOf(draft: Draft, node: SyntaxNode): string | undefined {
  if (node.type !== "string") return undefined;
  let pattern = "";
  for (const child of node.children) {
    if (child.type === "interpolation") pattern += "*";
    else if (child.type === "string_content") pattern += draft.textOf(child);
  }
  return namePattern(pattern);
}

/** The name of a constant key, texts as `'text` and small numbers as `#1`; else `NONE`. */
export function readKey(draft: Draft, node: SyntaxNode): number {
  if (node.type === "integer") {
    const written = draft.textOf(node);
    return /^\d{1,6}$/u.test(written) ? draft.name(`#${Number(written)}`) : NONE;
  }
  if (node.type === "unary_operator" && /^-\s*\d$/u.test(draft.textOf(node)))
    return draft.name(`#${draft.textOf(node).replaceAll(/\s/gu, "")}`);
  const value = node.type === "string" ? textValue(node, draft.text) : undefined;
  return value === undefined || value.length > 60 ? NONE : draft.name(`'${value}`);
}
