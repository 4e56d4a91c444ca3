import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { declaratorsOf, findDeclared, readParameters, typeOf } from "./declarators.ts";
import { textOf, TOP, type CDraft, type Scope } from "./scope.ts";

/** Adds the function that a node defines, and gives what stands in it is in; undefined for other nodes. */
export function readFunction(draft: CDraft, node: SyntaxNode): Scope | undefined {
  if (node.type !== "function_definition") return undefined;
  const declarator = findField(node, "declarator");
  const body = findField(node, "body");
  if (declarator === undefined || body === undefined) return undefined;
  addDeclared(draft, node, { declarator, whole: node, body });
  return { ...TOP, isInside: true };
}

/** Adds the prototypes and variables that a declaration of the file declares; undefined for other nodes. */
export function readDeclaration(draft: CDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type !== "declaration" || scope.isInside) return undefined;
  const declarators = declaratorsOf(node);
  for (const declarator of declarators)
    addDeclared(draft, node, { declarator, whole: declarators.length === 1 ? node : declarator });
  return TOP;
}

interface Declared {
  readonly declarator: SyntaxNode;
  readonly whole: SyntaxNode;
  readonly body?: SyntaxNode;
}

function addDeclared(draft: CDraft, node: SyntaxNode, { declarator, whole, body }: Declared): void {
  const declared = findDeclared(declarator);
  if (declared === undefined) return;
  const { name, functionDeclarator } = declared;
  const parameters = functionDeclarator && findField(functionDeclarator, "parameters");
  const own = textOf(draft, name);
  draft.declarations.push({
    name: own,
    kind: functionDeclarator === undefined && body === undefined ? "variable" : "function",
    parent: undefined,
    lineAt: name.start,
    spans: {
      whole,
      header: { start: whole.start, end: body?.start ?? whole.end },
      name,
      parameters,
      documentation: draft.comments.find(node.start),
      body,
    },
    parameters: readParameters(draft, parameters),
    type: typeOf(draft, node, declarator, name),
    modifiers: node.children
      .filter(({ type }) => type === "storage_class_specifier")
      .map((word) => textOf(draft, word)),
    isTest: body !== undefined && draft.isTestFile && /^test_|_test$|^test[A-Z]/u.test(own),
  });
}
