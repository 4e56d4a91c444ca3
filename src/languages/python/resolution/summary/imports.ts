import { codeChildren, findField, listField, type SyntaxNode } from "../../syntax-tree.ts";
import type { Draft } from "./draft.ts";
import { assignName } from "./variables.ts";
import { Op, Reference } from "./summary.ts";
import { bindImported } from "./targets.ts";

/** `import a.b, c as d` */
export function readImport(draft: Draft, node: SyntaxNode): void {
  for (const one of listField(node, "name")) {
    const alias = one.type === "aliased_import" ? findField(one, "alias") : undefined;
    const dotted = one.type === "aliased_import" ? (findField(one, "name") ?? one) : one;
    const module = compact(draft, dotted);
    if (alias !== undefined) {
      bindImported(draft, alias, draft.emitTo(Op.Module, 0, draft.name(module)));
      continue;
    }
    const [first] = codeChildren(dotted);
    const [word = module] = module.split(".");
    if (word !== module) draft.emitTo(Op.Module, 0, draft.name(module));
    const slot = draft.emitTo(Op.Module, 0, draft.name(word));
    if (first === undefined) assignName(draft, word, slot);
    else bindImported(draft, first, slot);
  }
}

/** `from .a import b as c, d`, `from a import *` */
export function readImportFrom(draft: Draft, node: SyntaxNode): void {
  const written = findField(node, "module_name");
  const module = written === undefined ? "" : compact(draft, written);
  const level = /^\.*/u.exec(module)?.[0].length ?? 0;
  const from = draft.name(module.slice(level));
  if (node.children.some(({ type }) => type === "wildcard_import")) draft.stars.push(level, from);
  for (const one of listField(node, "name")) {
    const alias = one.type === "aliased_import" ? findField(one, "alias") : undefined;
    const dotted = one.type === "aliased_import" ? (findField(one, "name") ?? one) : one;
    const name = draft.name(compact(draft, dotted));
    const slot = draft.emitTo(Op.Import, level, from, name);
    const target = codeChildren(dotted)[0] ?? dotted;
    draft.refer(target, Reference.imported, draft.importOf(level, from, name));
    if (alias !== undefined) bindImported(draft, alias, slot);
    else assignName(draft, draft.textOf(target).normalize("NFKC"), slot);
  }
}

function compact(draft: Draft, node: SyntaxNode): string {
  return draft
    .textOf(node)
    .normalize("NFKC")
    .replaceAll(/\\\r?\n|\s+/gu, "");
}
