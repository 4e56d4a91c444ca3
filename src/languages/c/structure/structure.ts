import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../../base/index.ts";
import { readStructure } from "../../declarations.ts";
import { createCommentsAbove } from "../../doc-comments.ts";
import type { Structure } from "../../structure.ts";
import { readTree, visitTree, type SyntaxNode, type SyntaxTree } from "../../syntax-tree.ts";
import { readDeclaration, readFunction } from "./definitions.ts";
import { readDirective } from "./directives.ts";
import { createEntrance } from "./entered-nodes.ts";
import { prepareText } from "./prepared-text.ts";
import { TOP, type CDraft, type Scope } from "./scope.ts";
import { readTagged, readTypedef } from "./types.ts";

/** Reads what C files declare: functions, prototypes, types, macros and variables of the file, in every branch of `#if`. */
export function createCStructure(parser: Parser, isTestFile: (path: RepositoryPath) => boolean): Structure {
  return {
    version: "1",
    read: (path, text) => {
      const { tree, prepared } = readPrepared(parser, text);
      return readStructure(text, prepared ?? tree, (root, found) => {
        const comments = createCommentsAbove(text, () => true);
        const draft = { ...found, comments, isTestFile: isTestFile(path) };
        if (prepared === undefined || tree.status !== "read")
          return visitTree(root, TOP, (node, scope) => visit(draft, node, scope));
        visitTree(tree.root, draft, visitDirective);
        visitTree(root, TOP, (node, scope) => visitDeclaration(draft, node, scope));
      });
    },
  };
}

function visit(draft: CDraft, node: SyntaxNode, scope: Scope): Scope {
  visitDirective(node, draft);
  return visitDeclaration(draft, node, scope);
}

function visitDirective(node: SyntaxNode, draft: CDraft): CDraft {
  if (node.type === "comment") draft.comments.add(node);
  readDirective(draft, node);
  return draft;
}

function visitDeclaration(draft: CDraft, node: SyntaxNode, scope: Scope): Scope {
  return (
    readFunction(draft, node) ??
    readTagged(draft, node, scope) ??
    readTypedef(draft, node, scope) ??
    readDeclaration(draft, node, scope) ??
    scope
  );
}

interface PreparedTrees {
  /** Of the text as it is written. */
  readonly tree: SyntaxTree;
  /** Without the preprocessor, where that reads better: it has no directives. */
  readonly prepared?: SyntaxTree;
}

/** The grammar knows no preprocessor: what it cannot read is read again without, which counts unless it shows more errors. */
function readPrepared(parser: Parser, text: string): PreparedTrees {
  const rules = {
    isError: ({ type, isMissing }: SyntaxNode) => isMissing || type === "ERROR",
    shouldEnter: createEntrance(text),
  };
  const tree = readTree(parser, text, rules);
  if (tree.status === "refused" || tree.errors.length === 0) return { tree };
  const prepared = readTree(parser, prepareText(text), rules);
  return prepared.status === "read" && prepared.errors.length <= tree.errors.length
    ? { tree, prepared }
    : { tree };
}
