import { qualify, type DeclarationDraft, type TextSpan } from "../../declarations.ts";
import type { Declaration } from "../../structure.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import type { WrittenName } from "./names.ts";
import { parameterList, readParameters, typeText } from "./parameters.ts";
import { textOf, type Scope, type ScriptDraft } from "./scope.ts";

/** What is declared, before its parts are read. */
export interface Declared {
  readonly kind: Declaration["kind"];
  /** With its qualified name, where that is not made of what is around it. */
  readonly written: WrittenName & { readonly qualified?: string };
  /** The node that has the parts: parameters, body, type. */
  readonly node: SyntaxNode;
  /** The node that ends where the declaration ends, with `export`, `const` and what else belongs to it. */
  readonly outer: SyntaxNode;
  /** Of the word or name whose line counts. */
  readonly lineAt: number;
}

/** Adds a declaration and gives its index. */
export function declare(draft: ScriptDraft, scope: Scope, declared: Declared): number {
  const { kind, written, node, outer } = declared;
  const decorators = decoratorsOf(node, outer);
  const type = findField(node, "return_type") ?? findField(node, "type");
  draft.declarations.push({
    name: written.qualified ?? qualify(scope, written.name),
    kind,
    parent: scope.parent,
    lineAt: declared.lineAt,
    spans: spansOf(draft, declared, decorators),
    parameters: readParameters(draft, node),
    type: type && typeText(draft, type),
    decorators: decorators.map((one) => textOf(draft, one).replace(/^@\s*/u, "")),
    modifiers: readModifiers(draft, node, outer),
    bases: readBases(draft, node),
  });
  return draft.declarations.length - 1;
}

function spansOf(
  draft: ScriptDraft,
  { node, outer, written }: Declared,
  decorators: readonly SyntaxNode[],
): DeclarationDraft["spans"] {
  const start = Math.min(outer.start, decorators[0]?.start ?? outer.start);
  const end = endOf(draft, outer);
  const held = findField(node, "body");
  const body = held && { start: held.start, end: codeEnd(held) };
  return {
    whole: { start, end },
    header: { start: firstWord(outer, decorators), end: body?.start ?? end },
    name: written.at,
    parameters: parameterList(node),
    documentation: draft.comments.find(start),
    body,
  };
}

const FIELDS = /^(?:public_field_definition|field_definition|.*_signature)$/u;

/** A member without a body ends with its semicolon, as it does for the compiler. */
function endOf({ text }: ScriptDraft, outer: SyntaxNode): number {
  const { type, parent } = outer;
  const end = codeEnd(outer);
  if (!FIELDS.test(type) || !/^(?:class|interface)_body$/u.test(parent?.type ?? "")) return end;
  const mark = parent?.type === "class_body" ? /\s*;/uy : /\s*[;,]/uy;
  mark.lastIndex = end;
  return mark.test(text) ? mark.lastIndex : end;
}

/** Where the last word ends: a statement without a semicolon also holds the comment after it, and so does a block. */
export function codeEnd(outer: SyntaxNode): number {
  let node = outer;
  for (;;) {
    const last = node.children.findLast(({ type }) => type !== "comment");
    if (last === undefined) return node.end;
    node = last;
  }
}

function firstWord(outer: SyntaxNode, decorators: readonly SyntaxNode[]): number {
  const last = decorators.findLast(({ parent }) => parent === outer);
  return outer.children.find(({ start }) => last === undefined || start >= last.end)?.start ?? outer.start;
}

/** Decorators stand in a declaration, in its `export` statement, or before it in a class. */
function decoratorsOf(node: SyntaxNode, outer: SyntaxNode): readonly SyntaxNode[] {
  const isDecorator = ({ type }: SyntaxNode): boolean => type === "decorator";
  const inside = [
    ...outer.children.filter(isDecorator),
    ...(node === outer ? [] : node.children.filter(isDecorator)),
  ];
  const siblings = outer.parent?.type === "class_body" ? outer.parent.children : [];
  const before = siblings.slice(0, Math.max(0, siblings.indexOf(outer)));
  const others = before.findLastIndex(({ type }) => type !== "decorator" && type !== "comment");
  return [...before.slice(others + 1).filter(isDecorator), ...inside];
}

const MODIFIERS = new Set([
  "export",
  "default",
  "declare",
  "abstract",
  "async",
  "static",
  "readonly",
  "accessor",
  "get",
  "set",
  "const",
  "accessibility_modifier",
  "override_modifier",
]);

/** What stands around the node with the parts of a declaration, and may have modifiers of it. */
const AROUND = new Set([
  "variable_declarator",
  "lexical_declaration",
  "variable_declaration",
  "ambient_declaration",
  "export_statement",
]);

function readModifiers(draft: ScriptDraft, node: SyntaxNode, outer: SyntaxNode): readonly string[] {
  const found: SyntaxNode[] = [];
  let isInside = true;
  for (let around: SyntaxNode | undefined = node; around !== undefined; around = around.parent) {
    if (!isInside && !AROUND.has(around.type)) break;
    const words = around.children.filter(({ type, field }) => MODIFIERS.has(type) && field === undefined);
    found.unshift(...words);
    isInside &&= around !== outer;
  }
  return found.map((word) => textOf(draft, word));
}

const BASES = new Set(["class_heritage", "extends_type_clause"]);
const CLAUSES = new Set(["extends_clause", "implements_clause"]);

/** What a class or interface extends and implements. */
function readBases(draft: ScriptDraft, node: SyntaxNode): readonly string[] {
  return node.children
    .filter(({ type }) => BASES.has(type))
    .flatMap((heritage) => codeChildren(heritage))
    .flatMap((part) => {
      if (!CLAUSES.has(part.type)) return [part];
      const types = codeChildren(part);
      return part.type === "extends_clause" ? withArguments(types) : types;
    })
    .map((base) => textOf(draft, base));
}

/** Type arguments of a class that is extended are nodes of their own. */
function withArguments(types: readonly SyntaxNode[]): readonly TextSpan[] {
  return types.flatMap((type, index) => {
    if (type.type === "type_arguments") return [];
    const next = types[index + 1];
    return [{ start: type.start, end: next?.type === "type_arguments" ? next.end : type.end }];
  });
}
