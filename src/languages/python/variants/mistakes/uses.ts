import { walk, type SyntaxNode } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";

/** Where a variable's value is asked for, at or below a node: not where it is bound, nor attributes and keywords of its name. */
export function usesOf(name: string, within: SyntaxNode): SyntaxNode[] {
  return [...walk(within)].filter(
    (node) => node.type === "identifier" && node.text === name && isValue(node),
  );
}

const BINDING = new Set([
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
  "as_pattern_target",
  "parameters",
  "lambda_parameters",
  "global_statement",
  "nonlocal_statement",
  "delete_statement",
]);
const NAMED_LEFT = new Set(["assignment", "augmented_assignment", "for_statement", "for_in_clause"]);

function isValue({ field, parent }: SyntaxNode): boolean {
  if (parent === undefined || BINDING.has(parent.type)) return false;
  if (NAMED_LEFT.has(parent.type)) return field !== "left";
  return field !== "attribute" && field !== "name";
}

const ITERATING = /^(?:list|tuple|set|sorted|enumerate|zip|map|filter|sum|any|all|min|max|iter|reversed)$/;

/** True where all items of a value are gone over. */
export function isGoneOver({ field, parent }: SyntaxNode): boolean {
  if (parent?.type === "for_statement" || parent?.type === "for_in_clause") return field === "right";
  const call = parent?.type === "argument_list" && parent.parent ? readCall(parent.parent) : undefined;
  return call !== undefined && (ITERATING.test(call.called.text) || call.name === "join");
}
