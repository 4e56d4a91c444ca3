import type { Parser } from "web-tree-sitter";

import { DioramaError } from "../../../base/index.ts";
import type { Definition } from "../../language.ts";
import { readLenientTree } from "../file-index.ts";
import { findChild, findField, withTexts, type SyntaxNode } from "./syntax-node.ts";

/** The definition that variants are made of, cut out of its file and parsed alone. */
export interface Reference {
  /** From its first decorator to the end of its body, with the indentation of its first line before it. */
  readonly text: string;
  readonly definition: Definition;
  /** The `function_definition`; offsets in the tree are code units of `text`. */
  readonly node: SyntaxNode;
  readonly body: SyntaxNode;
  /** White space before `def`. */
  readonly indentation: string;
  /** One more level than `indentation`, in the same white space. */
  readonly bodyIndentation: string;
  readonly newline: string;
}

/** `text[start, end)` becomes `replacement`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Cuts a definition out of its file. Throws `variant-source` where the spans do not hold one. */
export function readReference(parser: Parser, fileText: string, definition: Definition): Reference {
  const { start, end } = definition.spans.whole;
  const indentation = definition.indentation;
  const text = indentation + Buffer.from(fileText, "utf8").subarray(start, end).toString("utf8");
  const root = parseSnippet(parser, text);
  const found = root === undefined ? undefined : findFunction(root);
  const body = found === undefined ? undefined : findField(found, "body");
  if (found === undefined || body === undefined) {
    throw new DioramaError(
      "variant-source",
      `Cannot make variants of ${definition.path}:${definition.name}: bytes ${start} to ${end} are not a Python function.`,
    );
  }
  const unit = indentation.includes("\t") ? "\t" : "    ";
  return {
    text,
    definition,
    node: found,
    body,
    indentation,
    bodyIndentation: indentation + unit,
    newline: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** The same definition with another text, as read from that; undefined where it has a syntax error. */
export function withText(parser: Parser, reference: Reference, text: string): Reference | undefined {
  const root = parseSnippet(parser, text);
  const node = root === undefined ? undefined : findFunction(root);
  const body = node === undefined ? undefined : findField(node, "body");
  return node === undefined || body === undefined ? undefined : { ...reference, text, node, body };
}

/** The tree of an indented or unindented definition, or undefined where it has a syntax error. */
export function parseSnippet(parser: Parser, text: string): SyntaxNode | undefined {
  const prefix = /^[ \t]/.test(text) ? "if 1:\n" : "";
  const tree = readLenientTree(parser, prefix + text);
  if (tree.status === "refused" || tree.errors.length > 0) return undefined;
  return withTexts(tree.root, text, prefix.length);
}

/** `text` with edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => b.start - a.start || b.end - a.end);
  return ordered.reduce(
    (result, { start, end, replacement }) => result.slice(0, start) + replacement + result.slice(end),
    text,
  );
}

/** Decorators, header and docstring; statements of a new body go below them. */
export function withBody(reference: Reference, statements: readonly string[]): string {
  const { text, node, body, bodyIndentation, newline, definition } = reference;
  const docstring = definition.docstring === undefined ? undefined : findChild(body, "expression_statement");
  const colon = node.children.findLast((child) => child.type === ":" && child.start < body.start);
  const header = text.slice(0, docstring?.end ?? colon?.end ?? body.start);
  const lines = statements.flatMap((statement) => statement.split("\n"));
  return [header, ...lines.map((line) => (line === "" ? "" : bodyIndentation + line)), ""].join(newline);
}

function findFunction(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === "function_definition") return node;
  if (node.type === "decorated_definition") {
    const inner = findField(node, "definition");
    return inner === undefined ? undefined : findFunction(inner);
  }
  const inside =
    node.type === "module"
      ? node.children
      : node.type === "if_statement"
        ? (findField(node, "consequence") ?? findChild(node, "block"))?.children
        : undefined;
  return inside?.map(findFunction).find((found) => found !== undefined);
}
