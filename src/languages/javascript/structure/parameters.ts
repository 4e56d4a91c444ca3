import type { StructureDraft } from "../../declarations.ts";
import type { DeclaredParameter } from "../../structure.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { textOf } from "./scope.ts";

/** The list of a function's parameters: in brackets, or the one name of `x => …`. */
export function parameterList(node: SyntaxNode): SyntaxNode | undefined {
  return findField(node, "parameters") ?? findField(node, "parameter");
}

/** The parameters of a function, in order; `this` of TypeScript is none. */
export function readParameters(draft: StructureDraft, node: SyntaxNode): readonly DeclaredParameter[] {
  const list = parameterList(node);
  if (list === undefined) return [];
  const parts = list.type === "formal_parameters" ? codeChildren(list) : [list];
  return parts
    .filter((part) => part.type !== "decorator" && part.type !== "ERROR")
    .map((part) => readParameter(draft, part))
    .filter(({ name }) => name !== "this");
}

function readParameter(draft: StructureDraft, part: SyntaxNode): DeclaredParameter {
  const pattern = findField(part, "pattern") ?? findField(part, "left") ?? part;
  const value = findField(part, "value") ?? findField(part, "right");
  const isVariadic = pattern.type === "rest_pattern";
  const named = isVariadic ? codeChildren(pattern)[0] : pattern;
  const type = findField(part, "type");
  return {
    name: named?.type === "identifier" || named?.type === "this" ? textOf(draft, named) : "",
    type: type && typeText(draft, type),
    defaultValue: value && textOf(draft, value),
    kind: isVariadic ? "variadic" : "positional",
  };
}

/** The type of an annotation, without its colon. */
export function typeText(draft: StructureDraft, annotation: SyntaxNode): string {
  return textOf(draft, annotation).replace(/^:\s*/u, "");
}
