import type { Parser } from "web-tree-sitter";

import type { FileNames } from "../../rewriting.ts";
import { findComments } from "../comment-lines.ts";
import { readLenientTree } from "../file-index.ts";
import { indexText } from "../source-text.ts";
import { resolveName, ScopeTable } from "./scopes.ts";
import { visitNames } from "./visit-names.ts";

/** Every name of a Python file with the scope that binds it. Undefined where nothing can be read. */
export function readPythonNames(parser: Parser, text: string): FileNames | undefined {
  const tree = readLenientTree(parser, text);
  if (tree.status === "refused") return undefined;
  const table = new ScopeTable(text);
  visitNames(tree.root, text, table);
  const source = indexText(text);
  const span = ({ start, end }: { readonly start: number; readonly end: number }) => ({
    start: source.byteAt(start),
    end: source.byteAt(end),
  });
  return {
    scopes: table.scopes.map(({ parent, node, names }) => ({
      parent: parent?.index,
      span: span(node),
      names,
    })),
    places: table.places
      .toSorted((a, b) => a.start - b.start)
      .map(({ name, role, scope, isBinding, called, ...place }) => ({
        name,
        role,
        isBinding,
        called: called && { name: called.name, at: source.byteAt(called.start) },
        span: span(place),
        scope: scope.index,
        binding: role === "variable" ? resolveName(name, scope)?.index : undefined,
      })),
    texts: table.texts.map(({ isPart, isCode, ...piece }) => ({
      span: span(piece),
      text: text.slice(piece.start, piece.end),
      isPart,
      isCode,
    })),
    prose: [...findComments(text), ...table.documentation].map(span),
  };
}
