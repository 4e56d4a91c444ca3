import { qualify } from "../../declarations.ts";
import type { Declaration } from "../../structure.ts";
import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { findBinding, type Binding } from "./bindings.ts";
import { declare } from "./declaring.ts";
import { writtenName, type WrittenName } from "./names.ts";
import type { Scope, ScriptDraft } from "./scope.ts";

const STATEMENTS: ReadonlyMap<string, Declaration["kind"]> = new Map([
  ["function_declaration", "function"],
  ["generator_function_declaration", "function"],
  ["function_signature", "function"],
  ["class_declaration", "class"],
  ["abstract_class_declaration", "class"],
  ["interface_declaration", "interface"],
  ["enum_declaration", "enum"],
  ["type_alias_declaration", "type"],
  ["module", "namespace"],
  ["internal_module", "namespace"],
]);

/** Words of which a declaration's line is counted, where it has one. */
const WORDS = new Set(["function", "class"]);

/** Adds the function, class, interface, enumeration, type or namespace that a statement declares, and gives what stands in it is in. */
export function readStatement(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const kind = STATEMENTS.get(node.type);
  if (kind === undefined) return undefined;
  const outer = statementAround(node);
  const name = findField(node, "name");
  const word = node.children.find(({ type }) => WORDS.has(type));
  const written = name === undefined ? defaultName(outer) : writtenName(draft, name);
  if (written === undefined) return scope;
  const lineAt = word?.start ?? written.at.start;
  const parent = declare(draft, scope, { kind, written, node, outer, lineAt });
  return scopeIn(scope, kind, { parent, prefix: qualify(scope, written.name) });
}

/** Functions and classes that are written as values. */
const VALUES: ReadonlyMap<string, Declaration["kind"]> = new Map([
  ["function_expression", "function"],
  ["generator_function", "function"],
  ["arrow_function", "function"],
  ["class", "class"],
]);

/** True for functions and classes that are written as values. */
export function isDeclaringValue(node: SyntaxNode | undefined): boolean {
  return node !== undefined && node.isNamed && VALUES.has(node.type);
}

/** Adds the function or class that a value is, if it is bound to a name or has one; code of others belongs to what is around them. */
export function readValue(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const kind = node.isNamed ? VALUES.get(node.type) : undefined;
  if (kind === undefined) return undefined;
  const binding = findBinding(draft, node, scope);
  const own = findField(node, "name");
  const isBound = binding !== undefined && binding.own !== "";
  const word = node.children.find(({ type }) => WORDS.has(type));
  if (!isBound && own === undefined && binding === undefined) {
    if (node.type === "arrow_function" || kind === "class") return scope;
    return { ...scope, place: "function", owner: undefined };
  }
  const written: WrittenName = isBound
    ? { name: binding.own, at: binding.at }
    : own === undefined
      ? { name: "default", at: binding?.at ?? node }
      : writtenName(draft, own);
  const qualified = qualify(
    isBound && binding.holder !== undefined ? { prefix: binding.holder, parent: undefined } : scope,
    written.name,
  );
  const parent = declare(draft, scope, {
    kind: kind === "function" && isMember(binding) ? "method" : kind,
    written: { ...written, qualified },
    node,
    outer: binding === undefined ? node : statementAround(bindingNode(binding)),
    lineAt: isBound ? binding.at.start : (word ?? node).start,
  });
  const inner = scopeIn(scope, kind, { parent, prefix: qualified });
  return node.type === "arrow_function" ? { ...inner, owner: scope.owner } : inner;
}

/** The scope of what an object holds: named after what the object is bound to. */
export function readObject(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type !== "object") return undefined;
  const binding = findBinding(draft, node, scope);
  if (binding === undefined) return scope;
  const around = binding.holder ?? scope.prefix;
  const prefix = binding.own === "" ? around : around === "" ? binding.own : `${around}.${binding.own}`;
  return { ...scope, prefix };
}

/** What stands in a declaration. */
export function scopeIn(
  scope: Scope,
  kind: Declaration["kind"],
  { parent, prefix }: { readonly parent: number; readonly prefix: string },
): Scope {
  const isFunction = kind === "function" || kind === "method" || kind === "constructor";
  const place = isFunction ? "function" : kind === "namespace" ? "namespace" : "class";
  return { ...scope, parent, prefix, place, owner: isFunction ? ownerOf(prefix) : prefix };
}

/** What `this` belongs to in a function: what holds it, or the function itself. */
function ownerOf(name: string): string {
  return name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : name;
}

function isMember(binding: Binding | undefined): boolean {
  if (binding === undefined) return false;
  if (binding.holder !== undefined) return true;
  return /^(?:pair|public_field_definition|field_definition)$/u.test(binding.node.type);
}

/** A declarator that stands alone is its whole statement. */
function bindingNode({ node }: Binding): SyntaxNode {
  const { parent } = node;
  if (node.type === "variable_declarator" && parent !== undefined)
    return parent.children.filter(({ type }) => type === "variable_declarator").length === 1 ? parent : node;
  return parent?.type === "expression_statement" ? parent : node;
}

/** A declaration with `export` and `declare`. */
export function statementAround(node: SyntaxNode): SyntaxNode {
  let outer = node;
  while (outer.parent !== undefined && isAround(outer.parent, outer)) outer = outer.parent;
  return outer;
}

function isAround({ type }: SyntaxNode, inner: SyntaxNode): boolean {
  if (type === "expression_statement") return inner.type === "internal_module";
  return (
    (type === "export_statement" || type === "ambient_declaration") && inner.type !== "variable_declarator"
  );
}

function defaultName(outer: SyntaxNode): WrittenName | undefined {
  const at = outer.children.find(({ type }) => type === "default");
  return at && { name: "default", at };
}
