import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression, LiteralType } from "../summary.ts";
import { readCall, readDelegate, readNew, readSuperOf } from "./read-calls.ts";
import { readLambda, readReference } from "./read-functions.ts";
import { readAll, readField, readFirst, readUnknown } from "./read-parts.ts";
import { readInstanceof, readSwitch } from "./read-patterns.ts";
import { countDimensions, inBrackets, type Reader } from "./reader.ts";

/** An expression; `unknown` with what is in it where the grammar has something else. */
export function readExpression(node: SyntaxNode, reader: Reader): Expression {
  const read = READERS.get(node.type);
  return read === undefined ? readUnknown(node, reader) : read(node, reader);
}

type ExpressionReader = (node: SyntaxNode, reader: Reader) => Expression;

const READERS: ReadonlyMap<string, ExpressionReader> = new Map<string, ExpressionReader>([
  ["identifier", (node, reader) => ({ kind: "name", ...reader.nameOf(node) })],
  ["type_identifier", (node, reader) => ({ kind: "name", ...reader.nameOf(node) })],
  ["scoped_identifier", readScoped],
  ["scoped_type_identifier", readScoped],
  ["field_access", readFieldAccess],
  ["parenthesized_expression", (node, reader) => readFirst(node, reader)],
  ["method_invocation", readCall],
  ["explicit_constructor_invocation", readDelegate],
  ["object_creation_expression", readNew],
  ["array_creation_expression", readNewArray],
  ["array_initializer", readItems],
  ["element_value_array_initializer", readItems],
  [
    "array_access",
    (node, reader) => ({
      kind: "index",
      of: readField(node, "array", reader),
      index: readField(node, "index", reader),
    }),
  ],
  ["lambda_expression", readLambda],
  ["method_reference", readReference],
  ["this", () => ({ kind: "this" })],
  ["super", () => ({ kind: "super" })],
  ["class_literal", readClassLiteral],
  [
    "unary_expression",
    (node, reader) => ({
      kind: "unary",
      operator: reader.textOf(node.children[0] ?? node),
      of: readField(node, "operand", reader),
    }),
  ],
  ["update_expression", (node, reader) => ({ kind: "unary", operator: "++", of: readFirst(node, reader) })],
  ["binary_expression", readBinary],
  [
    "assignment_expression",
    (node, reader) => ({
      kind: "assign",
      left: readField(node, "left", reader),
      right: readField(node, "right", reader),
    }),
  ],
  ["ternary_expression", readChoice],
  ["cast_expression", readCast],
  ["instanceof_expression", readInstanceof],
  ["switch_expression", readSwitch],
  ...literals(),
]);

function literals(): readonly (readonly [string, ExpressionReader])[] {
  const fixed: readonly (readonly [string, LiteralType])[] = [
    ["string_literal", "String"],
    ["character_literal", "char"],
    ["true", "boolean"],
    ["false", "boolean"],
    ["null_literal", "null"],
  ];
  const integer: ExpressionReader = (node, reader) => ({
    kind: "literal",
    type: /[lL]$/u.test(reader.textOf(node)) ? "long" : "int",
  });
  const floating: ExpressionReader = (node, reader) => ({
    kind: "literal",
    type: /[fF]$/u.test(reader.textOf(node)) ? "float" : "double",
  });
  return [
    ...fixed.map(([type, literal]) => [type, () => ({ kind: "literal", type: literal }) as const] as const),
    ...["decimal", "hex", "octal", "binary"].map((base) => [`${base}_integer_literal`, integer] as const),
    ...["decimal", "hex"].map((base) => [`${base}_floating_point_literal`, floating] as const),
  ];
}

function readScoped(node: SyntaxNode, reader: Reader): Expression {
  const [of, name] = codeChildren(node);
  if (of === undefined || name === undefined) return readUnknown(node, reader);
  return { kind: "select", of: reader.expression(of), ...reader.nameOf(name) };
}

function readFieldAccess(node: SyntaxNode, reader: Reader): Expression {
  const name = findField(node, "field");
  const of = readSuperOf(node, reader) ?? readField(node, "object", reader);
  if (name?.type === "this") return { kind: "this", of };
  return name === undefined ? of : { kind: "select", of, ...reader.nameOf(name) };
}

/** Tables of constants grow large and call nothing. */
function readItems(node: SyntaxNode, reader: Reader): Expression {
  const parts = readAll(codeChildren(node), reader).filter(({ kind }) => kind !== "literal");
  return { kind: "array", parts };
}

function readNewArray(node: SyntaxNode, reader: Reader): Expression {
  const type = findField(node, "type");
  if (type === undefined) return readUnknown(node, reader);
  const sizes = node.children.filter((child) => child.type === "dimensions_expr");
  const dimensions = node.children.filter((child) => child.type === "dimensions");
  const depth = sizes.length + dimensions.reduce((sum, each) => sum + countDimensions(each), 0);
  const value = findField(node, "value");
  const parts = [
    ...sizes.map((size) => readFirst(size, reader)),
    ...(value ? [reader.expression(value)] : []),
  ];
  return { kind: "array", type: inBrackets(reader.type(type), depth), parts };
}

function readClassLiteral(node: SyntaxNode, reader: Reader): Expression {
  const [type] = codeChildren(node);
  return type === undefined ? readUnknown(node, reader) : { kind: "class", type: reader.type(type) };
}

/** Left-leaning chains become one list: they grow long where texts are put together. */
function readBinary(node: SyntaxNode, reader: Reader): Expression {
  const parts: SyntaxNode[] = [];
  const operators: string[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === "binary_expression") {
    const right = findField(left, "right");
    const operator = findField(left, "operator");
    if (right !== undefined) parts.unshift(right);
    operators.unshift(operator?.type ?? "?");
    left = findField(left, "left");
  }
  if (left !== undefined) parts.unshift(left);
  return { kind: "binary", operators, parts: readAll(parts, reader) };
}

function readChoice(node: SyntaxNode, reader: Reader): Expression {
  return {
    kind: "choice",
    condition: readField(node, "condition", reader),
    options: [readField(node, "consequence", reader), readField(node, "alternative", reader)],
  };
}

function readCast(node: SyntaxNode, reader: Reader): Expression {
  const types = node.children.filter((child) => child.field === "type").map((type) => reader.type(type));
  return { kind: "cast", types, of: readField(node, "value", reader) };
}
