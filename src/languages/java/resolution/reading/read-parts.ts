import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression } from "../summary.ts";
import type { Reader } from "./reader.ts";

export function readUnknown(node: SyntaxNode, reader: Reader): Expression {
  return { kind: "unknown", parts: readAll(codeChildren(node), reader) };
}

export function readAll(nodes: readonly SyntaxNode[], reader: Reader): readonly Expression[] {
  return nodes.map((node) => reader.expression(node));
}

export function readField(node: SyntaxNode, name: string, reader: Reader): Expression {
  const found = findField(node, name);
  return found === undefined ? { kind: "unknown", parts: [] } : reader.expression(found);
}

export function readFirst(node: SyntaxNode, reader: Reader): Expression {
  const [first] = codeChildren(node);
  return first === undefined ? { kind: "unknown", parts: [] } : reader.expression(first);
}
