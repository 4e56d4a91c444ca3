import type { FileOutline, ImportedName, LineRange, OutlineItem } from "../language.ts";
import { importedNames } from "./bindings.ts";
import type { FileIndex } from "./file-index.ts";
import { definitionOf } from "./sites.ts";
import type { SourceText } from "./source-text.ts";
import { isDefinitionStatement, scopeStatements } from "./statements.ts";
import { codeChildren, findField, walk, type SyntaxNode } from "./syntax-tree.ts";

/** The statements of a file from top to bottom, those of class bodies below their class. */
export function outlineOf({ source, root }: FileIndex): FileOutline {
  const lines = source.text.split(/\r\n|\n|\r/);
  const imports = [...walk(root)].flatMap((node) => importsOf(node, source.text));
  return { lineComment: "#", items: itemsOf({ source, lines }, root, 1), imports };
}

function importsOf(node: SyntaxNode, text: string): readonly ImportedName[] {
  return importedNames(node, text).map(({ name, origin }) => {
    const [module = "", attribute] = origin.split(":");
    return { name, module, attribute };
  });
}

interface Outlined {
  readonly source: SourceText;
  readonly lines: readonly string[];
}

/** `firstFree` is the first line that belongs to nothing before. */
function itemsOf(file: Outlined, container: SyntaxNode, firstFree: number): readonly OutlineItem[] {
  let free = firstFree;
  return codeChildren(container).map((statement) => {
    const item = describeStatement(file, statement);
    const start = withComments(file.lines, item.lines.start, free);
    free = item.lines.end + 1;
    return { ...item, lines: { start, end: item.lines.end } };
  });
}

function describeStatement(file: Outlined, statement: SyntaxNode): OutlineItem {
  const { source } = file;
  const lines: LineRange = { start: source.lineAt(statement.start), end: lastLineOf(source, statement) };
  const unnamed = {
    lines,
    name: undefined,
    declaration: undefined,
    stub: undefined,
    bases: [],
    members: [],
    isAnnotated: false,
  };
  if (!isDefinitionStatement(statement)) {
    const [kind, name] = [kindOf(statement), assignedName(source, statement)];
    const stub = kind === "assignment" ? withoutValue(file.lines[lines.start - 1] ?? "") : undefined;
    return { ...unnamed, kind, name, stub, isAnnotated: isAnnotated(statement) };
  }
  const node = definitionOf(statement);
  const nameNode = findField(node, "name");
  const plain = { ...unnamed, name: nameNode && source.text.slice(nameNode.start, nameNode.end) };
  const declaration = declarationOf(source, statement, node);
  const stub = `${declaration} ...`;
  if (node.type === "function_definition") return { ...plain, kind: "function", declaration, stub };
  const body = findField(node, "body");
  const headerEnd = source.lineAt(statement.start + declaration.trimStart().length - 1);
  const members = body === undefined ? [] : itemsOf(file, body, headerEnd + 1);
  const isInline = members.some((member) => member.lines.start <= headerEnd);
  return {
    ...plain,
    kind: "class",
    declaration,
    stub,
    bases: basesOf(source, node),
    members: isInline ? [] : members,
  };
}

function kindOf(statement: SyntaxNode): OutlineItem["kind"] {
  if (isImport(statement)) return "import";
  const [only] = codeChildren(statement);
  if (statement.type === "type_alias_statement" || only?.type === "assignment") return "assignment";
  const [, ...below] = scopeStatements({ ...statement, children: [statement] });
  return below.some(isImport) ? "import" : "other";
}

/** What stands before an assignment's value, with a mark for that; undefined where the line does not get so far. */
function withoutValue(line: string): string | undefined {
  const [beginning] = /^[^=]*=/.exec(line) ?? [];
  return beginning === undefined ? undefined : `${beginning} ...`;
}

/** The name that an assignment gives a value, where it is one plain name. */
function assignedName(source: SourceText, statement: SyntaxNode): string | undefined {
  const [only] = codeChildren(statement);
  const left = only?.type === "assignment" ? findField(only, "left") : undefined;
  return left?.type === "identifier" ? source.text.slice(left.start, left.end) : undefined;
}

function isImport(statement: SyntaxNode): boolean {
  return /^(?:future_import|import|import_from)_statement$/.test(statement.type);
}

function isAnnotated(statement: SyntaxNode): boolean {
  if (statement.type === "type_alias_statement") return true;
  const [only] = codeChildren(statement);
  return only?.type === "assignment" && findField(only, "type") !== undefined;
}

function basesOf(source: SourceText, node: SyntaxNode): readonly string[] {
  const given = findField(node, "superclasses");
  return (given === undefined ? [] : codeChildren(given))
    .filter(({ type }) => type === "identifier" || type === "attribute")
    .map(({ start, end }) => source.text.slice(start, end));
}

/** From the first decorator to the colon, the first line's indentation included. */
function declarationOf(source: SourceText, outer: SyntaxNode, node: SyntaxNode): string {
  const colon = node.children.find((child) => child.type === ":");
  const start = source.startsLine(outer.start) ? source.lineStart(outer.start) : outer.start;
  return source.text.slice(start, colon?.end ?? outer.end);
}

/** A node may end with the line end behind it, or begin the next line. */
function lastLineOf(source: SourceText, node: SyntaxNode): number {
  const text = source.text.slice(node.start, node.end).trimEnd();
  return source.lineAt(node.start + Math.max(0, text.length - 1));
}

/** The line on which the comments begin that stand right above a line. */
function withComments(lines: readonly string[], line: number, firstFree: number): number {
  let start = line;
  while (start > firstFree && /^\s*#/.test(lines[start - 2] ?? "")) start--;
  return start;
}
