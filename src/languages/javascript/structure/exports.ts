import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { isDeclaringValue } from "./definitions.ts";
import { specifiers } from "./imports.ts";
import { namesIn } from "./members.ts";
import { memberPath, writtenName } from "./names.ts";
import { textOf, type ScriptDraft } from "./scope.ts";

/** Adds what a statement at the top of a file gives out: `export …`, `export =`, `module.exports = …`, `exports.name = …`. */
export function readExports(draft: ScriptDraft, node: SyntaxNode): void {
  if (node.type === "export_statement") readExportStatement(draft, node);
  else if (node.type === "expression_statement") readCommonExports(draft, node.children[0]);
  else if (node.type === "variable_declarator") readCommonExports(draft, findField(node, "value"));
}

function readExportStatement(draft: ScriptDraft, node: SyntaxNode): void {
  const source = findField(node, "source");
  const module = source && writtenName(draft, source).name;
  const add = (name: string, local: string | undefined, at: SyntaxNode = node): void => {
    draft.exports.push({ name, local, module, at });
  };
  const has = (type: string): boolean => node.children.some((child) => child.type === type);
  if (has("*")) return add("*", undefined);
  for (const part of codeChildren(node)) {
    if (part.type === "namespace_export") {
      for (const name of codeChildren(part)) add(writtenName(draft, name).name, undefined, part);
    } else if (part.type === "export_clause") {
      for (const { imported, local } of specifiers(draft, part)) add(local, imported, part);
    } else if (has("default") || has("=")) {
      if (part.type !== "decorator") add("default", localName(draft, part, "default"));
    } else for (const name of declaredNames(part)) add(textOf(draft, name), textOf(draft, name), name);
  }
}

/** What a value that is given out is called in the file: the name of a variable, or what a function or class is declared as. */
function localName(draft: ScriptDraft, value: SyntaxNode, given: string): string | undefined {
  if (value.type === "identifier") return textOf(draft, value);
  const own = findField(value, "name");
  if (own !== undefined && given === "default") return textOf(draft, own);
  return isDeclaringValue(value) || own !== undefined ? given : undefined;
}

function declaredNames(declaration: SyntaxNode): readonly SyntaxNode[] {
  if (declaration.type === "ambient_declaration") return codeChildren(declaration).flatMap(declaredNames);
  if (/^(?:lexical|variable)_declaration$/u.test(declaration.type))
    return codeChildren(declaration).flatMap((one) => {
      const pattern = findField(one, "name");
      return pattern === undefined ? [] : namesIn(pattern);
    });
  const name = findField(declaration, "name");
  return name === undefined ? [] : [name];
}

/** Of `exports = module.exports = …` too, and of `const name = module.exports = …`. */
function readCommonExports(draft: ScriptDraft, expression: SyntaxNode | undefined): void {
  let assignment = expression;
  while (assignment?.type === "assignment_expression") {
    const [left, right]: (SyntaxNode | undefined)[] = [
      findField(assignment, "left"),
      findField(assignment, "right"),
    ];
    if (left === undefined || right === undefined) return;
    const path = memberPath(draft, left)?.map(({ name }) => name) ?? [];
    const [root, name, ...rest] = path[0] === "module" ? path.slice(1) : path;
    if (root === "exports" && rest.length === 0) {
      if (name !== undefined)
        draft.exports.push({ name, local: localName(draft, right, name), module: undefined, at: left });
      else readExportsObject(draft, left, right);
    }
    assignment = right;
  }
}

/** `module.exports = {…}` gives out its members, all else is the default. */
function readExportsObject(draft: ScriptDraft, left: SyntaxNode, right: SyntaxNode): void {
  if (right.type === "assignment_expression") return;
  const add = (name: string, local: string | undefined, at: SyntaxNode): void => {
    draft.exports.push({ name, local, module: undefined, at });
  };
  if (right.type !== "object") {
    const required = /^require\s*\(\s*["']([^"']*)["']\s*\)$/u.exec(textOf(draft, right))?.[1];
    draft.exports.push({
      name: "default",
      local: localName(draft, right, "default"),
      module: required,
      at: left,
    });
    return;
  }
  for (const part of codeChildren(right)) {
    const key = findField(part, "key") ?? findField(part, "name");
    const value = findField(part, "value");
    if (part.type === "shorthand_property_identifier") add(textOf(draft, part), textOf(draft, part), part);
    else if (key !== undefined) {
      const { name } = writtenName(draft, key);
      add(name, localName(draft, value ?? part, name), key);
    }
  }
}
