import type { Edit } from "../../../base/index.ts";
import type { Cutting, StructuredFile } from "../../rewriting.ts";
import type { Declaration, ImportedSymbol } from "../../structure.ts";
import { itemCuts, toEdits, wholeLines, type Replacement } from "../../text-cuts.ts";
import { importedNames } from "../bindings.ts";
import { PLACEHOLDER } from "../edit.ts";
import type { FileIndex, IndexOutcome } from "../file-index.ts";
import { maskedBody } from "../sites.ts";
import { codeChildren, findField, listField, walk, type SyntaxNode } from "../syntax-tree.ts";
import { findSite, findStatement } from "./find-statement.ts";

/** What stands in the place of a class's members. */
const EMPTY_CLASS = "pass";

/** Takes code out of Python files. */
export function createPythonCutting(index: (text: string) => IndexOutcome): Cutting {
  const indexOf = ({ text }: StructuredFile): FileIndex | undefined => {
    const outcome = index(text);
    return outcome.status === "indexed" ? outcome.index : undefined;
  };
  return {
    hide(file, declaration) {
      const found = indexOf(file);
      const site = found && findSite(found, declaration);
      if (found === undefined || site === undefined) return undefined;
      const placeholder = site.node.type === "class_definition" ? EMPTY_CLASS : PLACEHOLDER;
      return toEdits(found.source, [maskedBody(site, placeholder)])[0];
    },
    remove(file, declarations) {
      const found = indexOf(file);
      return found === undefined ? [] : removeDeclarations(found, declarations);
    },
    dropImports(file, symbols) {
      const found = indexOf(file);
      return found === undefined ? [] : dropImports(found, symbols);
    },
  };
}

function removeDeclarations(index: FileIndex, declarations: readonly Declaration[]): Edit[] {
  const statements = declarations.flatMap((one) => findStatement(index, one.spans.whole.start) ?? []);
  const listed = declarations.filter(({ parent }) => parent === undefined).map(({ name }) => name);
  const items = [...exportItems(index, new Set(listed))];
  return toEdits(index.source, [...removeStatements(index, statements), ...items]);
}

/** Statements with their lines and the comments right above; a block that would be empty gets `pass`. */
export function removeStatements(index: FileIndex, statements: readonly SyntaxNode[]): Replacement[] {
  const { source } = index;
  const removed = new Set(statements);
  return statements.map((statement) => {
    const block = statement.parent;
    const start = commentsAbove(index, statement)?.start ?? statement.start;
    const lines = wholeLines(source, { start, end: statementEnd(source.text, statement) }, /#[^\r\n]*/);
    const others = block === undefined ? [] : codeChildren(block).filter((one) => !removed.has(one));
    if (block?.type !== "block" || others.length > 0 || codeChildren(block)[0] !== statement)
      return { start: lines.start, end: lines.end, text: "" };
    return lines.isAlone
      ? { ...lines, text: `${source.indentationAt(statement.start)}pass${source.newline}` }
      : { start: statement.start, end: statement.end, text: "pass" };
  });
}

/** With the semicolon behind it, where one is. */
function statementEnd(text: string, { end }: SyntaxNode): number {
  const semicolon = /[ \t]*;[ \t]*(?=[^\s#])/y;
  semicolon.lastIndex = end;
  return semicolon.test(text) ? semicolon.lastIndex : end;
}

/** The first of the comments that stand right above a definition, one line each, but for those that the file begins with. */
function commentsAbove({ source }: FileIndex, statement: SyntaxNode): SyntaxNode | undefined {
  if (!statement.type.endsWith("definition") || statement.parent === undefined) return undefined;
  const siblings = statement.parent.children;
  let at = siblings.indexOf(statement);
  let first: SyntaxNode | undefined;
  for (let below = statement; ; below = first) {
    const above = siblings[--at];
    if (above?.type !== "comment" || !source.startsLine(above.start)) break;
    if (source.lineAt(above.start) + 1 !== source.lineAt(below.start)) break;
    if (source.indentationAt(above.start) !== source.indentationAt(statement.start)) break;
    first = above;
  }
  return first === undefined || source.lineAt(first.start) === 1 ? undefined : first;
}

/** Names leave the lists of what the module gives out. */
function* exportItems({ root, source }: FileIndex, names: ReadonlySet<string>): Generator<Replacement> {
  for (const statement of codeChildren(root)) {
    const assignment = codeChildren(statement)[0];
    const left = assignment && findField(assignment, "left");
    if (left === undefined || source.text.slice(left.start, left.end) !== "__all__") continue;
    for (const list of walk(statement)) {
      if (list.type !== "list" && list.type !== "tuple") continue;
      const items = codeChildren(list);
      const isDropped = (at: number): boolean => {
        const item = items[at];
        return item?.type === "string" && names.has(source.text.slice(item.start + 1, item.end - 1));
      };
      const kept = items.filter((_, at) => !isDropped(at));
      // A tuple of one item needs its comma.
      const isTuple = list.type === "tuple" && kept.length === 1 && kept.length < items.length;
      if (isTuple) {
        const [only] = kept;
        const text = only === undefined ? "" : `${source.text.slice(only.start, only.end)},`;
        yield { start: items[0]?.start ?? list.start, end: items.at(-1)?.end ?? list.end, text };
      } else for (const cut of itemCuts(items, isDropped)) yield { ...cut, text: "" };
    }
  }
}

function dropImports(index: FileIndex, symbols: readonly ImportedSymbol[]): Edit[] {
  const { source } = index;
  const dropped = new Map<SyntaxNode, Set<string>>();
  for (const { span, local } of symbols) {
    const statement = findStatement(index, span.start);
    if (statement === undefined || local === undefined) continue;
    dropped.set(statement, (dropped.get(statement) ?? new Set()).add(local));
  }
  const isGone = (statement: SyntaxNode): boolean =>
    importedNames(statement, source.text).every(({ name }) => dropped.get(statement)?.has(name));
  const statements = [...dropped.keys()];
  const parts = statements
    .filter((one) => !isGone(one))
    .flatMap((one) => dropNames(index, one, dropped.get(one)));
  return toEdits(source, [...removeStatements(index, statements.filter(isGone)), ...parts]);
}

function dropNames(
  { source }: FileIndex,
  statement: SyntaxNode,
  names: ReadonlySet<string> | undefined,
): Replacement[] {
  const bound = importedNames(statement, source.text);
  const isDropped = (at: number): boolean => names?.has(bound[at]?.name ?? "") === true;
  return itemCuts(listField(statement, "name"), isDropped).map((cut) => ({ ...cut, text: "" }));
}
