import type { Parameter } from "../language.ts";
import { findField, type SyntaxNode } from "./syntax-tree.ts";

/** The parameters of a function definition, in order. */
export function readParameters(definition: SyntaxNode, text: string): Parameter[] {
  const list = findField(definition, "parameters");
  const parameters: Parameter[] = [];
  let isKeywordOnly = false;
  for (const child of list?.children ?? []) {
    if (child.type === "positional_separator") markPositionalOnly(parameters);
    else if (child.type === "keyword_separator") isKeywordOnly = true;
    else {
      const parameter = readParameter(child, text, isKeywordOnly);
      if (parameter === undefined) continue;
      parameters.push(parameter);
      isKeywordOnly ||= parameter.kind === "variadic";
    }
  }
  return parameters;
}

function markPositionalOnly(parameters: Parameter[]): void {
  for (const [index, parameter] of parameters.entries()) {
    parameters[index] = { ...parameter, kind: "positional_only" };
  }
}

function readParameter(node: SyntaxNode, text: string, isKeywordOnly: boolean): Parameter | undefined {
  const textOf = (one: SyntaxNode | undefined): string | undefined =>
    one === undefined ? undefined : text.slice(one.start, one.end);
  const pattern = namedPattern(node);
  if (pattern === undefined) return undefined;
  const kind = pattern.type === "list_splat_pattern" ? "variadic" : "variadic_keyword";
  const identifier =
    pattern.type === "identifier" ? pattern : pattern.children.find((c) => c.type === "identifier");
  const name = pattern.type === "tuple_pattern" ? "" : textOf(identifier);
  if (name === undefined) return undefined;
  return {
    name,
    kind: pattern.type.endsWith("splat_pattern") ? kind : isKeywordOnly ? "keyword_only" : "positional",
    annotation: textOf(findField(node, "type")),
    defaultValue: textOf(findField(node, "value")),
  };
}

/** The identifier or starred pattern that a parameter node names. */
function namedPattern(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === "identifier" || node.type === "list_splat_pattern") return node;
  // Python 2 takes tuples apart where they are given.
  if (node.type === "dictionary_splat_pattern" || node.type === "tuple_pattern") return node;
  const isNamed = ["default_parameter", "typed_parameter", "typed_default_parameter"].includes(node.type);
  if (!isNamed) return undefined;
  const name = findField(node, "name") ?? node.children[0];
  return name === undefined ? undefined : namedPattern(name);
}
