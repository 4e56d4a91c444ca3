import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type {
  Expression,
  LambdaExpression,
  LiteralType,
  Pattern,
  SwitchExpression,
  WrittenParameter,
} from "../summary.ts";
import { readParameters } from "./read-parameters.ts";
import { readTypeArguments } from "./read-types.ts";
import { childOfType, countDimensions, inBrackets, type Reader } from "./reader.ts";

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

function readUnknown(node: SyntaxNode, reader: Reader): Expression {
  return { kind: "unknown", parts: readAll(codeChildren(node), reader) };
}

function readAll(nodes: readonly SyntaxNode[], reader: Reader): readonly Expression[] {
  return nodes.map((node) => reader.expression(node));
}

function readField(node: SyntaxNode, name: string, reader: Reader): Expression {
  const found = findField(node, name);
  return found === undefined ? { kind: "unknown", parts: [] } : reader.expression(found);
}

function readFirst(node: SyntaxNode, reader: Reader): Expression {
  const [first] = codeChildren(node);
  return first === undefined ? { kind: "unknown", parts: [] } : reader.expression(first);
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

/** `Outer.super` in `Outer.super.name`. */
function readSuperOf(node: SyntaxNode, reader: Reader): Expression | undefined {
  const object = findField(node, "object");
  const hasSuper = node.children.some(({ type, field }) => type === "super" && field === undefined);
  return hasSuper && object !== undefined ? { kind: "super", of: reader.expression(object) } : undefined;
}

function readArguments(node: SyntaxNode, reader: Reader): readonly Expression[] {
  const list = findField(node, "arguments") ?? childOfType(node, "argument_list");
  return list === undefined ? [] : readAll(codeChildren(list), reader);
}

function readCall(node: SyntaxNode, reader: Reader): Expression {
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

function readDelegate(node: SyntaxNode, reader: Reader): Expression {
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

function readNew(node: SyntaxNode, reader: Reader): Expression {
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

function readLambda(node: SyntaxNode, reader: Reader): LambdaExpression {
  const written = findField(node, "parameters");
  const body = findField(node, "body");
  return {
    kind: "lambda",
    parameters: written === undefined ? [] : readLambdaParameters(written, reader),
    body: body === undefined ? { kind: "unknown", parts: [] } : readLambdaBody(body, reader),
  };
}

function readLambdaBody(body: SyntaxNode, reader: Reader): LambdaExpression["body"] {
  const [block] = body.type === "block" ? reader.statements(body) : [];
  return block?.kind === "block" ? block : reader.expression(body);
}

function readLambdaParameters(written: SyntaxNode, reader: Reader): readonly WrittenParameter[] {
  if (written.type === "identifier") return [reader.nameOf(written)];
  if (written.type === "inferred_parameters") return codeChildren(written).map((each) => reader.nameOf(each));
  return readParameters(written, reader).map(({ name, at, type }) =>
    type?.kind === "named" && type.path[0]?.name === "var"
      ? { name, at }
      : { name, at, ...(type && { type }) },
  );
}

const TYPES_ONLY = new Set([
  "array_type",
  "generic_type",
  "integral_type",
  "floating_point_type",
  "boolean_type",
  "annotated_type",
]);

function readReference(node: SyntaxNode, reader: Reader): Expression {
  const [of] = codeChildren(node);
  const name = node.children.at(-1);
  if (of === undefined || name === undefined) return readUnknown(node, reader);
  return {
    kind: "reference",
    of: TYPES_ONLY.has(of.type) ? { kind: "type", type: reader.type(of) } : reader.expression(of),
    ...(name.type === "new" ? { name: "new", at: reader.byteAt(name.start) } : reader.nameOf(name)),
  };
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

function readInstanceof(node: SyntaxNode, reader: Reader): Expression {
  const of = readField(node, "left", reader);
  const pattern = findField(node, "pattern");
  if (pattern !== undefined) return { kind: "instanceof", of, pattern: readPattern(pattern, reader) };
  const type = findField(node, "right");
  const name = findField(node, "name");
  if (type === undefined) return readUnknown(node, reader);
  return {
    kind: "instanceof",
    of,
    pattern: {
      kind: "type-pattern",
      type: reader.type(type),
      ...(name && { variable: reader.nameOf(name) }),
    },
  };
}

function readPattern(node: SyntaxNode, reader: Reader): Pattern {
  const children = codeChildren(node).filter(({ type }) => type !== "modifiers");
  const [first, second] = children;
  if (first === undefined) return { kind: "type-pattern", type: reader.type(node) };
  if (node.type === "pattern") return readPattern(first, reader);
  if (node.type !== "record_pattern" && first.type !== "record_pattern") {
    return {
      kind: "type-pattern",
      type: reader.type(first),
      ...(second && { variable: reader.nameOf(second) }),
    };
  }
  if (node.type !== "record_pattern") return readPattern(first, reader);
  const parts = second === undefined ? [] : codeChildren(second).map((part) => readPattern(part, reader));
  return { kind: "record-pattern", type: reader.type(first), parts };
}

function readSwitch(node: SyntaxNode, reader: Reader): SwitchExpression {
  const groups = codeChildren(findField(node, "body") ?? node);
  return {
    kind: "switch",
    of: readField(node, "condition", reader),
    cases: groups.map((group) => {
      const children = codeChildren(group);
      const labels = children
        .filter(({ type }) => type === "switch_label")
        .flatMap((label) => codeChildren(label));
      const guard = labels.find(({ type }) => type === "guard");
      return {
        labels: labels
          .filter((label) => label !== guard)
          .map((label) => (label.type === "pattern" ? readPattern(label, reader) : reader.expression(label))),
        ...(guard && { guard: readFirst(guard, reader) }),
        isRule: group.type === "switch_rule",
        body: children
          .filter(({ type }) => type !== "switch_label")
          .flatMap((child) => reader.statements(child)),
      };
    }),
  };
}
