import { codeChildren, findField, listField, type SyntaxNode } from "../../syntax-tree.ts";
import { readConditions } from "./conditions.ts";
import type { Draft } from "./draft.ts";
import { readExpression, readValue } from "./expressions.ts";
import { readKeys } from "./keys.ts";
import { readName } from "./variables.ts";
import { Op } from "./summary.ts";
import { bindName } from "./targets.ts";

/** `match`: each case sees its subject as the pattern says. */
export function readMatch(draft: Draft, node: SyntaxNode): void {
  const subjects = listField(node, "subject");
  const [subject] = subjects;
  const body = findField(node, "body");
  if (subject === undefined || body === undefined) return;
  const slot = subjects.length === 1 ? readValue(draft, subject) : readKeys(draft, subjects).slot;
  const { scope } = draft;
  const branches = codeChildren(body)
    .filter(({ type }) => type === "case_clause")
    .map((clause) =>
      scope.branch(() => {
        for (const pattern of clause.children)
          if (pattern.type === "case_pattern") {
            const matched = readPattern(draft, pattern, slot);
            if (subject.type === "identifier" && matched !== slot)
              scope.narrow(draft.textOf(subject), matched);
          }
        const guard = findField(clause, "guard");
        for (const test of guard === undefined ? [] : codeChildren(guard))
          readConditions(draft, test).whenTrue();
        const block = findField(clause, "consequence");
        if (block !== undefined) draft.readers.block(draft, block);
      }),
    );
  scope.join(draft, [...branches, scope.branch(() => {})]);
}

/** Binds what a pattern takes of a value; the slot of what matched. */
function readPattern(draft: Draft, node: SyntaxNode, slot: number): number {
  const parts = codeChildren(node);
  switch (node.type) {
    case "case_pattern":
      return parts[0] === undefined ? slot : readPattern(draft, parts[0], slot);
    case "union_pattern": {
      const to = draft.newSlot();
      for (const part of parts) draft.copy(to, readPattern(draft, part, slot));
      return to;
    }
    case "as_pattern": {
      const [inner, name] = parts;
      const matched = inner === undefined ? slot : readPattern(draft, inner, slot);
      if (name !== undefined) bindName(draft, name, matched);
      return matched;
    }
    case "dotted_name":
    case "identifier":
      return readNamePattern(draft, node, slot);
    case "class_pattern":
      return readClassPattern(draft, node, slot);
    case "list_pattern":
    case "tuple_pattern":
      for (const [index, part] of parts.entries())
        readPattern(draft, part, draft.emitTo(Op.Unpack, slot, index, draft.site(node)));
      return slot;
    case "splat_pattern":
      for (const part of parts) if (part.type === "identifier") bindName(draft, part, slot);
      return slot;
    case "dict_pattern":
      readDictionaryPattern(draft, node, slot);
      return slot;
    default:
      if (node.type !== "string") for (const part of parts) readExpression(draft, part);
      return slot;
  }
}

function readNamePattern(draft: Draft, node: SyntaxNode, slot: number): number {
  const names = node.type === "identifier" ? [node] : codeChildren(node);
  const [only] = names;
  if (names.length > 1) readDotted(draft, names);
  else if (only !== undefined && draft.textOf(only) !== "_") bindName(draft, only, slot);
  return slot;
}

/** A dotted name, which patterns have where expressions have attributes. */
function readDotted(draft: Draft, names: readonly SyntaxNode[]): number {
  const [first, ...more] = names;
  let slot = first === undefined ? draft.newSlot() : readName(draft, draft.textOf(first));
  for (const name of more) slot = draft.emitTo(Op.Get, slot, draft.identifier(name), draft.site(name));
  return slot;
}

function readClassPattern(draft: Draft, node: SyntaxNode, slot: number): number {
  const [named, ...parts] = codeChildren(node);
  if (named === undefined) return slot;
  const classes = readDotted(draft, named.type === "identifier" ? [named] : codeChildren(named));
  const matched = draft.emitTo(Op.Narrow, slot, classes, 1);
  for (const [index, part] of parts.entries()) {
    const inner = part.type === "case_pattern" ? (codeChildren(part)[0] ?? part) : part;
    if (inner.type !== "keyword_pattern") {
      readPattern(draft, part, draft.emitTo(Op.Unpack, matched, index, draft.site(node)));
      continue;
    }
    const [name, value] = codeChildren(inner);
    if (name === undefined || value === undefined) continue;
    readPattern(draft, value, draft.emitTo(Op.Get, matched, draft.identifier(name), draft.site(name)));
  }
  return matched;
}

function readDictionaryPattern(draft: Draft, node: SyntaxNode, slot: number): void {
  let key: SyntaxNode | undefined;
  for (const child of node.children) {
    if (child.field === "key") key = child;
    if (child.field !== "value" || key === undefined) continue;
    const { key: name, slot: keySlot } = readKeys(draft, [key]);
    readPattern(draft, child, draft.emitTo(Op.Item, slot, name, keySlot, draft.site(child)));
  }
}
