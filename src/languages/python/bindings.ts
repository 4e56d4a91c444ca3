import { identifierText } from "./identifiers.ts";
import { scopeStatements } from "./statements.ts";
import { textValue } from "./strings.ts";
import { codeChildren, findField, listField, walk, type SyntaxNode } from "./syntax-tree.ts";

/** A name that a statement binds in its scope. `origin` says what an import brings (`os`, `os:path`). */
export interface Binding {
  readonly name: string;
  readonly origin: string | undefined;
}

/** One name of an import statement. `text` is an import of it alone. */
export interface ImportedName extends Binding {
  readonly origin: string;
  readonly text: string;
}

/** The name a star import binds: any. */
export const ANY_NAME = "*";

/** The names an import statement binds; empty for other statements. */
export function importedNames(statement: SyntaxNode, text: string): ImportedName[] {
  const isFrom = statement.type === "import_from_statement" || statement.type === "future_import_statement";
  if (!isFrom && statement.type !== "import_statement") return [];
  const compact = (node: SyntaxNode): string => identifierText(node, text).replace(/\\\r?\n|\s+/g, "");
  const moduleNode = findField(statement, "module_name");
  const module =
    statement.type === "future_import_statement"
      ? "__future__"
      : moduleNode === undefined
        ? ""
        : compact(moduleNode);
  if (statement.children.some((child) => child.type === "wildcard_import")) {
    return [{ name: ANY_NAME, origin: `${module}:*`, text: `from ${module} import *` }];
  }
  return listField(statement, "name").map((node) => {
    const nameNode = node.type === "aliased_import" ? findField(node, "name") : node;
    const aliasNode = node.type === "aliased_import" ? findField(node, "alias") : undefined;
    const name = nameNode === undefined ? "" : compact(nameNode);
    const alias = aliasNode === undefined ? undefined : compact(aliasNode);
    const renamed = alias === undefined ? "" : ` as ${alias}`;
    if (isFrom) {
      return {
        name: alias ?? name,
        origin: `${module}:${name}`,
        text: `from ${module} import ${name}${renamed}`,
      };
    }
    const first = name.split(".")[0] ?? name;
    return {
      name: alias ?? first,
      origin: alias === undefined ? first : name,
      text: `import ${name}${renamed}`,
    };
  });
}

/**
 * What a statement binds in the scope it stands in, compound statements included, functions and classes by their name
 * only. Assigning to or deleting a part of a value (`config.limit = 1`) counts as binding that value's name.
 */
export function bindingsOf(statement: SyntaxNode, text: string): Binding[] {
  const bindings: Binding[] = [];
  const isOwnScope = (node: SyntaxNode): boolean =>
    node.type !== "function_definition" && node.type !== "class_definition" && node.type !== "lambda";
  for (const node of walk(statement, isOwnScope)) {
    for (const imported of importedNames(node, text)) bindings.push(imported);
    for (const name of boundNodes(node).flatMap(rootNames)) {
      bindings.push({ name: identifierText(name, text), origin: undefined });
    }
  }
  return bindings;
}

const LEFT_BINDS = new Set(["assignment", "augmented_assignment", "for_statement", "type_alias_statement"]);

function boundNodes(node: SyntaxNode): readonly SyntaxNode[] {
  if (
    node.type === "function_definition" ||
    node.type === "class_definition" ||
    node.type === "named_expression"
  ) {
    return listField(node, "name");
  }
  if (LEFT_BINDS.has(node.type)) return listField(node, "left");
  if (node.type === "as_pattern_target" || node.type === "delete_statement") return codeChildren(node);
  if (
    node.type === "dotted_name" &&
    /^(case|splat|as|list|tuple|union|dict)_pattern$/.test(node.parent?.type ?? "")
  ) {
    return node.children.length === 1 ? [node] : [];
  }
  return [];
}

/** The identifiers that a target stands for: those of a pattern, or the innermost object of an attribute or item. */
function rootNames(target: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting = [target];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one.type === "identifier" || one.type === "dotted_name") found.push(one);
    else for (const part of partsOfTarget(one).toReversed()) waiting.push(part);
  }
  return found;
}

function partsOfTarget(target: SyntaxNode): readonly SyntaxNode[] {
  if (target.type === "call") return [];
  const holder = { attribute: "object", subscript: "value" }[target.type];
  if (holder === undefined) return codeChildren(target);
  return [findField(target, holder) ?? target.children[0]].filter((part) => part !== undefined);
}

/** What one scope of the original file holds. */
export interface Scope {
  /** Each bound name with the origins of its imports; `undefined` is among them where something else binds it. */
  readonly names: ReadonlyMap<string, ReadonlySet<string | undefined>>;
  /** Statements modulo white space and comments. */
  readonly statements: ReadonlySet<string>;
  /** Single imports (`ImportedName.text`). */
  readonly imports: ReadonlySet<string>;
}

/** Reads a module or class body; `global` statements in functions bind names of the module. */
export function readScope(container: SyntaxNode, text: string): Scope {
  const names = new Map<string, Set<string | undefined>>();
  const add = (name: string, origin: string | undefined): void => {
    names.set(name, (names.get(name) ?? new Set()).add(origin));
  };
  const statements = new Set<string>();
  const imports = new Set<string>();
  for (const statement of scopeStatements(container)) {
    statements.add(normalise(statement, text));
    for (const { name, origin } of bindingsOf(statement, text)) add(name, origin);
    for (const one of importedNames(statement, text)) imports.add(one.text);
  }
  if (container.parent === undefined) {
    for (const node of walk(container)) {
      if (node.type !== "global_statement") continue;
      for (const name of codeChildren(node)) add(identifierText(name, text), undefined);
    }
  }
  return { names, statements, imports };
}

/**
 * The tokens of a node with single spaces between, blocks marked, comments left out, constant texts by their value: equal code gives equal
 * text.
 */
export function normalise(node: SyntaxNode, text: string): string {
  const parts: string[] = [];
  const waiting: (SyntaxNode | string)[] = [node];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === "string") parts.push(one);
    else if (one.children.length === 0 || one.type === "string") parts.push(leafText(one, text));
    else {
      if (one.type === "block") parts.push("{");
      if (one.type === "block") waiting.push("}");
      for (const child of meaningfulChildren(one).toReversed()) waiting.push(child);
    }
  }
  return parts.join(" ");
}

/** Children without comments, and without the comma after the last argument of a call. */
function meaningfulChildren({ type, children }: SyntaxNode): readonly SyntaxNode[] {
  const left = children.filter((child) => !["comment", "line_continuation", ";"].includes(child.type));
  return type === "argument_list" && left.at(-2)?.type === "," ? left.toSpliced(-2, 1) : left;
}

function leafText(node: SyntaxNode, text: string): string {
  const value = textValue(node, text);
  return value === undefined
    ? text.slice(node.start, node.end).replace(/\r\n?/g, "\n")
    : JSON.stringify(value);
}
