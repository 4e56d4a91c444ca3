import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression } from "../summary.ts";
import { readAll, readUnknown } from "./read-parts.ts";
import { readTypeArguments } from "./read-types.ts";
import { childOfType, type Reader } from "./reader.ts";

/** `Outer.super` in `Outer.super.name`. */
export function readSuperOf(node: SyntaxNode, reader: Reader): Expression | undefined {
  const object = findField(node, "object");
  const hasSuper = node.children.some(({ type, field }) => type === "super" && field === undefined);
  return hasSuper && object !== undefined ? { kind: "super", of: reader.expression(object) } : undefined;
}

function readArguments(node: SyntaxNode, reader: Reader): readonly Expression[] {
  const list = findField(node, "arguments") ?? childOfType(node, "argument_list");
  return list === undefined ? [] : readAll(codeChildren(list), reader);
}

export function readCall(node: SyntaxNode, reader: Reader): Expression {
  const name = findField(node, "name");
  if (name === undefined) return readUnknown(node, reader);
  const object = findField(node, "object");
  const of = readSuperOf(node, reader) ?? (object && reader.expression(object));
  const types = findField(node, "type_arguments");
  return {
    kind: "call",
    ...(of && { of }),
    ...reader.nameOf(name),
    ...(types && { typeArguments: readTypeArguments(types, reader) }),
    arguments: readArguments(node, reader),
  };
}

export function readDelegate(node: SyntaxNode, reader: Reader): Expression {
  const word = findField(node, "constructor") ?? node;
  const object = findField(node, "object");
  return {
    kind: "delegate",
    to: word.type === "this" ? "this" : "super",
    at: reader.byteAt(word.start),
    ...(object && { of: reader.expression(object) }),
    arguments: readArguments(node, reader),
  };
}

export function readNew(node: SyntaxNode, reader: Reader): Expression {
  const type = findField(node, "type");
  const word = childOfType(node, "new");
  if (type === undefined || word === undefined) return readUnknown(node, reader);
  const object = codeChildren(node).find(({ start, field }) => start < word.start && field !== "type");
  const body = childOfType(node, "class_body");
  return {
    kind: "new",
    at: reader.byteAt(word.start),
    ...(object && { of: reader.expression(object) }),
    type: reader.type(type),
    arguments: readArguments(node, reader),
    ...(body && { body: reader.anonymous(body) }),
  };
}
