import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { isRequired, namesIn, REQUIRED } from "./members.ts";
import { writtenName } from "./names.ts";
import { textOf, type ScriptDraft } from "./scope.ts";

/** Adds what an import statement brings in, or a declarator or statement that requires a module. */
export function readImports(draft: ScriptDraft, node: SyntaxNode): void {
  if (node.type === "import_statement") readImportStatement(draft, node);
  else if (node.type === "variable_declarator") readRequiring(draft, node);
  else if (node.type === "expression_statement") readEffect(draft, node);
}

function readImportStatement({ imports, ...draft }: ScriptDraft, node: SyntaxNode): void {
  const clause = codeChildren(node).find(({ type }) => /^import_(?:require_)?clause$/u.test(type));
  const source = findField(node, "source") ?? (clause && findField(clause, "source"));
  if (source === undefined) return;
  const module = writtenName({ ...draft, imports }, source).name;
  const isTypeStatement = node.children.some(({ type }) => type === "type");
  const add = (imported: string | undefined, local: string | undefined, isTypeOnly = false): void => {
    imports.push({ module, imported, local, at: node, isTypeOnly: isTypeStatement || isTypeOnly });
  };
  const name = (part: SyntaxNode): string => draft.text.slice(part.start, part.end);
  if (clause === undefined) add(undefined, undefined);
  for (const part of clause === undefined ? [] : codeChildren(clause)) {
    if (part.type === "identifier") add(clause?.type === "import_clause" ? "default" : undefined, name(part));
    else if (part.type === "namespace_import") add(undefined, codeChildren(part).map(name)[0]);
    else if (part.type === "named_imports")
      for (const { imported, local, isTypeOnly } of specifiers({ ...draft, imports }, part))
        add(imported, local, isTypeOnly);
  }
}

interface Specifier {
  readonly imported: string;
  readonly local: string;
  readonly isTypeOnly: boolean;
}

/** The names in the braces of an import or export. */
export function specifiers(draft: ScriptDraft, list: SyntaxNode): readonly Specifier[] {
  return codeChildren(list).flatMap((part) => {
    const name = findField(part, "name");
    if (name === undefined) return [];
    const imported = writtenName(draft, name).name;
    const alias = findField(part, "alias");
    const isTypeOnly = part.children.some(({ type }) => type === "type");
    return [{ imported, local: alias === undefined ? imported : writtenName(draft, alias).name, isTypeOnly }];
  });
}

function readRequiring(draft: ScriptDraft, node: SyntaxNode): void {
  const [value, pattern] = [findField(node, "value"), findField(node, "name")];
  if (value === undefined || pattern === undefined || !isRequired(draft, value)) return;
  const groups = REQUIRED.exec(textOf(draft, value))?.groups;
  const [module = "", member] = [groups?.["module"], groups?.["member"]];
  const at = node.parent ?? node;
  const add = (imported: string | undefined, local: string): void => {
    draft.imports.push({ module, imported, local, at, isTypeOnly: false });
  };
  if (pattern.type !== "object_pattern" || member !== undefined) {
    for (const name of namesIn(pattern)) add(member, textOf(draft, name));
    return;
  }
  for (const part of codeChildren(pattern))
    for (const name of namesIn(part)) {
      const key =
        part.type === "pair_pattern"
          ? findField(part, "key")
          : part.type === "rest_pattern"
            ? undefined
            : name;
      add(key && writtenName(draft, key).name, textOf(draft, name));
    }
}

/** `require("…")` as a statement. */
function readEffect(draft: ScriptDraft, node: SyntaxNode): void {
  const groups = REQUIRED.exec(textOf(draft, node).replace(/\s*;$/u, ""))?.groups;
  if (groups === undefined || groups["member"] !== undefined) return;
  const module = groups["module"] ?? "";
  draft.imports.push({ module, imported: undefined, local: undefined, at: node, isTypeOnly: false });
}
