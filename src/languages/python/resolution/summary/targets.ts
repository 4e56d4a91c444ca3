import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { bindingReference, NONE, type Draft } from "./draft.ts";
import { readKeys } from "./keys.ts";
import { assignName, ownerOf } from "./variables.ts";
import { Op, Reference } from "./summary.ts";

/** Gives what stands left of `=` (or of `in`, after `as`) its values. */
export function assignTarget(
  draft: Draft,
  target: SyntaxNode,
  from: number,
  { isTemporary = false }: { readonly isTemporary?: boolean } = {},
): void {
  switch (target.type) {
    case "identifier":
      bindName(draft, target, from, isTemporary);
      return;
    case "attribute":
      assignAttribute(draft, target, from);
      return;
    case "subscript":
      assignItem(draft, target, from);
      return;
    case "parenthesized_expression":
    case "as_pattern_target":
    case "list_splat_pattern":
    case "list_splat":
      for (const inner of codeChildren(target)) assignTarget(draft, inner, from, { isTemporary });
      return;
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "tuple":
    case "list":
    case "expression_list":
      unpack(draft, target, from, isTemporary);
      return;
  }
}

/** Gives a name that an import brings a new version: it is declared elsewhere. */
export function bindImported(draft: Draft, node: SyntaxNode, from: number): void {
  const name = draft.textOf(node).normalize("NFKC");
  draft.refer(node, ...bindingReference(ownerOf(draft.scope, name) ?? draft.scope));
  assignName(draft, name, from);
}

/** Gives a name a new version, and notes the place. */
export function bindName(draft: Draft, node: SyntaxNode, from: number, isTemporary = false): void {
  const name = draft.textOf(node).normalize("NFKC");
  const { scope } = draft;
  if (isTemporary) {
    scope.bindHere(name, from === NONE ? draft.newSlot() : from);
    return;
  }
  const owner = ownerOf(scope, name) ?? scope;
  draft.refer(node, ...bindingReference(owner));
  if (owner.kind === "module") draft.declare(name, node);
  if (owner.kind === "class")
    draft.declare(`${draft.names[draft.places[owner.place]?.[0] ?? 0]}.${name}`, node);
  assignName(draft, name, from);
}

function assignAttribute(draft: Draft, target: SyntaxNode, from: number): void {
  const [object, name] = [findField(target, "object"), findField(target, "attribute")];
  if (object === undefined || name === undefined) return;
  const holder = draft.readValue(object);
  draft.refer(name, Reference.attribute, holder);
  draft.emit(
    Op.Set,
    holder,
    draft.identifier(name),
    from === NONE ? draft.newSlot() : from,
    draft.site(name),
  );
}

function assignItem(draft: Draft, target: SyntaxNode, from: number): void {
  const value = findField(target, "value");
  if (value === undefined) return;
  const holder = draft.readValue(value);
  const { key, slot } = readKeys(
    draft,
    target.children.filter(({ field }) => field === "subscript"),
  );
  draft.emit(Op.SetItem, holder, key, slot, from === NONE ? draft.newSlot() : from, draft.site(target));
}

function unpack(draft: Draft, target: SyntaxNode, from: number, isTemporary: boolean): void {
  const parts = codeChildren(target);
  const source = from === NONE ? draft.newSlot() : from;
  const star = parts.findIndex(({ type }) => type === "list_splat_pattern" || type === "list_splat");
  for (const [index, part] of parts.entries()) {
    const isStar = index === star;
    const place = isStar ? -1000 - index : star >= 0 && index > star ? index - parts.length : index;
    const item = draft.emitTo(Op.Unpack, source, place, draft.site(target));
    assignTarget(draft, part, item, { isTemporary });
  }
}
