import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../../base/index.ts";
import { readStructure } from "../../declarations.ts";
import { createCommentsAbove } from "../../doc-comments.ts";
import type { Structure } from "../../structure.ts";
import { readTree, visitTree, type SyntaxNode, type SyntaxTree } from "../../syntax-tree.ts";
import { readDeclaration, readFunction } from "./definitions.ts";
import { readDirective } from "./directives.ts";
import { shouldEnter } from "./entered-nodes.ts";
import { prepareText } from "./prepared-text.ts";
import type { CDraft, Scope } from "./scope.ts";
import { readTagged, readTypedef } from "./types.ts";

/** Reads what C files declare: functions, prototypes, types, macros and variables of the file, in every branch of `#if`. */
export function createCStructure(parser: Parser, isTestFile: (path: RepositoryPath) => boolean): Structure {
  return {
    version: "1",
    read: (path, text) =>
      readStructure(text, readPrepared(parser, text), (root, found) => {
        const draft = {
          ...found,
          comments: createCommentsAbove(text, () => true),
          isTestFile: isTestFile(path),
        };
        visitTree(root, TOP, (node, scope) => visit(draft, node, scope));
      }),
  };
}

const TOP: Scope = { parent: undefined, prefix: "" };

function visit(draft: CDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type === "comment") draft.comments.add(node);
  readDirective(draft, node);
  return (
    readFunction(draft, node) ??
    readTagged(draft, node, scope) ??
    readTypedef(draft, node) ??
    readDeclaration(draft, node) ??
    scope
  );
}

/** The grammar knows no preprocessor: what it cannot read is read again with directives and macros blanked, which counts if it shows fewer errors. */
function readPrepared(parser: Parser, text: string): SyntaxTree {
  const rules = { isError: ({ type, isMissing }: SyntaxNode) => isMissing || type === "ERROR", shouldEnter };
  const tree = readTree(parser, text, rules);
  if (tree.status === "refused" || tree.errors.length === 0) return tree;
  const prepared = prepareText(text);
  const second = prepared === text ? tree : readTree(parser, prepared, rules);
  return second.status === "read" && second.errors.length < tree.errors.length ? second : tree;
}
