import type { SyntaxNode } from "../../syntax-tree.ts";
import { isOwnScope } from "./own-scope.ts";

/** What a stretch of code binds in its own scope. */
export interface BoundNames {
  readonly names: Set<string>;
  readonly elsewhere: Map<string, "global" | "nonlocal">;
}

const COMPREHENSIONS = new Set([
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);
const SIMPLE = new Set(["identifier", "string", "integer", "float", "comment", "true", "false", "none"]);

/** Names that assignments, loops, imports, handlers, patterns and definitions in `nodes` bind; nested scopes are left out. */
export function readBoundNames(
  nodes: readonly SyntaxNode[],
  textOf: (node: SyntaxNode) => string,
): BoundNames {
  const names = new Set<string>();
  const elsewhere = new Map<string, "global" | "nonlocal">();
  const add = (node: SyntaxNode): void => {
    names.add(textOf(node).normalize("NFKC"));
  };
  const waiting: { readonly node: SyntaxNode; readonly isInside: boolean }[] = nodes.map((node) => ({
    node,
    isInside: false,
  }));
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { node } = one;
    if (SIMPLE.has(node.type)) continue;
    if (node.type === "function_definition" || node.type === "class_definition") {
      const name = node.children.find(({ field }) => field === "name");
      if (name !== undefined) add(name);
    }
    if (isOwnScope(node)) continue;
    const isInside = one.isInside || COMPREHENSIONS.has(node.type);
    if (!isInside || node.type === "named_expression") bindOf(node, add);
    if (node.type === "global_statement" || node.type === "nonlocal_statement") {
      const kind = node.type === "global_statement" ? "global" : "nonlocal";
      for (const child of node.children)
        if (child.type === "identifier") elsewhere.set(textOf(child).normalize("NFKC"), kind);
    }
    for (const child of node.children) if (child.isNamed) waiting.push({ node: child, isInside });
  }
  for (const name of elsewhere.keys()) names.delete(name);
  return { names, elsewhere };
}

function bindOf(node: SyntaxNode, add: (node: SyntaxNode) => void): void {
  switch (node.type) {
    case "assignment":
    case "augmented_assignment":
    case "for_statement":
    case "for_in_clause":
    case "type_alias_statement":
      for (const child of node.children) if (child.field === "left") bindTargets(child, add);
      return;
    case "named_expression":
      for (const child of node.children) if (child.field === "name") add(child);
      return;
    case "as_pattern_target":
      for (const child of node.children) bindTargets(child, add);
      return;
    case "import_statement":
    case "import_from_statement":
      for (const child of node.children) if (child.field === "name") bindImport(child, node.type, add);
      return;
    case "case_clause":
      for (const child of node.children) if (child.type === "case_pattern") bindPattern(child, add);
      return;
    case "delete_statement":
      for (const child of node.children) if (child.type === "identifier") add(child);
      return;
  }
}

function bindTargets(target: SyntaxNode, add: (node: SyntaxNode) => void): void {
  if (target.type === "identifier") add(target);
  else if (target.type !== "attribute" && target.type !== "subscript" && target.type !== "call")
    for (const child of target.children) if (child.isNamed) bindTargets(child, add);
}

function bindImport(node: SyntaxNode, statement: string, add: (node: SyntaxNode) => void): void {
  if (node.type === "aliased_import") {
    const alias = node.children.find(({ field }) => field === "alias");
    if (alias !== undefined) add(alias);
    return;
  }
  const parts = node.children.filter(({ type }) => type === "identifier");
  const bound = statement === "import_statement" ? parts[0] : parts.at(-1);
  if (bound !== undefined) add(bound);
}

/** Names that a pattern of `case` takes; dotted ones and those of classes are looked up instead. */
export function bindPattern(pattern: SyntaxNode, add: (node: SyntaxNode) => void): void {
  const { type, children } = pattern;
  if (type === "identifier") add(pattern);
  else if (type === "dotted_name") {
    const [only, ...more] = children.filter((child) => child.type === "identifier");
    if (only !== undefined && more.length === 0) add(only);
  } else if (type === "class_pattern" || type === "keyword_pattern") {
    for (const child of children.slice(1)) if (child.isNamed) bindPattern(child, add);
  } else if (type !== "string" && type !== "attribute")
    for (const child of children) if (child.isNamed && child.field !== "key") bindPattern(child, add);
}
