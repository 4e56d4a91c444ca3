import { importedNames } from "../bindings.ts";
import { identifierText } from "../identifiers.ts";
import { codeChildren, findField, listField, walk, type SyntaxNode } from "../syntax-tree.ts";

/** The names of one scope below the module. */
export interface Scope {
  readonly names: ReadonlySet<string>;
  /** Names of a class body are not seen in its methods. */
  readonly isClass: boolean;
  readonly outer: Scope | undefined;
}

/** True where a name means something local. */
export function isLocal(name: string, scope: Scope | undefined): boolean {
  let isInnermost = true;
  for (let one = scope; one !== undefined; one = one.outer) {
    if (one.names.has(name) && (isInnermost || !one.isClass)) return true;
    isInnermost = false;
  }
  return false;
}

const COMPREHENSIONS = new Set([
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);

/** True for nodes that open a scope of their own. */
export function opensScope({ type }: SyntaxNode): boolean {
  return (
    type === "function_definition" ||
    type === "lambda" ||
    type === "class_definition" ||
    COMPREHENSIONS.has(type)
  );
}

/** The scope that a node opens, seen from another. */
export function scopeOf(node: SyntaxNode, outer: Scope | undefined, text: string): Scope {
  const names = new Set<string>();
  const isClass = node.type === "class_definition";
  if (COMPREHENSIONS.has(node.type)) {
    for (const clause of node.children)
      if (clause.type === "for_in_clause") for (const left of listField(clause, "left")) addStored(left);
    return { names, isClass, outer };
  }
  const parameters = findField(node, "parameters");
  if (parameters !== undefined) for (const name of parameterNames(parameters, text)) names.add(name);
  const globals = new Set<string>();
  const body = findField(node, "body");
  if (body !== undefined) for (const one of boundIn(body, text, globals)) names.add(one);
  for (const name of globals) names.delete(name);
  return { names, isClass, outer };

  function addStored(left: SyntaxNode): void {
    for (const name of storedNames(left)) names.add(identifierText(name, text));
  }
}

/** The names that code binds in the scope it stands in; those that it declares to be others' go to `globals`. */
export function* boundIn(node: SyntaxNode, text: string, globals: Set<string>): Generator<string> {
  const isOwn = (one: SyntaxNode): boolean =>
    one.type !== "function_definition" && one.type !== "class_definition" && one.type !== "lambda";
  for (const one of walk(node, isOwn)) {
    for (const { name } of importedNames(one, text)) yield name;
    for (const stored of storedBy(one)) yield identifierText(stored, text);
    if (one.type === "global_statement" || one.type === "nonlocal_statement")
      for (const name of codeChildren(one)) globals.add(identifierText(name, text));
  }
}

/** Where a statement binds names in the scope it stands in, but for imports. */
export function* storesIn(
  statement: SyntaxNode,
  text: string,
): Generator<{ readonly name: string; readonly start: number; readonly end: number }> {
  const isOwn = (one: SyntaxNode): boolean =>
    one.type !== "function_definition" && one.type !== "class_definition" && one.type !== "lambda";
  for (const one of walk(statement, isOwn))
    for (const node of storedBy(one))
      yield { name: identifierText(node, text), start: node.start, end: node.end };
}

/** Identifiers of parameters, without their annotations and defaults. */
function* parameterNames(parameters: SyntaxNode, text: string): Generator<string> {
  for (const node of walk(parameters, ({ type }) => type !== "type" && type !== "lambda")) {
    if (node.type === "identifier" && node.field !== "value" && !isInside(node, "value", parameters))
      yield identifierText(node, text);
  }
}

function isInside(node: SyntaxNode, field: string, until: SyntaxNode): boolean {
  for (let one: SyntaxNode | undefined = node; one !== undefined && one !== until; one = one.parent)
    if (one.field === field) return true;
  return false;
}

/** The identifiers that one node binds by itself. */
export function storedBy(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case "function_definition":
    case "class_definition":
    case "named_expression":
      return listField(node, "name");
    case "assignment":
    case "augmented_assignment":
    case "for_statement":
      return listField(node, "left").flatMap((left) => [...storedNames(left)]);
    case "type_alias_statement": {
      const left = findField(node, "left");
      const first = left === undefined ? undefined : firstIdentifier(left);
      return first === undefined ? [] : [first];
    }
    case "as_pattern_target":
      return codeChildren(node).flatMap((target) => [...storedNames(target)]);
    case "delete_statement":
      return codeChildren(node).flatMap((target) => [...storedNames(target)]);
    case "dotted_name":
      return isCapture(node) ? node.children.filter(({ type }) => type === "identifier") : [];
    default:
      return [];
  }
}

/** A plain name in a pattern of `match` binds it. */
function isCapture({ parent, children }: SyntaxNode): boolean {
  return /^(case|splat|as|list|tuple|union|dict)_pattern$/.test(parent?.type ?? "") && children.length === 1;
}

/** The identifiers of an assignment's target, those in patterns included; attributes and items bind none. */
export function* storedNames(target: SyntaxNode): Generator<SyntaxNode> {
  if (target.type === "identifier") yield target;
  else if (target.type === "attribute" || target.type === "subscript" || target.type === "call") return;
  else for (const part of codeChildren(target)) yield* storedNames(part);
}

function firstIdentifier(node: SyntaxNode): SyntaxNode | undefined {
  return [...walk(node)].find(({ type }) => type === "identifier");
}
