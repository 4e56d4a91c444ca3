import type { StructureDraft } from "../../declarations.ts";
import { codeChildren, findField, listField, type SyntaxNode } from "../syntax-tree.ts";

/** Adds what an import statement brings in. */
export function readImports({ text, imports }: StructureDraft, node: SyntaxNode, isTypeOnly: boolean): void {
  const from = moduleOf(node, text);
  if (from === undefined) return;
  for (const item of listField(node, "name")) {
    const name = compact(findField(item, "name") ?? item, text);
    const alias = findField(item, "alias");
    const given = alias && text.slice(alias.start, alias.end);
    const what =
      from === ""
        ? { module: name, imported: undefined, local: given ?? name.split(".")[0] }
        : { module: from, imported: name, local: given ?? name };
    imports.push({ ...what, at: node, isTypeOnly });
  }
  if (codeChildren(node).some((child) => child.type === "wildcard_import"))
    imports.push({ module: from, imported: "*", local: undefined, at: node, isTypeOnly });
}

/** The module of a `from` import, "" for the other form; undefined for what is no import. */
function moduleOf(node: SyntaxNode, text: string): string | undefined {
  if (node.type === "import_statement") return "";
  if (node.type === "future_import_statement") return "__future__";
  const name = node.type === "import_from_statement" ? findField(node, "module_name") : undefined;
  return name && compact(name, text);
}

/** A dotted name without the white space that may stand in it. */
function compact(node: SyntaxNode, text: string): string {
  return text.slice(node.start, node.end).replaceAll(/[\s\\]+/g, "");
}
