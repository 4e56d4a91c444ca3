import {
  qualify,
  type DeclarationDraft,
  type DeclarationScope,
  type StructureDraft,
  type TextSpan,
} from "../../declarations.ts";
import type { DeclaredParameter } from "../../structure.ts";
import { identifierText } from "../identifiers.ts";
import { readParameters } from "../parameters.ts";
import { decoratorText } from "../sites.ts";
import { textValue } from "../strings.ts";
import { codeChildren, findField, type SyntaxNode } from "../syntax-tree.ts";

/** What a node stands in. */
export interface Scope extends DeclarationScope {
  readonly place: "module" | "class" | "function";
  readonly isTestFile: boolean;
  /** True in a class of tests. */
  readonly isTestClass: boolean;
  /** True below `if TYPE_CHECKING`. */
  readonly isTypeOnly: boolean;
}

/** Adds the function or class that a node is, and gives what stands below it is in; for other nodes nothing changes but below `if TYPE_CHECKING`. */
export function readDefinition(draft: StructureDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const { text, declarations } = draft;
  if (node.type === "block" && node.field === "consequence") {
    const isTypeOnly = scope.isTypeOnly || isTypeCheck(node.parent, text);
    return isTypeOnly === scope.isTypeOnly ? scope : { ...scope, isTypeOnly };
  }
  const isClass = node.type === "class_definition";
  if (!isClass && node.type !== "function_definition") return scope;
  const name = findField(node, "name");
  if (name === undefined) return scope;
  const ownName = identifierText(name, text);
  const bases = isClass ? readBases(node, text) : [];
  const isTest = isTestName(ownName, isClass, bases, scope);
  declarations.push({
    ...placesOf(node, name, text),
    name: qualify(scope, ownName),
    kind: isClass ? "class" : kindOfFunction(ownName, scope),
    parent: scope.parent,
    parameters: isClass ? [] : readParameters(node, text).map(toDeclared),
    type: textOf(findField(node, "return_type"), text),
    decorators: decoratorsOf(node).map((decorator) => decoratorText(decorator, text)),
    modifiers: node.children[0]?.type === "async" ? ["async"] : [],
    bases,
    isTest,
  });
  return {
    ...scope,
    parent: declarations.length - 1,
    prefix: qualify(scope, ownName),
    place: isClass ? "class" : "function",
    isTestClass: isClass && isTest,
  };
}

function placesOf(
  node: SyntaxNode,
  name: SyntaxNode,
  text: string,
): Pick<DeclarationDraft, "lineAt" | "spans"> {
  const body = findField(node, "body");
  const end = codeEnd(node, text);
  const word = node.children.find((child) => child.type === "def" || child.type === "class");
  const hasBody = body !== undefined && body.start < end;
  return {
    lineAt: (word ?? node).start,
    spans: {
      whole: { start: decoratorsOf(node)[0]?.start ?? node.start, end: afterSemicolon(end, text) },
      header: { start: node.start, end: hasBody ? body.start : end },
      name,
      parameters: findField(node, "parameters"),
      documentation: body === undefined ? undefined : findDocstring(body, text),
      body: hasBody ? { start: body.start, end } : undefined,
    },
  };
}

/** Where the last statement ends: a block's node also holds the comments after it, and a statement's the semicolon. */
export function codeEnd(outer: SyntaxNode, text: string): number {
  let node = outer;
  for (;;) {
    const last = node.children.findLast((child) => child.type !== "comment" && child.type !== ";");
    if (last === undefined) break;
    node = last;
  }
  let end = node.end;
  if (text[end - 1] === ";") end--;
  while (end > node.start && /\s/.test(text[end - 1] ?? "")) end--;
  return end;
}

/** A definition ends with the semicolon of its last statement, as it does for CPython. */
function afterSemicolon(end: number, text: string): number {
  const mark = /[ \t\f]*;/y;
  mark.lastIndex = end;
  return mark.test(text) ? mark.lastIndex : end;
}

/** The text that a module's, class's or function's statements begin with. */
function findDocstring(block: SyntaxNode, text: string): TextSpan | undefined {
  const [first] = codeChildren(block);
  if (first?.type !== "expression_statement") return undefined;
  const [value, ...others] = codeChildren(first);
  if (value === undefined || others.length > 0) return undefined;
  return textValue(value, text) === undefined ? undefined : value;
}

function decoratorsOf({ parent }: SyntaxNode): readonly SyntaxNode[] {
  if (parent?.type !== "decorated_definition") return [];
  return parent.children.filter((child) => child.type === "decorator");
}

function kindOfFunction(name: string, { place }: Scope): DeclarationDraft["kind"] {
  if (place !== "class") return "function";
  return name === "__init__" ? "constructor" : "method";
}

function readBases(node: SyntaxNode, text: string): string[] {
  const list = findField(node, "superclasses");
  return (list === undefined ? [] : codeChildren(list))
    .filter((base) => base.type !== "keyword_argument" && base.type !== "dictionary_splat")
    .map((base) => text.slice(base.start, base.end));
}

function toDeclared({
  name,
  kind,
  annotation,
  defaultValue,
}: ReturnType<typeof readParameters>[number]): DeclaredParameter {
  return { name, kind, type: annotation, defaultValue };
}

/**
 * By the default conventions of pytest (https://docs.pytest.org/en/stable/explanation/goodpractices.html) in files of tests, and of unittest
 * wherever a class derives from a test case.
 */
function isTestName(name: string, isClass: boolean, bases: readonly string[], scope: Scope): boolean {
  if (isClass)
    return bases.some((base) => base.endsWith("TestCase")) || (scope.isTestFile && name.startsWith("Test"));
  if (!name.startsWith("test")) return false;
  return scope.place === "class" ? scope.isTestClass : scope.isTestFile && scope.place === "module";
}

/** True for `if TYPE_CHECKING:` and `if typing.TYPE_CHECKING:`. */
function isTypeCheck(statement: SyntaxNode | undefined, text: string): boolean {
  const condition = statement && findField(statement, "condition");
  return (
    condition !== undefined && /^(?:\w+\.)?TYPE_CHECKING$/.test(text.slice(condition.start, condition.end))
  );
}

function textOf(node: SyntaxNode | undefined, text: string): string | undefined {
  return node && text.slice(node.start, node.end);
}
