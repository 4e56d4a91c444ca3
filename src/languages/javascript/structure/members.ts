import { qualify } from "../../declarations.ts";
import type { Declaration } from "../../structure.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { declare } from "./declaring.ts";
import { isDeclaringValue, scopeIn, statementAround } from "./definitions.ts";
import { writtenName } from "./names.ts";
import { textOf, type Scope, type ScriptDraft } from "./scope.ts";

const METHODS = new Set(["method_definition", "method_signature", "abstract_method_signature"]);
const FIELDS = new Set(["field_definition", "public_field_definition", "property_signature"]);

/** Adds the method or field of a class, interface or object, or the member of an enumeration, that a node is. */
export function readMember(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.parent?.type === "enum_body") return readEnumMember(draft, node, scope);
  const isMethod = METHODS.has(node.type);
  if (!isMethod && !FIELDS.has(node.type)) return undefined;
  const name = findField(node, "name") ?? findField(node, "property");
  if (name === undefined || isDeclaringValue(findField(node, "value"))) return scope;
  const written = writtenName(draft, name);
  const kind = isMethod ? kindOfMethod(written.name, node) : "variable";
  const parent = declare(draft, scope, { kind, written, node, outer: node, lineAt: written.at.start });
  if (!isMethod) return { ...scope, parent };
  return scopeIn(scope, kind, { parent, prefix: qualify(scope, written.name) });
}

function kindOfMethod(name: string, { parent }: SyntaxNode): Declaration["kind"] {
  return name === "constructor" && parent?.type === "class_body" ? "constructor" : "method";
}

function readEnumMember(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const name = node.type === "enum_assignment" ? findField(node, "name") : node.isNamed ? node : undefined;
  if (name === undefined || node.type === "comment") return undefined;
  const written = writtenName(draft, name);
  declare(draft, scope, { kind: "variable", written, node, outer: node, lineAt: name.start });
  return scope;
}

/** Adds the variables that a declarator of a file or namespace declares, but for functions and classes, and modules that are required. */
export function readVariables(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type !== "variable_declarator" || !isOutside(scope, node)) return undefined;
  const [pattern, value, statement] = [findField(node, "name"), findField(node, "value"), node.parent];
  if (pattern === undefined || statement === undefined || isDeclaringValue(value)) return undefined;
  if (value !== undefined && isRequired(draft, value)) return undefined;
  const isAlone = statement.children.filter(({ type }) => type === "variable_declarator").length === 1;
  const outer = isAlone ? statementAround(statement) : node;
  const names = namesIn(pattern);
  let parent = scope.parent;
  for (const name of names) {
    const written = writtenName(draft, name);
    const index = declare(draft, scope, { kind: "variable", written, node, outer, lineAt: name.start });
    if (names.length === 1) parent = index;
  }
  return { ...scope, parent };
}

/** True at the top of a file or namespace; names of blocks (`const` in `if`) are not of the file. */
function isOutside({ place }: Scope, node: SyntaxNode): boolean {
  if (place !== "module" && place !== "namespace") return false;
  if (node.parent?.type === "variable_declaration") return true;
  const block = node.parent && statementAround(node.parent).parent;
  return (
    block?.type !== "statement_block" ||
    /^(?:module|internal_module|ambient_declaration)$/u.test(block.parent?.type ?? "")
  );
}

/** True for `require("…")` and what is taken of it. */
export function isRequired(draft: ScriptDraft, value: SyntaxNode): boolean {
  return REQUIRED.test(textOf(draft, value));
}

/** A module that is required, or imported by a call that is awaited, and a member of it. */
export const REQUIRED =
  /^(?:require|await\s+import)\s*\(\s*(?<quote>["'`])(?<module>[^"'`]*)\k<quote>\s*\)(?:\s*\.\s*(?<member>[\p{ID_Start}$_][\p{ID_Continue}$]*))?$/u;

/** The names that a pattern binds, in order. */
export function namesIn(pattern: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting = [pattern];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "identifier" || node.type === "shorthand_property_identifier_pattern") found.push(node);
    else if (node.type.endsWith("pattern")) waiting.push(...boundParts(node).toReversed());
  }
  return found;
}

/** Of `key: name = value` the name. */
function boundParts(pattern: SyntaxNode): readonly SyntaxNode[] {
  if (pattern.type === "pair_pattern") return codeChildren(pattern).filter(({ field }) => field === "value");
  if (pattern.type.endsWith("assignment_pattern")) return codeChildren(pattern).slice(0, 1);
  return codeChildren(pattern);
}
