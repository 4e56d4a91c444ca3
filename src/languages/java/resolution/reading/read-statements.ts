import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression, Statement, VariablesStatement, WrittenVariable } from "../summary.ts";
import { readAnnotations } from "./read-parameters.ts";
import { childOfType, countDimensions, type Reader } from "./reader.ts";

type StatementReader = (node: SyntaxNode, reader: Reader) => readonly Statement[];

const TYPE_DECLARATIONS = new Set([
  "class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "annotation_type_declaration",
]);

/** True for a node that declares a type. */
export function declaresType(node: SyntaxNode): boolean {
  return TYPE_DECLARATIONS.has(node.type);
}

/**
 * What a statement does, in the order it does it. Conditions stand beside what they guard, so that the variables of their patterns reach as far as
 * they may; only blocks open scopes.
 */
export const readStatements: StatementReader = (node, reader) => {
  if (declaresType(node)) return [{ kind: "local-type", type: reader.typeDeclaration(node) }];
  const read = READERS.get(node.type);
  if (read !== undefined) return read(node, reader);
  if (node.type.endsWith("_statement") || node.type === "ERROR") return readParts(node, reader);
  return [{ kind: "expression", value: reader.expression(node) }];
};

const READERS: ReadonlyMap<string, StatementReader> = new Map<string, StatementReader>([
  ["block", (node, reader) => [readBlock(node, reader)]],
  ["constructor_body", (node, reader) => [readBlock(node, reader)]],
  ["local_variable_declaration", (node, reader) => [readVariables(node, reader)]],
  ["enhanced_for_statement", readEach],
  ["for_statement", readFor],
  [
    "labeled_statement",
    (node, reader) =>
      codeChildren(node)
        .slice(1)
        .flatMap((child) => reader.statements(child)),
  ],
  ["return_statement", (node, reader) => [{ kind: "return", ...readValue(node, reader) }]],
  ["yield_statement", (node, reader) => [{ kind: "yield", ...readValue(node, reader) }]],
  ["throw_statement", (node, reader) => [{ kind: "throw", ...readValue(node, reader) }]],
  ["break_statement", () => []],
  ["continue_statement", () => []],
  ["if_statement", readIf],
  [
    "while_statement",
    (node, reader) => [...readPart(node, "condition", reader), ...readPart(node, "body", reader)],
  ],
  ["try_with_resources_statement", readTryWith],
  ["catch_clause", readCatch],
  ["finally_clause", readParts],
]);

function readParts(node: SyntaxNode, reader: Reader): readonly Statement[] {
  return codeChildren(node).flatMap((child) => reader.statements(child));
}

function readBlock(node: SyntaxNode, reader: Reader): Statement {
  return { kind: "block", body: readParts(node, reader) };
}

function readPart(node: SyntaxNode, name: string, reader: Reader): readonly Statement[] {
  const parts = node.children.filter((child) => child.field === name && child.isNamed);
  return parts.flatMap((part) => reader.statements(part));
}

function readValue(node: SyntaxNode, reader: Reader): { readonly value?: Expression } {
  const [value] = codeChildren(node);
  return value === undefined ? {} : { value: reader.expression(value) };
}

/** Variables of a local declaration or of fields. */
export function readVariables(node: SyntaxNode, reader: Reader): VariablesStatement {
  const type = findField(node, "type");
  const declarators = node.children.filter((child) => child.field === "declarator");
  return {
    kind: "variables",
    type: type === undefined ? { kind: "named", path: [] } : reader.type(type),
    variables: declarators.flatMap((declarator) => readDeclarator(declarator, reader)),
    ...readAnnotations(node, reader),
  };
}

function readDeclarator(declarator: SyntaxNode, reader: Reader): readonly WrittenVariable[] {
  const name = findField(declarator, "name");
  if (name === undefined) return [];
  const dimensions = countDimensions(findField(declarator, "dimensions"));
  const value = findField(declarator, "value");
  return [
    {
      ...reader.nameOf(name),
      ...(dimensions > 0 && { dimensions }),
      ...(value && { value: reader.expression(value) }),
    },
  ];
}

function readEach(node: SyntaxNode, reader: Reader): readonly Statement[] {
  const type = findField(node, "type");
  const name = findField(node, "name");
  const value = findField(node, "value");
  if (type === undefined || name === undefined || value === undefined) return readParts(node, reader);
  return [
    {
      kind: "each",
      type: reader.type(type),
      variable: reader.nameOf(name),
      at: reader.byteAt(value.start),
      of: reader.expression(value),
      body: { kind: "block", body: readPart(node, "body", reader) },
    },
  ];
}

function readFor(node: SyntaxNode, reader: Reader): readonly Statement[] {
  const parts = ["init", "condition", "update", "body"].flatMap((name) => readPart(node, name, reader));
  return [{ kind: "block", body: parts }];
}

/** The branches of `else if` are read one after the other: there may be hundreds. */
function readIf(node: SyntaxNode, reader: Reader): readonly Statement[] {
  const statements: Statement[] = [];
  let next: SyntaxNode | undefined = node;
  while (next?.type === "if_statement") {
    statements.push(...readPart(next, "condition", reader));
    statements.push({ kind: "block", body: readPart(next, "consequence", reader) });
    next = findField(next, "alternative");
  }
  if (next !== undefined) statements.push({ kind: "block", body: reader.statements(next) });
  return statements;
}

function readTryWith(node: SyntaxNode, reader: Reader): readonly Statement[] {
  const resources = findField(node, "resources");
  const opened =
    resources === undefined ? [] : codeChildren(resources).map((each) => readResource(each, reader));
  const rest = codeChildren(node).filter(({ field }) => field !== "resources" && field !== "body");
  return [
    { kind: "block", body: [...opened, ...readPart(node, "body", reader)] },
    ...rest.flatMap((child) => reader.statements(child)),
  ];
}

function readResource(node: SyntaxNode, reader: Reader): Statement {
  const at = reader.byteAt(node.start);
  const name = findField(node, "name");
  const type = findField(node, "type");
  const value = findField(node, "value");
  if (name === undefined || type === undefined) return { kind: "resource", at, ...readValue(node, reader) };
  const variable = { ...reader.nameOf(name), ...(value && { value: reader.expression(value) }) };
  return {
    kind: "resource",
    at,
    variable: { kind: "variables", type: reader.type(type), variables: [variable] },
  };
}

function readCatch(node: SyntaxNode, reader: Reader): readonly Statement[] {
  const parameter = childOfType(node, "catch_formal_parameter");
  const name = parameter && findField(parameter, "name");
  const types = parameter && childOfType(parameter, "catch_type");
  const body: Statement = { kind: "block", body: readPart(node, "body", reader) };
  if (name === undefined || types === undefined) return [body];
  return [
    {
      kind: "catch",
      types: codeChildren(types).map((type) => reader.type(type)),
      variable: reader.nameOf(name),
      body,
    },
  ];
}
