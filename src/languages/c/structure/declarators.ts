import { codeChildren, findField, listField, type SyntaxNode } from "../../syntax-tree.ts";
import type { DeclaredParameter } from "../../structure.ts";
import { textOf, type CDraft } from "./scope.ts";

/** What a declarator declares. */
export interface DeclaredName {
  readonly name: SyntaxNode;
  /** The declarator of the function that it is; undefined for a variable, one that points to a function included. */
  readonly functionDeclarator: SyntaxNode | undefined;
}

/** Finds the name in a declarator: what stands next to it says what it is. */
export function findDeclared(declarator: SyntaxNode): DeclaredName | undefined {
  let functionDeclarator: SyntaxNode | undefined;
  let node: SyntaxNode | undefined = declarator;
  while (node !== undefined) {
    if (node.type.endsWith("identifier")) return { name: node, functionDeclarator };
    if (node.type === "primitive_type") return { name: node, functionDeclarator };
    if (node.type === "function_declarator") functionDeclarator = node;
    else if (node.type === "pointer_declarator" || node.type === "array_declarator")
      functionDeclarator = undefined;
    node = findField(node, "declarator") ?? codeChildren(node).find(({ type }) => DECLARATOR.test(type));
  }
  return undefined;
}

const DECLARATOR = /declarator$|^(?:field_|type_)?identifier$/u;

/** The declarators of a declaration, in order. */
export function declaratorsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return listField(node, "declarator");
}

/** The parameters of a function, in order; those of a macro are names alone. */
export function readParameters(draft: CDraft, list: SyntaxNode | undefined): readonly DeclaredParameter[] {
  const parts = (list?.children ?? []).filter(
    ({ isNamed, type }) => (isNamed && type !== "comment") || type === "...",
  );
  if (parts.length === 1 && parts[0] !== undefined && textOf(draft, parts[0]) === "void") return [];
  return parts.flatMap((part): DeclaredParameter[] => {
    if (part.type === "ERROR") return [];
    const isVariadic = part.type === "variadic_parameter" || part.type === "...";
    const name = part.type === "identifier" ? part : isVariadic ? undefined : nameOf(part);
    return [
      {
        name: name === undefined ? "" : textOf(draft, name),
        type: part.type === "parameter_declaration" ? typeAround(draft, part, name) : undefined,
        defaultValue: undefined,
        kind: isVariadic ? "variadic" : "positional",
      },
    ];
  });
}

function nameOf(parameter: SyntaxNode): SyntaxNode | undefined {
  const declarator = findField(parameter, "declarator");
  return declarator && findDeclared(declarator)?.name;
}

/** A parameter without its name: `char *[]`. */
function typeAround(draft: CDraft, part: SyntaxNode, name: SyntaxNode | undefined): string {
  if (name === undefined) return textOf(draft, part);
  const before = textOf(draft, { start: part.start, end: name.start });
  return (before + textOf(draft, { start: name.end, end: part.end })).trim();
}

/** What a declaration gives: `const char *` of `static const char *name(void)`. */
export function typeOf(draft: CDraft, node: SyntaxNode, declarator: SyntaxNode, name: SyntaxNode): string {
  const words = node.children
    .filter(({ type, field }) => type === "type_qualifier" || field === "type")
    .map((part) => typeWords(draft, part));
  const isFunction = findDeclared(declarator)?.functionDeclarator !== undefined;
  const before = textOf(draft, { start: declarator.start, end: name.start }).replaceAll(/\s+/gu, " ").trim();
  const left = isFunction ? before.replaceAll(/[^*]/gu, "") : before;
  const value = findField(declarator, "value");
  const outer = value === undefined ? declarator : (findField(declarator, "declarator") ?? declarator);
  const right = isFunction ? "" : textOf(draft, { start: name.end, end: outer.end });
  return [...words, left + right].filter((part) => part !== "").join(" ");
}

/** Of a struct that is declared on the spot its name. */
function typeWords(draft: CDraft, part: SyntaxNode): string {
  const body = findField(part, "body");
  return textOf(draft, body === undefined ? part : { start: part.start, end: body.start }).trim();
}
