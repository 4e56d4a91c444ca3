import type { StructureDraft, TextSpan } from "../../declarations.ts";
import type { SyntaxNode } from "../../syntax-tree.ts";

/** What something is called, and where that is written. */
export interface WrittenName {
  readonly name: string;
  readonly at: TextSpan;
}

/** A name of a declaration or key of an object: of a text what stands in its quotes. */
export function writtenName({ text }: StructureDraft, node: SyntaxNode): WrittenName {
  const isText = node.type === "string" && node.end - node.start >= 2;
  const at = isText ? { start: node.start + 1, end: node.end - 1 } : node;
  return { name: text.slice(at.start, at.end), at };
}

const PATH_PART =
  /(?:^|\s*(?:\?\.|\.)\s*)(?<name>#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)|\s*\[\s*(?<quote>["'])(?<key>[^"'\\]*)\k<quote>\s*\]/uy;

/** The names of `a.b["c"]`, in order; undefined where a part is computed, or where it is no such path. */
export function memberPath({ text }: StructureDraft, node: TextSpan): readonly WrittenName[] | undefined {
  const written = text.slice(node.start, node.end);
  const path: WrittenName[] = [];
  PATH_PART.lastIndex = 0;
  while (PATH_PART.lastIndex < written.length) {
    const groups = PATH_PART.exec(written)?.groups;
    const name = groups?.["name"] ?? groups?.["key"];
    if (name === undefined) return undefined;
    const end =
      node.start +
      (groups?.["key"] === undefined
        ? PATH_PART.lastIndex
        : written.lastIndexOf(name, PATH_PART.lastIndex - 1) + name.length);
    path.push({ name, at: { start: end - name.length, end } });
  }
  return path;
}
