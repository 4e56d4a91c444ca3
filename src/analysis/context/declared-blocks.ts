import type { CodeView } from "../code-view.ts";
import type { DeclaredCode } from "../code-index/declaration-table.ts";
import type { FileBlock } from "./context.ts";

/** A declaration as it stands, from the start of its line. */
export function blockOf(view: CodeView, { place, declaration }: DeclaredCode): FileBlock {
  const bytes = Buffer.from(view.text(place.path) ?? "");
  const { start, end } = declaration.spans.whole;
  const before = bytes.subarray(0, start).toString();
  const indentation = /[ \t]*$/u.exec(before)?.[0] ?? "";
  const text = indentation + bytes.subarray(start, end).toString();
  return { path: place.path, line: before.split("\n").length, text };
}

/** Without those that stand inside another of them. */
export function withoutInner(found: readonly DeclaredCode[]): readonly DeclaredCode[] {
  const all = new Set(found);
  return found.filter((one) => {
    for (let above = one.parent; above !== undefined; above = above.parent) if (all.has(above)) return false;
    return true;
  });
}
