import { qualify, type StructureDraft } from "../../declarations.ts";
import { identifierText } from "../identifiers.ts";
import { findField, type SyntaxNode } from "../syntax-tree.ts";
import { codeEnd, type Scope } from "./definitions.ts";

/** Adds the names that a statement of a module or class assigns or annotates, and those of a `type` statement. */
export function readVariables(draft: StructureDraft, node: SyntaxNode, scope: Scope): void {
  const { text } = draft;
  const isAlias = node.type === "type_alias_statement";
  const statement = isAlias ? node : node.parent;
  if (statement === undefined || !(isAlias || isAssignmentStatement(node))) return;
  const whole = { start: statement.start, end: codeEnd(statement, text) };
  for (const { name, type } of isAlias ? aliasNames(node) : assignedNames(node))
    draft.declarations.push({
      name: qualify(scope, identifierText(name, text)),
      kind: isAlias ? "type" : "variable",
      parent: scope.parent,
      lineAt: name.start,
      spans: { whole, header: whole, name },
      type: type && text.slice(type.start, type.end),
    });
}

/** True for an assignment that is a whole statement, not part of a chain. */
function isAssignmentStatement(node: SyntaxNode): boolean {
  return node.type === "assignment" && node.parent?.type === "expression_statement";
}

interface NamedTarget {
  readonly name: SyntaxNode;
  readonly type?: SyntaxNode | undefined;
}

function* assignedNames(first: SyntaxNode): Generator<NamedTarget> {
  let assignment: SyntaxNode | undefined = first;
  while (assignment?.type === "assignment") {
    const left = findField(assignment, "left");
    const type = findField(assignment, "type");
    if (left !== undefined) for (const name of namesIn(left)) yield { name, type };
    assignment = findField(assignment, "right");
  }
}

const PATTERNS = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"]);

function* namesIn(target: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [target];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "identifier") yield node;
    else if (PATTERNS.has(node.type)) waiting.push(...node.children.toReversed());
  }
}

/** `type Name[T] = …`: the name is the first word of the left side. */
function aliasNames(node: SyntaxNode): readonly NamedTarget[] {
  const left = findField(node, "left");
  const name = left?.children[0]?.type === "generic_type" ? left.children[0].children[0] : left;
  return name === undefined ? [] : [{ name }];
}
