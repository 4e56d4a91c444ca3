import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { WrittenType, WrittenTypeName, WrittenTypeParameter } from "../summary.ts";
import { childOfType, countDimensions, inBrackets, type Reader } from "./reader.ts";

const ANNOTATIONS = new Set(["annotation", "marker_annotation"]);

/** A type as it is written; annotations in it are left out. */
export function readType(node: SyntaxNode, reader: Reader): WrittenType {
  switch (node.type) {
    case "integral_type":
    case "floating_point_type":
    case "boolean_type":
    case "void_type":
      return { kind: "primitive", name: reader.textOf(node) };
    case "array_type":
      return inBrackets(
        reader.type(findField(node, "element") ?? node.children[0] ?? node),
        countDimensions(findField(node, "dimensions")),
      );
    case "annotated_type": {
      const inner = withoutAnnotations(node).at(-1);
      return inner === undefined ? { kind: "named", path: [] } : reader.type(inner);
    }
    case "wildcard":
      return readWildcard(node, reader);
    default:
      return { kind: "named", path: readPath(node, reader) };
  }
}

function readWildcard(node: SyntaxNode, reader: Reader): WrittenType {
  const of = withoutAnnotations(node).at(-1);
  const bound = childOfType(node, "super") === undefined ? "extends" : "super";
  if (of === undefined || of.type === "super") return { kind: "wildcard" };
  return { kind: "wildcard", bound, of: reader.type(of) };
}

function readPath(node: SyntaxNode, reader: Reader): readonly WrittenTypeName[] {
  const children = withoutAnnotations(node);
  if (node.type === "generic_type") {
    const [named, ...rest] = children;
    const list = rest.find(({ type }) => type === "type_arguments");
    const path = named === undefined ? [] : readPath(named, reader);
    const last = path.at(-1);
    if (last === undefined) return path;
    return [...path.slice(0, -1), { ...last, arguments: readTypeArguments(list, reader) }];
  }
  if (/^(?:type_)?identifier$/u.test(node.type)) return [reader.nameOf(node)];
  return children.flatMap((child) => {
    const inner = reader.type(child);
    return inner.kind === "named" ? inner.path : [];
  });
}

/** What stands between angle brackets. */
export function readTypeArguments(list: SyntaxNode | undefined, reader: Reader): readonly WrittenType[] {
  return list === undefined ? [] : withoutAnnotations(list).map((child) => reader.type(child));
}

/** What a `type_parameters` node declares. */
export function readTypeParameters(
  list: SyntaxNode | undefined,
  reader: Reader,
): readonly WrittenTypeParameter[] {
  return (list === undefined ? [] : codeChildren(list)).flatMap((parameter) => {
    const [name, bound] = withoutAnnotations(parameter);
    if (name === undefined) return [];
    const bounds = bound === undefined ? [] : withoutAnnotations(bound).map((child) => reader.type(child));
    return [{ ...reader.nameOf(name), bounds }];
  });
}

/** The types of a list such as `superclass`, `super_interfaces`, `permits` or `throws`. */
export function readTypeList(node: SyntaxNode | undefined, reader: Reader): readonly WrittenType[] {
  if (node === undefined) return [];
  return withoutAnnotations(node).flatMap((child) =>
    child.type === "type_list" ? readTypeList(child, reader) : [reader.type(child)],
  );
}

function withoutAnnotations(node: SyntaxNode): readonly SyntaxNode[] {
  return codeChildren(node).filter(({ type }) => !ANNOTATIONS.has(type));
}
