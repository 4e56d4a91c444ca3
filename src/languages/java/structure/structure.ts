import type { Parser } from "web-tree-sitter";

import { readStructure } from "../../declarations.ts";
import { createCommentsAbove, isStarredComment } from "../../doc-comments.ts";
import type { Structure } from "../../structure.ts";
import { readTree, visitTree, type SyntaxNode } from "../../syntax-tree.ts";
import { createEntrance } from "./entered-nodes.ts";
import { readImport } from "./imports.ts";
import { readMember } from "./members.ts";
import type { JavaDraft, Scope } from "./scope.ts";
import { readType } from "./types.ts";

/** Reads what Java files declare: types, their members, and types inside of methods. What stands in an anonymous class belongs to the member around it. */
export function createJavaStructure(parser: Parser): Structure {
  return {
    version: "1",
    read: (_path, text) => {
      const tree = readTree(parser, text, {
        isError: ({ type, isMissing }) => isMissing || type === "ERROR",
        shouldEnter: createEntrance(text),
      });
      return readStructure(text, tree, (root, found) => {
        const draft = { ...found, comments: createCommentsAbove(text, isStarredComment) };
        visitTree(root, TOP, (node, scope) => visit(draft, node, scope));
      });
    },
  };
}

const TOP: Scope = { parent: undefined, prefix: "", isAnonymous: false };

function visit(draft: JavaDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type === "block_comment") draft.comments.add(node);
  if (node.type === "import_declaration") readImport(draft, node);
  return readType(draft, node, scope) ?? readMember(draft, node, scope) ?? scope;
}
