import type { Reference, TextEdit } from "../reference.ts";
import { ancestorsOf, contains, partsOf, walk, type SyntaxNode } from "../syntax-node.ts";
import { indentationOf, isBelowHeader } from "./lines.ts";
import type { Rewrite } from "./rewrite.ts";
import {
  boundNodes,
  freshName,
  hasDocstring,
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
    const parameters = reference.definition.parameters.map((parameter) => parameter.name);
    const kept = new Set([...parameters, ...fixedNames(reference, reference.node)]);
    const renamed = new Set(boundNodes(reference).map((node) => node.text));
    return [...renamed]
      .filter((name) => !kept.has(name) && !name.startsWith("__"))
      .flatMap((name) => rename(variables.get(name) ?? [], freshName(`${name}_local`, reference)));
  },
};

/** Each parameter is given another name first, which the rest of the body uses. What the body would not rename stays. */
export const aliasParameters: Rewrite = {
  name: "alias-parameters",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    const { body, newline } = reference;
    if (contains(body, "print_statement", "exec_statement", "delete_statement")) return [];
    const first = partsOf(body)[hasDocstring(reference) ? 1 : 0];
    if (first === undefined || !isBelowHeader(reference, first)) return [];
    const variables = variablesOf(body);
    const fixed = fixedNames(reference, body);
    const aliased = reference.definition.parameters
      .map(({ name }) => ({
        name,
        alias: freshName(`${name}_given`, reference),
        uses: variables.get(name) ?? [],
      }))
      .filter(({ name, uses }) => uses.length > 0 && !fixed.has(name) && !name.startsWith("__"));
    const lines = aliased.map(
      ({ name, alias }) => `${alias} = ${name}${newline}${indentationOf(reference, first)}`,
    );
    const beginning = { start: first.start, end: first.start, replacement: lines.join("") };
    return aliased.length === 0
      ? []
      : [beginning, ...aliased.flatMap(({ alias, uses }) => rename(uses, alias))];
  },
};

function rename(nodes: readonly SyntaxNode[], name: string): TextEdit[] {
  return nodes.map(({ start, end }) => ({ start, end, replacement: name }));
}

/** Names at or below `part` that cannot have another name there, for they are bound or shown in a way that fixes them. */
function fixedNames(reference: Reference, part: SyntaxNode): Set<string> {
  const fixed = [...walk(part)].filter(
    (node) => node.type === "identifier" && (isFixed(node) || isBoundElsewhere(node, reference)),
  );
  return new Set(fixed.map((node) => node.text));
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
