import { codeChildren, type SyntaxNode } from "../../syntax-tree.ts";
import { NONE, type Draft } from "./draft.ts";
import { readKey } from "./literals.ts";
import { Op, Part } from "./summary.ts";

/** The key of a subscription: its name where it is constant, -2 for a slice. */
export function readKeys(
  draft: Draft,
  keys: readonly SyntaxNode[],
): { readonly key: number; readonly slot: number } {
  const [only, ...more] = keys;
  if (only === undefined) return { key: NONE, slot: draft.builtin("int") };
  if (more.length > 0) return { key: NONE, slot: readTuple(draft, keys) };
  if (only.type === "slice") {
    for (const part of codeChildren(only)) draft.read(part);
    return { key: -2, slot: draft.builtin("slice") };
  }
  return { key: readKey(draft, only), slot: draft.readValue(only) };
}

function readTuple(draft: Draft, keys: readonly SyntaxNode[]): number {
  const parts = keys.flatMap((key) => [Part.any, draft.readValue(key)]);
  return draft.emitTo(Op.New, draft.name("tuple"), ...parts);
}
