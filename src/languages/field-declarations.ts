import type { Parser } from "web-tree-sitter";

import { finishDeclarations, placesOf, refusedStructure, type DeclarationDraft } from "./declarations.ts";
import type { Declaration, FileStructure } from "./structure.ts";
import { findField, readTree, type SyntaxNode } from "./syntax-tree.ts";

/** Which nodes of a grammar declare something. */
export type DeclaringNodes = ReadonlyMap<string, Declaration["kind"]>;

/** Reads the declarations that a grammar marks by the fields `name`, `parameters` and `body`. Never throws for bad syntax. */
export function readFieldDeclarations(parser: Parser, text: string, kinds: DeclaringNodes): FileStructure {
  const tree = readTree(parser, text, { isError: (node) => node.isMissing || node.type === "ERROR" });
  if (tree.status === "refused") return refusedStructure(tree.reason);
  const places = placesOf(text);
  const drafts: DeclarationDraft[] = [];
  const take = (node: SyntaxNode, parent: number | undefined): void => {
    const kind = kinds.get(node.type);
    const name = findField(node, "name") ?? findField(findField(node, "declarator") ?? node, "declarator");
    if (kind === undefined || name === undefined) {
      for (const child of node.children) take(child, parent);
      return;
    }
    const body = findField(node, "body");
    drafts.push({
      ownName: text.slice(name.start, name.end),
      kind,
      parent,
      lineAt: name.start,
      spans: {
        whole: node,
        header: { start: node.start, end: body?.start ?? node.end },
        name,
        parameters: findField(node, "parameters"),
        body,
      },
    });
    const own = drafts.length - 1;
    for (const child of node.children) take(child, own);
  };
  take(tree.root, undefined);
  const lines = tree.errors.map(({ start }) => places.lineOf(start));
  return {
    declarations: finishDeclarations(drafts, places),
    imports: [],
    exports: [],
    syntaxErrorLines: [...new Set(lines)].sort((a, b) => a - b),
  };
}
