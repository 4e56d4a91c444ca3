import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { WrittenAnnotation, WrittenParameter } from "../summary.ts";
import { childOfType, countDimensions, inBrackets, type Reader } from "./reader.ts";

/** Parameters of a method, record or lambda; the receiver (`Type this`) is none. A variadic one is an array. */
export function readParameters(list: SyntaxNode | undefined, reader: Reader): readonly WrittenParameter[] {
  return (list === undefined ? [] : codeChildren(list)).flatMap((parameter) => {
    if (parameter.type === "spread_parameter") return readSpread(parameter, reader);
    const name = findField(parameter, "name");
    const type = findField(parameter, "type");
    if (name === undefined || type === undefined) return [];
    const dimensions = countDimensions(findField(parameter, "dimensions"));
    return [{ ...reader.nameOf(name), type: inBrackets(reader.type(type), dimensions) }];
  });
}

function readSpread(parameter: SyntaxNode, reader: Reader): readonly WrittenParameter[] {
  const declarator = childOfType(parameter, "variable_declarator");
  const name = declarator && findField(declarator, "name");
  const type = codeChildren(parameter).find(
    ({ type }) => type !== "modifiers" && type !== "variable_declarator",
  );
  if (name === undefined || type === undefined) return [];
  return [{ ...reader.nameOf(name), type: inBrackets(reader.type(type), 1) }];
}

/** True where the last parameter takes any number of arguments. */
export function isVariadic(list: SyntaxNode | undefined): boolean {
  return list !== undefined && childOfType(list, "spread_parameter") !== undefined;
}

/** The words and annotations before a declaration. */
export function readModifiers(node: SyntaxNode, reader: Reader): readonly string[] {
  const modifiers = childOfType(node, "modifiers");
  return (modifiers?.children ?? []).filter(({ isNamed }) => !isNamed).map((word) => reader.textOf(word));
}

/** Annotations of a declaration and of its parameters. */
export function readAnnotations(
  node: SyntaxNode,
  reader: Reader,
): { readonly annotations?: readonly WrittenAnnotation[] } {
  const parameters = findField(node, "parameters");
  const owners = [node, ...(parameters === undefined ? [] : codeChildren(parameters))];
  const annotations = owners
    .flatMap((owner) => childOfType(owner, "modifiers")?.children ?? [])
    .filter(({ type }) => type === "annotation" || type === "marker_annotation")
    .flatMap((annotation) => readAnnotation(annotation, reader));
  return annotations.length === 0 ? {} : { annotations };
}

function readAnnotation(node: SyntaxNode, reader: Reader): readonly WrittenAnnotation[] {
  const name = findField(node, "name");
  if (name === undefined) return [];
  const list = findField(node, "arguments");
  const values = (list === undefined ? [] : codeChildren(list)).map((value) => {
    const key = findField(value, "key");
    const inner = findField(value, "value");
    if (value.type !== "element_value_pair" || key === undefined || inner === undefined) {
      return { value: reader.expression(value) };
    }
    return { key: reader.nameOf(key), value: reader.expression(inner) };
  });
  return [{ type: reader.type(name), values }];
}
