import { qualify } from "../../declarations.ts";
import type { Declaration } from "../../structure.ts";
import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { declaratorsOf, findDeclared, typeOf } from "./declarators.ts";
import { textOf, TOP, type CDraft, type Scope } from "./scope.ts";

const TAGGED: ReadonlyMap<string, Declaration["kind"]> = new Map([
  ["struct_specifier", "struct"],
  ["union_specifier", "union"],
  ["enum_specifier", "enum"],
]);

/** Adds the struct, union or enumeration that a node defines with a name, wherever it stands; undefined for other nodes. */
export function readTagged(draft: CDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const kind = TAGGED.get(node.type);
  const [name, body] = [findField(node, "name"), findField(node, "body")];
  if (kind === undefined || name === undefined || body === undefined || scope.isInside) return undefined;
  draft.declarations.push({
    name: qualify(scope, textOf(draft, name)),
    kind,
    parent: scope.parent,
    lineAt: name.start,
    spans: {
      whole: node,
      header: { start: node.start, end: body.start },
      name,
      documentation: draft.comments.find(statementAround(node).start),
      body,
    },
  });
  return { ...scope, parent: draft.declarations.length - 1, prefix: qualify(scope, textOf(draft, name)) };
}

/** The declaration of variables or types that a struct is written in. */
function statementAround(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  return parent !== undefined && /^(?:declaration|type_definition|field_declaration)$/u.test(parent.type)
    ? parent
    : node;
}

/** Adds the names that a `typedef` gives; undefined for other nodes. The body of a struct without a name of its own is the type's. */
export function readTypedef(draft: CDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type !== "type_definition" || scope.isInside) return undefined;
  const type = findField(node, "type");
  const isOwn = type !== undefined && TAGGED.has(type.type) && findField(type, "name") === undefined;
  const body = isOwn ? findField(type, "body") : undefined;
  const declarators = declaratorsOf(node);
  for (const [index, declarator] of declarators.entries()) {
    const name = findDeclared(declarator)?.name;
    if (name === undefined) continue;
    const held = index === 0 ? body : undefined;
    draft.declarations.push({
      name: textOf(draft, name),
      kind: "type",
      parent: undefined,
      lineAt: name.start,
      spans: {
        whole: index === 0 ? node : declarator,
        header: index === 0 ? { start: node.start, end: held?.start ?? node.end } : declarator,
        name,
        documentation: draft.comments.find(node.start),
        body: held,
      },
      type: typeOf(draft, node, declarator, name),
    });
  }
  return TOP;
}
