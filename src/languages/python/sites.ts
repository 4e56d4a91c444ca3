import type { TargetKind } from "../../spec/index.ts";
import type { Replacement } from "../text-cuts.ts";
import { identifierText } from "./identifiers.ts";
import type { SourceText } from "./source-text.ts";
import { textValue } from "./strings.ts";
import { codeChildren, findField, listField, type SyntaxNode } from "./syntax-tree.ts";

/**
 * Where a definition stands in a text, in code units. The body a task hides is everything below header and
 * docstring. Three forms of it, by where it begins:
 * - `lines`: at the start of a line (its indentation included), the usual case;
 * - `inline`: after the header's colon on the same line (`def f(): return 1`);
 * - `after-docstring`: right after the docstring, on its line (`"doc"; return 1`), or nothing at all after it.
 */
export interface PreparedSource {
  readonly name: string;
  readonly kind: TargetKind;
  /** Enclosing classes from the outside in, then the definition itself; decorators included. */
  readonly chain: readonly SyntaxNode[];
  /** Names of the enclosing classes. */
  readonly classes: readonly string[];
  readonly node: SyntaxNode;
  /** `node` with its decorators. */
  readonly outer: SyntaxNode;
  readonly decorators: readonly SyntaxNode[];
  readonly form: "lines" | "inline" | "after-docstring";
  readonly docstring: SyntaxNode | undefined;
  /** Top-level statements of the body, the docstring left out. */
  readonly statements: readonly SyntaxNode[];
  readonly headerEnd: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** White space before the first statement of the block, docstring included; undefined where it is inline. */
  readonly bodyIndentation: string | undefined;
}

/** Lays out one definition. Undefined where it has no body. */
export function createSite(
  source: SourceText,
  outer: SyntaxNode,
  enclosing: readonly Enclosing[],
): PreparedSource | undefined {
  const node = definitionOf(outer);
  const name = findField(node, "name");
  const block = findField(node, "body");
  const colon = node.children.find((child) => child.type === ":");
  if (name === undefined || block === undefined || colon === undefined) return undefined;
  const all = codeChildren(block);
  const first = all[0];
  if (first === undefined) return undefined;
  const decorators = outer.children.filter((child) => child.type === "decorator");
  const docstring = isDocstring(first, source.text) ? first : undefined;
  const statements = docstring === undefined ? all : all.slice(1);
  const inline = isSameLogicalLine(source.text, colon.end, first.start);
  return {
    name: identifierText(name, source.text),
    kind: kindOf(source.text, node, decorators, enclosing.length > 0),
    chain: [...enclosing.map((one) => one.outer), outer],
    classes: enclosing.map((one) => one.name),
    node,
    outer,
    decorators,
    docstring,
    statements,
    headerEnd: colon.end,
    bodyIndentation: inline ? undefined : source.indentationAt(first.start),
    ...bodySpan(source, { node, block, colon, docstring, inline }),
  };
}

/** A definition's body with a statement in its place. */
export function maskedBody(
  { form, bodyIndentation, bodyStart, bodyEnd }: PreparedSource,
  statement: string,
): Replacement {
  const before = { lines: bodyIndentation ?? "", inline: "", "after-docstring": "; " }[form];
  return { start: bodyStart, end: bodyEnd, text: `${before}${statement}` };
}

/** A class around a definition. */
export interface Enclosing {
  readonly name: string;
  readonly outer: SyntaxNode;
}

/** The function or class inside a decorated definition, or the node itself. */
export function definitionOf(outer: SyntaxNode): SyntaxNode {
  return outer.type === "decorated_definition" ? (findField(outer, "definition") ?? outer) : outer;
}

/** True for a statement that is nothing but a constant text. */
export function isDocstring(statement: SyntaxNode, text: string): boolean {
  const [value, ...others] = codeChildren(statement);
  return (
    statement.type === "expression_statement" &&
    value !== undefined &&
    others.length === 0 &&
    textValue(value, text) !== undefined
  );
}

/** Source text of a decorator without `@` and the comment after it. */
export function decoratorText(decorator: SyntaxNode, text: string): string {
  const expression = codeChildren(decorator)[0];
  return expression === undefined ? "" : text.slice(expression.start, expression.end);
}

