import { ancestorsOf, contains, findField, partsOf, walk, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** An assignment, call or `del` that does not happen. A `yield` stays: without it the function is of another kind. */
export const statementDeletion: MutationOperator = {
  name: "statement-deletion",
  *mutate(node) {
    if (node.type !== "expression_statement" && node.type !== "delete_statement") return;
    const content = partsOf(node)[0];
    if (content === undefined || content.type === "ellipsis" || contains(node, "yield")) return;
    if (content.type === "assignment" && findField(content, "right") === undefined) return;
    if (!bindsForNested(content)) yield replace(node, "pass");
  },
};

/** `x = value` to `x = None`. */
export const assignmentValue: MutationOperator = {
  name: "assignment-value",
  *mutate(node) {
    if (node.type !== "assignment") return;
    const target = findField(node, "left");
    const value = findField(node, "right");
    if (target === undefined || value === undefined || !isSingle(target)) return;
    if (value.type !== "none" && value.type !== "assignment" && !contains(value, "yield")) {
      yield replace(value, "None");
    }
  },
};

/** A parameter's default to `None`; `False` is left alone, for the two differ for almost no function. */
export const defaultArgument: MutationOperator = {
  name: "default-argument",
  *mutate(node) {
    const isDefault =
      node.field === "value" &&
      (node.parent?.type === "default_parameter" || node.parent?.type === "typed_default_parameter");
    if (isDefault && node.type !== "none" && node.type !== "false") yield replace(node, "None");
  },
};

/** Whether a nested function declares the assigned name `nonlocal`: without a binding, that is no Python. */
function bindsForNested(content: SyntaxNode): boolean {
  const target = findField(content, "left");
  const owner = [...ancestorsOf(content)].findLast((above) => above.type === "function_definition");
  if (target === undefined || owner === undefined) return false;
  const names = new RegExp(`\\b(?:${target.text.match(/\w+/g)?.join("|") ?? ""})\\b`);
  return [...walk(owner)].some((node) => node.type === "nonlocal_statement" && names.test(node.text));
}

function isSingle(target: SyntaxNode): boolean {
  return target.type === "identifier" || target.type === "attribute" || target.type === "subscript";
}
