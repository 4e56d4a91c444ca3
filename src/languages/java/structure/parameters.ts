import type { DeclaredParameter } from "../../structure.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { typeOf } from "./modifiers.ts";
import { textOf, type JavaDraft } from "./scope.ts";

/** The parameters of a method, constructor or record, in order; a receiver (`this`) is none. */
export function readParameters(draft: JavaDraft, node: SyntaxNode): readonly DeclaredParameter[] {
  const list = findField(node, "parameters");
  return (list === undefined ? [] : codeChildren(list)).flatMap((part): DeclaredParameter[] => {
    if (part.type === "spread_parameter") return [readSpread(draft, part)];
    const name = findField(part, "name");
    if (part.type !== "formal_parameter" || name === undefined) return [];
    const type = typeOf(draft, part);
    return [{ name: textOf(draft, name), type, defaultValue: undefined, kind: "positional" }];
  });
}

function readSpread(draft: JavaDraft, part: SyntaxNode): DeclaredParameter {
  const declarator = part.children.find(({ type }) => type === "variable_declarator");
  const name = declarator && findField(declarator, "name");
  const type = codeChildren(part).find((one) => one !== declarator && one.type !== "modifiers");
  return {
    name: name === undefined ? "" : textOf(draft, name),
    type: type && textOf(draft, type),
    defaultValue: undefined,
    kind: "variadic",
  };
}
