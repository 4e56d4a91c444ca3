import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { readParameters } from "./declarators.ts";
import { textOf, type CDraft } from "./scope.ts";

/** Adds what `#include` brings in and what `#define` defines. */
export function readDirective(draft: CDraft, node: SyntaxNode): void {
  if (node.type === "preproc_include") readInclude(draft, node);
  else if (node.type === "preproc_def" || node.type === "preproc_function_def") readMacro(draft, node);
}

/** A header's names all come in. `#include MACRO` names no header. */
function readInclude(draft: CDraft, node: SyntaxNode): void {
  const path = findField(node, "path");
  if (path === undefined || !/^["<]/u.test(textOf(draft, path))) return;
  const module = textOf(draft, path).slice(1, -1);
  const at = { start: node.start, end: path.end };
  draft.imports.push({ module, imported: "*", local: undefined, at, isTypeOnly: false });
}

function readMacro(draft: CDraft, node: SyntaxNode): void {
  const name = findField(node, "name");
  if (name === undefined) return;
  const value = findField(node, "value");
  const parameters = findField(node, "parameters");
  const written = value === undefined ? "" : textOf(draft, value);
  const body = value && {
    start: value.start + written.length - written.trimStart().length,
    end: value.start + written.trimEnd().length,
  };
  const end = body?.end ?? (parameters ?? name).end;
  draft.declarations.push({
    name: textOf(draft, name),
    kind: "macro",
    parent: undefined,
    lineAt: name.start,
    spans: {
      whole: { start: node.start, end },
      header: { start: node.start, end: body?.start ?? end },
      name,
      parameters,
      documentation: draft.comments.find(node.start),
      body,
    },
    parameters: readParameters(draft, parameters),
  });
}