interface BodyParts {
  readonly node: SyntaxNode;
  readonly block: SyntaxNode;
  readonly colon: SyntaxNode;
  readonly docstring: SyntaxNode | undefined;
  readonly inline: boolean;
}

function bodySpan(
  source: SourceText,
  parts: BodyParts,
): Pick<PreparedSource, "form" | "bodyStart" | "bodyEnd"> {
  const { node, block, colon, docstring, inline } = parts;
  const headerLine = source.lineAt(colon.start);
  const leading = node.children.filter(
    (child) =>
      child.type === "comment" && child.start > colon.start && source.lineAt(child.start) > headerLine,
  );
  const inBlock = block.children.filter((child) => child.type !== "line_continuation" && child !== docstring);
  const items = docstring === undefined ? [...leading, ...inBlock] : inBlock;
  const last = items.at(-1);
  if (docstring !== undefined) {
    const next = items.find((item) => !isBesideDocstring(source, docstring, item));
    const code = items.find((item) => item.type !== "comment");
    const sameLine = code !== undefined && isSameLogicalLine(source.text, docstring.end, code.start);
    if (sameLine || next === undefined || last === undefined) {
      const end = sameLine && last !== undefined ? endWithComment(source.text, last.end) : docstring.end;
      const start = statementEnd(docstring, source.text);
      return { form: "after-docstring", bodyStart: Math.min(start, end), bodyEnd: end };
    }
    return {
      form: "lines",
      bodyStart: source.lineStart(next.start),
      bodyEnd: endWithComment(source.text, last.end),
    };
  }
  const first = items[0] ?? block;
  const end = endWithComment(source.text, last?.end ?? block.end);
  return inline
    ? { form: "inline", bodyStart: first.start, bodyEnd: end }
    : { form: "lines", bodyStart: source.lineStart(first.start), bodyEnd: end };
}

/** A comment or semicolon that shares the docstring's line stays with the docstring. */
function isBesideDocstring(source: SourceText, docstring: SyntaxNode, item: SyntaxNode): boolean {
  const sharesLine = source.lineAt(item.start) === source.lineAt(docstring.end);
  return sharesLine && (item.type === "comment" || item.type === ";");
}

/** A statement's node can include the semicolon after it. */
function statementEnd({ start, end }: SyntaxNode, text: string): number {
  let at = text[end - 1] === ";" ? end - 1 : end;
  while (at > start && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
  return at;
}

function endWithComment(text: string, end: number): number {
  const rest = /[ \t\f]*(#[^\r\n]*)?/y;
  rest.lastIndex = end;
  const match = rest.exec(text);
  return match?.[1] === undefined ? end : end + match[0].length;
}

function isSameLogicalLine(text: string, from: number, to: number): boolean {
  return !/[\r\n]/.test(text.slice(from, to).replace(/\\\r?\n/g, ""));
}

function kindOf(
  text: string,
  node: SyntaxNode,
  decorators: readonly SyntaxNode[],
  inClass: boolean,
): TargetKind {
  if (!inClass) return "function";
  const kinds = decorators.map((decorator) => kindOfDecorator(decoratorText(decorator, text)));
  const decorated = kinds.findLast((kind) => kind !== undefined);
  if (decorated !== undefined) return decorated;
  const name = listField(node, "name").map((one) => text.slice(one.start, one.end))[0];
  if (name === "__new__") return "static_method";
  return name === "__init_subclass__" || name === "__class_getitem__" ? "class_method" : "method";
}

/** The kind that a decorator gives a method: any `…property` makes a getter. Undefined for others. */
export function kindOfDecorator(decorator: string): TargetKind | undefined {
  const last = /(?<![A-Za-z0-9_])([A-Za-z0-9_]+)\s*(\(|$)/.exec(decorator)?.[1] ?? "";
  if (decorator.includes(".") && (last === "setter" || last === "deleter")) return last;
  if (/property$/i.test(last) || (last === "getter" && decorator.includes("."))) return "getter";
  if (last.endsWith("staticmethod")) return "static_method";
  return last.endsWith("classmethod") ? "class_method" : undefined;
}
