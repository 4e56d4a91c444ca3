import { codeChildren, findField, type SyntaxNode, walk } from "../../../syntax-tree.ts";
import type {
  BlockStatement,
  EnumConstant,
  ImportSummary,
  MemberSummary,
  MethodSummary,
  TypeSummary,
  WrittenName,
} from "../summary.ts";
import { isVariadic, readAnnotations, readModifiers, readParameters } from "./read-parameters.ts";
import { declaresType, readVariables } from "./read-statements.ts";
import { readTypeList, readTypeParameters } from "./read-types.ts";
import { childOfType, countDimensions, inBrackets, type Reader } from "./reader.ts";

const KINDS: Readonly<Record<string, TypeSummary["kind"]>> = {
  class_declaration: "class",
  interface_declaration: "interface",
  enum_declaration: "enum",
  record_declaration: "record",
  annotation_type_declaration: "annotation",
};

/** A type with its members. */
export function readTypeDeclaration(node: SyntaxNode, reader: Reader): TypeSummary {
  const name = findField(node, "name");
  const body = findField(node, "body");
  const kind = KINDS[node.type] ?? "class";
  const [superclass] = readTypeList(findField(node, "superclass"), reader);
  const interfaces = findField(node, "interfaces") ?? childOfType(node, "extends_interfaces");
  const permits = readTypeList(findField(node, "permits"), reader);
  return {
    kind,
    ...(name === undefined ? { name: "", at: reader.byteAt(node.start) } : reader.nameOf(name)),
    modifiers: readModifiers(node, reader),
    parameters: readTypeParameters(findField(node, "type_parameters"), reader),
    ...(superclass && { superclass }),
    interfaces: readTypeList(interfaces, reader),
    ...(permits.length > 0 && { permits }),
    ...(kind === "record" && {
      components: readParameters(findField(node, "parameters"), reader),
      isVariadic: isVariadic(findField(node, "parameters")),
    }),
    ...(kind === "enum" && { constants: readConstants(body, reader) }),
    members: readMembers(body, reader),
    ...readAnnotations(node, reader),
  };
}

/** The body of an anonymous class or of an enum's constant. */
export function readAnonymous(body: SyntaxNode, reader: Reader): TypeSummary {
  const at = reader.byteAt(body.start);
  return {
    kind: "anonymous",
    name: "",
    at,
    modifiers: [],
    parameters: [],
    interfaces: [],
    members: readMembers(body, reader),
  };
}

function readConstants(body: SyntaxNode | undefined, reader: Reader): readonly EnumConstant[] {
  const constants = body?.children.filter(({ type }) => type === "enum_constant") ?? [];
  return constants.flatMap((constant) => {
    const name = findField(constant, "name");
    const list = findField(constant, "arguments");
    const inner = findField(constant, "body");
    if (name === undefined) return [];
    return [
      {
        ...reader.nameOf(name),
        arguments: list === undefined ? [] : codeChildren(list).map((each) => reader.expression(each)),
        ...(inner && { body: reader.anonymous(inner) }),
      },
    ];
  });
}

function readMembers(body: SyntaxNode | undefined, reader: Reader): readonly MemberSummary[] {
  if (body === undefined) return [];
  return codeChildren(body).flatMap((node) =>
    node.type === "enum_body_declarations" ? readMembers(node, reader) : readMember(node, reader),
  );
}

function readMember(node: SyntaxNode, reader: Reader): readonly MemberSummary[] {
  if (declaresType(node)) return [reader.typeDeclaration(node)];
  switch (node.type) {
    case "field_declaration":
    case "constant_declaration":
      return [{ ...readVariables(node, reader), kind: "fields", modifiers: readModifiers(node, reader) }];
    case "method_declaration":
    case "annotation_type_element_declaration":
      return readMethod(node, "method", reader);
    case "constructor_declaration":
      return readMethod(node, "constructor", reader);
    case "compact_constructor_declaration":
      return readMethod(node, "compact", reader);
    case "static_initializer":
    case "block":
      return [{ kind: "initialiser", body: readBody(childOfType(node, "block") ?? node, reader) }];
    default:
      return node.type === "ERROR" ? readMembers(node, reader) : [];
  }
}

function readMethod(node: SyntaxNode, kind: MethodSummary["kind"], reader: Reader): readonly MethodSummary[] {
  const name = findField(node, "name");
  if (name === undefined) return [];
  const type = findField(node, "type");
  const parameters = findField(node, "parameters");
  const body = findField(node, "body");
  const value = findField(node, "value");
  const throwing = readTypeList(childOfType(node, "throws"), reader);
  return [
    {
      kind,
      ...reader.nameOf(name),
      modifiers: readModifiers(node, reader),
      typeParameters: readTypeParameters(findField(node, "type_parameters"), reader),
      ...(type && { returns: inBrackets(reader.type(type), countDimensions(findField(node, "dimensions"))) }),
      parameters: readParameters(parameters, reader),
      isVariadic: isVariadic(parameters),
      ...(throwing.length > 0 && { throws: throwing }),
      ...(body && { bodyAt: reader.byteAt(body.start), body: readBody(body, reader) }),
      ...(value && { value: reader.expression(value) }),
      ...readAnnotations(node, reader),
    },
  ];
}

function readBody(body: SyntaxNode, reader: Reader): BlockStatement {
  const [block] = reader.statements(body);
  return block?.kind === "block" ? block : { kind: "block", body: [] };
}

/** `package` and `import` lines. */
export function readPackage(root: SyntaxNode, reader: Reader): string {
  const declaration = childOfType(root, "package_declaration");
  const name = declaration && codeChildren(declaration).at(-1);
  return name === undefined
    ? ""
    : readNames(name, reader)
        .map(({ name }) => name)
        .join(".");
}

export function readImports(root: SyntaxNode, reader: Reader): readonly ImportSummary[] {
  const declarations = root.children.filter(({ type }) => type === "import_declaration");
  return declarations.map((declaration) => {
    const [name] = codeChildren(declaration);
    return {
      path: name === undefined ? [] : readNames(name, reader),
      isStatic: childOfType(declaration, "static") !== undefined,
      isStar: childOfType(declaration, "asterisk") !== undefined,
    };
  });
}

function readNames(node: SyntaxNode, reader: Reader): readonly WrittenName[] {
  return [...walk(node)].filter(({ type }) => type === "identifier").map((name) => reader.nameOf(name));
}
