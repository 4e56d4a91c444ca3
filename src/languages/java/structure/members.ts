import { qualify } from "../../declarations.ts";
import type { Declaration } from "../../structure.ts";
import { findField, listField, type SyntaxNode } from "../../syntax-tree.ts";
import { readModifiers, typeOf } from "./modifiers.ts";
import { readParameters } from "./parameters.ts";
import { textOf, type JavaDraft, type Scope } from "./scope.ts";

const METHODS: ReadonlyMap<string, Declaration["kind"]> = new Map([
  ["method_declaration", "method"],
  ["annotation_type_element_declaration", "method"],
  ["constructor_declaration", "constructor"],
  ["compact_constructor_declaration", "constructor"],
]);

/** Adds the methods, constructors, fields and constants that a node declares, and gives what stands in it is in; undefined for other nodes. */
export function readMember(draft: JavaDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type === "class_body" && isOfAnonymousClass(node)) return { ...scope, isAnonymous: true };
  if (scope.isAnonymous) return undefined;
  if (METHODS.has(node.type)) return readMethod(draft, node, scope);
  if (node.type === "field_declaration" || node.type === "constant_declaration")
    return readFields(draft, node, scope);
  return node.type === "enum_constant"
    ? readField(draft, { node, declarator: node, outer: node }, scope)
    : undefined;
}

function isOfAnonymousClass({ parent }: SyntaxNode): boolean {
  return parent?.type === "object_creation_expression" || parent?.type === "enum_constant";
}

/** JUnit 4 and 5, TestNG. */
const TEST_ANNOTATION =
  /^(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Theory)\b/u;

function readMethod(draft: JavaDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const name = findField(node, "name");
  if (name === undefined) return undefined;
  const { words, annotations, headerStart } = readModifiers(draft, node);
  const body = findField(node, "body");
  const own = textOf(draft, name);
  const isTest = annotations.some((one) => TEST_ANNOTATION.test(one)) || isOldTest(draft, own, scope);
  draft.declarations.push({
    name: qualify(scope, own),
    kind: METHODS.get(node.type) ?? "method",
    parent: scope.parent,
    lineAt: name.start,
    spans: {
      whole: node,
      header: { start: headerStart, end: body?.start ?? node.end },
      name,
      parameters: findField(node, "parameters"),
      documentation: draft.comments.find(node.start),
      body,
    },
    parameters: readParameters(draft, node),
    type: typeOf(draft, node),
    decorators: annotations,
    modifiers: words,
    isTest,
  });
  if (isTest) markTested(draft, scope);
  return { ...scope, parent: draft.declarations.length - 1, prefix: qualify(scope, own) };
}

/** JUnit 3: methods of test cases by their names. */
function isOldTest({ declarations }: JavaDraft, name: string, { parent }: Scope): boolean {
  return name.startsWith("test") && parent !== undefined && declarations[parent]?.isTest === true;
}

/** A class with a test is one of tests. */
function markTested({ declarations }: JavaDraft, { parent }: Scope): void {
  const holder = parent === undefined ? undefined : declarations[parent];
  if (parent !== undefined && holder !== undefined) declarations[parent] = { ...holder, isTest: true };
}

interface Field {
  /** With the modifiers and the type. */
  readonly node: SyntaxNode;
  /** With the name. */
  readonly declarator: SyntaxNode;
  readonly outer: SyntaxNode;
}

function readFields(draft: JavaDraft, node: SyntaxNode, scope: Scope): Scope {
  const declarators = listField(node, "declarator");
  const scopes = declarators.map((declarator) =>
    readField(draft, { node, declarator, outer: declarators.length === 1 ? node : declarator }, scope),
  );
  return (scopes.length === 1 ? scopes[0] : undefined) ?? scope;
}

function readField(draft: JavaDraft, { node, declarator, outer }: Field, scope: Scope): Scope | undefined {
  const name = findField(declarator, "name");
  if (name === undefined) return undefined;
  const { words, annotations, headerStart } = readModifiers(draft, node);
  const own = qualify(scope, textOf(draft, name));
  draft.declarations.push({
    name: own,
    kind: "variable",
    parent: scope.parent,
    lineAt: name.start,
    spans: {
      whole: outer,
      header: { start: Math.max(headerStart, outer.start), end: outer.end },
      name,
      documentation: draft.comments.find(node.start),
    },
    type: typeOf(draft, node, declarator),
    decorators: annotations,
    modifiers: words,
  });
  return { ...scope, parent: draft.declarations.length - 1, prefix: own };
}
