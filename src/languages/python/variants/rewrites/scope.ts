import type { Reference } from "../reference.ts";
import { ancestorsOf, contains, findField, partsOf, walk, type SyntaxNode } from "../syntax-node.ts";

const INTROSPECTION =
  /\b(?:locals|vars|eval|exec|dir|globals|_getframe|currentframe|inspect|f_locals|stacklevel|__class__|execfile)\b/;

/** True where code may look at its own names or frames: no rewrite is provably safe there. */
export function isIntrospective({ body }: Reference): boolean {
  return INTROSPECTION.test(body.text);
}

/** True where names of the function are declared to live elsewhere. */
export function hasDeclarations({ body }: Reference): boolean {
  return contains(body, "global_statement", "nonlocal_statement");
}

/** True where the body begins with a text. */
export function hasDocstring({ body }: Reference): boolean {
  const first = partsOf(body)[0];
  const content = first?.type === "expression_statement" ? partsOf(first)[0] : undefined;
  return content?.type === "string" || content?.type === "concatenated_string";
}

/** Nodes of the body that belong to the function itself: nothing of nested functions, classes and lambdas. */
export function* ownNodes({ body }: Reference): Generator<SyntaxNode, void, undefined> {
  yield* walk(body, isNestedScope);
}

const SCOPES = new Set(["function_definition", "class_definition", "lambda", "decorated_definition"]);
const COMPREHENSIONS = [
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
];

/** Nested functions, classes and lambdas. */
export function isNestedScope(node: SyntaxNode): boolean {
  return SCOPES.has(node.type);
}

/** True inside a comprehension, which has names of its own. */
export function isInComprehension(node: SyntaxNode): boolean {
  return [...ancestorsOf(node)].some((above) => COMPREHENSIONS.includes(above.type));
}

/** Identifiers at or below a node that stand for variables, by name; not attributes, not names of keyword arguments. */
export function variablesOf(node: SyntaxNode): Map<string, SyntaxNode[]> {
  const found = new Map<string, SyntaxNode[]>();
  for (const part of walk(node)) {
    if (part.type !== "identifier" || part.field === "attribute") continue;
    if (part.parent?.type === "keyword_argument" && part.field === "name") continue;
    found.set(part.text, [...(found.get(part.text) ?? []), part]);
  }
  return found;
}

/** Identifiers that the function itself binds: assignments, loops, `with`, `except`, `:=`; not imports or definitions. */
export function boundNodes(reference: Reference): SyntaxNode[] {
  return [...ownNodes(reference)].filter((node) => node.type === "identifier" && isBinding(node));
}

/** Names that the function itself binds, or has as parameters. */
export function localNames(reference: Reference): Set<string> {
  const names = reference.definition.parameters.map((parameter) => parameter.name);
  return new Set([...names, ...boundNodes(reference).map((node) => node.text)]);
}

/** A name that appears nowhere in the definition. */
export function freshName(base: string, { text }: Reference): string {
  let name = base;
  for (let number = 2; new RegExp(`\\b${name}\\b`).test(text); number++) name = `${base}_${number}`;
  return name;
}

const PATTERNS = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"]);

function isBinding(node: SyntaxNode): boolean {
  let part = node;
  while (part.parent !== undefined && PATTERNS.has(part.parent.type)) part = part.parent;
  const parent = part.parent;
  switch (parent?.type) {
    case "assignment":
    case "augmented_assignment":
    case "for_statement":
      return findField(parent, "left") === part;
    case "named_expression":
      return findField(parent, "name") === part;
    case "as_pattern_target":
      return true;
    default:
      return false;
  }
}
