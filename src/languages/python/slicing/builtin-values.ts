import { codeChildren, findField, type SyntaxNode } from "../syntax-tree.ts";

const SCALARS = new Set([
  "string",
  "concatenated_string",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "not_operator",
]);
const CONTAINERS = new Set([
  "list",
  "tuple",
  "dictionary",
  "set",
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);
const TESTS = new Set(["is", "is not", "in", "not in"]);
/** Calls of these give texts, numbers and truths. */
const GIVES_SCALARS =
  /^(isinstance|issubclass|callable|hasattr|len|bool|str|repr|int|float|ord|chr|any|all|id)$/;
/** Calls of these give containers, whatever is in them. */
const GIVES_CONTAINERS = /^(range|list|tuple|dict|set|frozenset|sorted|enumerate|zip)$/;

/** True for an expression whose value can only be a text, a number, a truth or nothing. */
export function isScalarValue(node: SyntaxNode | undefined, text: string): boolean {
  if (node === undefined) return false;
  switch (node.type) {
    case "parenthesized_expression":
      return codeChildren(node).every((one) => isScalarValue(one, text));
    case "boolean_operator":
      return [findField(node, "left"), findField(node, "right")].every((one) => isScalarValue(one, text));
    case "comparison_operator":
      return node.children.filter(({ type }) => TESTS.has(type)).length === codeChildren(node).length - 1;
    case "call":
      return GIVES_SCALARS.test(calledName(node, text));
    default:
      return SCALARS.has(node.type);
  }
}

/** True for an expression whose value can only be of a built-in type; what containers hold may be anything. */
export function isBuiltinValue(node: SyntaxNode | undefined, text: string): boolean {
  if (node === undefined) return false;
  if (node.type === "call" && GIVES_CONTAINERS.test(calledName(node, text))) return true;
  return CONTAINERS.has(node.type) || isStarParameter(node, text) || isScalarValue(node, text);
}

function calledName(call: SyntaxNode, text: string): string {
  const callee = findField(call, "function");
  return callee?.type === "identifier" ? text.slice(callee.start, callee.end) : "";
}

/** True for a name that the function around it has as `*name` or `**name`. */
export function isStarParameter(node: SyntaxNode | undefined, text: string): boolean {
  if (node?.type !== "identifier") return false;
  const name = text.slice(node.start, node.end);
  let at: SyntaxNode | undefined = node.parent;
  while (at !== undefined && at.type !== "function_definition" && at.type !== "lambda") at = at.parent;
  const parameters = at && findField(at, "parameters");
  return (
    parameters !== undefined &&
    codeChildren(parameters).some(({ type, start, end }) => {
      const written = text.slice(start, end);
      return (
        /splat_pattern$|typed_parameter/.test(type) && new RegExp(`^\\*\\*?\\s*${name}\\b`).test(written)
      );
    })
  );
}
