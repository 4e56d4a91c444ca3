import type { Declaration } from "../../structure.ts";
import type { FileIndex } from "../file-index.ts";
import { identifierText } from "../identifiers.ts";
import { createSite, type Enclosing, type PreparedSource } from "../sites.ts";
import { isDefinitionStatement } from "../statements.ts";
import { codeChildren, findField, type SyntaxNode } from "../syntax-tree.ts";

/** The statement that begins at a byte of a file. */
export function findStatement({ root, source }: FileIndex, byte: number): SyntaxNode | undefined {
  const at = source.indexAt(byte);
  let container: SyntaxNode | undefined = root;
  while (container !== undefined) {
    const child: SyntaxNode | undefined = container.children.find(
      ({ start, end }) => start <= at && at < end,
    );
    const isHolder = container.type === "module" || container.type === "block";
    if (isHolder && child?.start === at && codeChildren(container).includes(child)) return child;
    container = child;
  }
  return undefined;
}

/** A function or class as the task path lays definitions out, with what encloses it. Undefined where none is declared there. */
export function findSite(index: FileIndex, { spans }: Declaration): PreparedSource | undefined {
  const outer = findStatement(index, spans.whole.start);
  if (outer === undefined || !isDefinitionStatement(outer)) return undefined;
  const { text } = index.source;
  const enclosing: Enclosing[] = [];
  for (let around = outer.parent; around !== undefined; around = around.parent) {
    if (around.type !== "class_definition" && around.type !== "function_definition") continue;
    const name = findField(around, "name");
    const shell = around.parent?.type === "decorated_definition" ? around.parent : around;
    if (name !== undefined) enclosing.unshift({ name: identifierText(name, text), outer: shell });
  }
  return createSite(index.source, outer, enclosing);
}
