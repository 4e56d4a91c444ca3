import { codeChildren, type SyntaxNode } from "../../syntax-tree.ts";
import { textOf, type JavaDraft } from "./scope.ts";

/** Adds what an import declaration brings in: a type, all of a package, or static members. */
export function readImport(draft: JavaDraft, node: SyntaxNode): void {
  const [name] = codeChildren(node);
  if (name === undefined) return;
  const path = textOf(draft, name).replaceAll(/\s+/gu, "");
  const isStatic = node.children.some(({ type }) => type === "static");
  const isAll = node.children.some(({ type }) => type === "asterisk");
  const last = path.slice(path.lastIndexOf(".") + 1);
  const what = isAll
    ? { module: path, imported: "*", local: undefined }
    : isStatic
      ? { module: path.slice(0, -last.length - 1), imported: last, local: last }
      : { module: path, imported: undefined, local: last };
  draft.imports.push({ ...what, at: node, isTypeOnly: false });
}
