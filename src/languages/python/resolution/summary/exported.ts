import { textValue } from "../../strings.ts";
import { codeChildren, type SyntaxNode } from "../../syntax-tree.ts";
import type { Draft } from "./draft.ts";

/** Notes the constant names of `__all__ = […]`. */
export function readExported(draft: Draft, left: SyntaxNode, right: SyntaxNode | undefined): void {
  if (draft.scope.kind !== "module" || left.type !== "identifier" || draft.textOf(left) !== "__all__") return;
  if (right?.type !== "list" && right?.type !== "tuple") return;
  const names = codeChildren(right).map((item) => textValue(item, draft.text));
  if (names.every((name) => name !== undefined)) draft.exported = names.map((name) => draft.name(name));
}
