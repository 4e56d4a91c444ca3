import type { Reference, TextEdit } from "../reference.ts";
import { ancestorsOf, contains, walk, type SyntaxNode } from "../syntax-node.ts";
import type { Rewrite } from "./rewrite.ts";
import {
  boundNodes,
  freshName,
  hasDeclarations,
  isInComprehension,
  isIntrospective,
  isNestedScope,
  variablesOf,
} from "./scope.ts";

/**
 * Local variables under other names. Parameters keep theirs; so do names that a nested scope or a comprehension binds
 * again, that a pattern of `match`, an import or a definition binds, that are mangled, or shown by `{name=}`.
 */
export const renameLocals: Rewrite = {
  name: "rename-locals",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    if (contains(reference.body, "print_statement", "exec_statement")) return [];
    const variables = variablesOf(reference.node);
    const kept = keptNames(reference);
    const renamed = new Set(boundNodes(reference).map((node) => node.text));
    return [...renamed]
      .filter((name) => !kept.has(name) && !name.startsWith("__"))
      .flatMap((name) => rename(variables.get(name) ?? [], freshName(`${name}_local`, reference)));
  },
};

function rename(nodes: readonly SyntaxNode[], name: string): TextEdit[] {
  return nodes.map(({ start, end }) => ({ start, end, replacement: name }));
}

function keptNames(reference: Reference): Set<string> {
  const kept = new Set(reference.definition.parameters.map((parameter) => parameter.name));
  for (const node of walk(reference.node)) {
    if (node.type !== "identifier") continue;
    if (isFixed(node) || isBoundElsewhere(node, reference)) kept.add(node.text);
  }
  return kept;
}

const FIXED = [
  "import_statement",
  "import_from_statement",
  "case_pattern",
  "parameters",
  "lambda_parameters",
];

/** Part of an import, of a pattern, of any parameter list, the name of a definition, or shown with its name. */
function isFixed(node: SyntaxNode): boolean {
  const parent = node.parent;
  const isDefined = node.field === "name" && parent !== undefined && isNestedScope(parent);
  if (isDefined || (parent?.type === "function_definition" && node.field === "name")) return true;
  return [...ancestorsOf(node)].some(
    (above) => FIXED.includes(above.type) || (above.type === "interpolation" && /=\s*[!:}]/.test(above.text)),
  );
}

/** Bound inside a nested scope, or as the loop variable of a comprehension. */
function isBoundElsewhere(node: SyntaxNode, { node: root }: Reference): boolean {
  const above = [...ancestorsOf(node)];
  const clause = above.find((ancestor) => ancestor.type === "for_in_clause");
  const isLoopVariable = clause?.children.some(
    (child) => child.field === "left" && child.start <= node.start && node.end <= child.end,
  );
  if (isLoopVariable === true) return true;
  const nested = above.find(isNestedScope);
  if (nested === undefined || nested === root) return isInComprehension(node) && isWalrus(node);
  return isWritten(node);
}

function isWalrus(node: SyntaxNode): boolean {
  return node.parent?.type === "named_expression" && node.field === "name";
}

/** Whether the identifier may be a place that is written to; wrong only on the safe side. */
function isWritten(node: SyntaxNode): boolean {
  return [node, ...ancestorsOf(node)].some(
    (part) => part.field === "left" || part.field === "name" || part.field === "alias",
  );
}
