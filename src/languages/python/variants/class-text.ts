import type { Parser } from "web-tree-sitter";

import type { Definition } from "../../language.ts";
import { readLenientTree } from "../file-index.ts";
import type { SyntaxNode } from "../syntax-tree.ts";

/** Finds the text of the innermost class around a definition; empty for functions. Remembers the last file it read. */
export type ClassText = (fileText: string, definition: Definition) => string;

/** A reader of classes over one parser. */
export function createClassText(parser: Parser): ClassText {
  let lastText: string | undefined;
  let classes: readonly { readonly start: number; readonly end: number }[] = [];
  return (fileText, definition) => {
    if (definition.className === undefined) return "";
    if (fileText !== lastText) {
      const tree = readLenientTree(parser, fileText);
      classes = tree.status === "read" ? [...classesBelow(tree.root)] : [];
      lastText = fileText;
    }
    const before = Buffer.from(fileText, "utf8").subarray(0, definition.spans.whole.start);
    const at = before.toString("utf8").length;
    const innermost = classes.findLast((found) => found.start <= at && at < found.end);
    return innermost === undefined ? "" : fileText.slice(innermost.start, innermost.end);
  };
}

function* classesBelow(node: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  if (node.type === "class_definition") yield node;
  for (const child of node.children) yield* classesBelow(child);
}
