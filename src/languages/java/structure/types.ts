import { qualify } from "../../declarations.ts";
import type { Declaration } from "../../structure.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { readModifiers } from "./modifiers.ts";
import { readParameters } from "./parameters.ts";
import { textOf, type JavaDraft, type Scope } from "./scope.ts";

const TYPES: ReadonlyMap<string, Declaration["kind"]> = new Map([
  ["class_declaration", "class"],
  ["interface_declaration", "interface"],
  ["enum_declaration", "enum"],
  ["record_declaration", "record"],
  ["annotation_type_declaration", "interface"],
]);

/** Adds the type that a node declares, and gives what stands in it is in; undefined for other nodes. */
export function readType(draft: JavaDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  const kind = TYPES.get(node.type);
  const name = kind && findField(node, "name");
  if (kind === undefined || name === undefined) return undefined;
  const { words, annotations, headerStart } = readModifiers(draft, node);
  const body = findField(node, "body");
  const bases = readBases(draft, node);
  draft.declarations.push({
    name: qualify(scope, textOf(draft, name)),
    kind,
    parent: scope.parent,
    lineAt: name.start,
    spans: {
      whole: node,
      header: { start: headerStart, end: body?.start ?? node.end },
      name,
      parameters: findField(node, "parameters"),
      documentation: draft.comments.find(node.start),
      body,
    },
    parameters: readParameters(draft, node),
    decorators: annotations,
    modifiers: words,
    bases,
    isTest: bases.some((base) => /(?:^|\.)TestCase$/u.test(base)),
  });
  const parent = draft.declarations.length - 1;
  const inner = { parent, prefix: qualify(scope, textOf(draft, name)), isAnonymous: false };
  if (kind === "record") readComponents(draft, node, inner);
  return inner;
}

function readBases(draft: JavaDraft, node: SyntaxNode): readonly string[] {
  return node.children
    .filter(
      ({ type }) => type === "superclass" || type === "super_interfaces" || type === "extends_interfaces",
    )
    .flatMap(codeChildren)
    .flatMap((part) => (part.type === "type_list" ? codeChildren(part) : [part]))
    .map((base) => textOf(draft, base));
}

/** The components of a record are its fields. */
function readComponents(draft: JavaDraft, record: SyntaxNode, { parent, prefix }: Scope): void {
  const list = findField(record, "parameters");
  for (const component of list === undefined ? [] : codeChildren(list)) {
    const name = findField(component, "name");
    const type = findField(component, "type");
    if (name === undefined || type === undefined) continue;
    draft.declarations.push({
      name: `${prefix}.${textOf(draft, name)}`,
      kind: "variable",
      parent,
      lineAt: name.start,
      spans: { whole: component, header: { start: type.start, end: component.end }, name },
      type: textOf(draft, type),
    });
  }
}
