import { codeChildren, findField, type SyntaxNode } from "../syntax-tree.ts";
import type { ScopeDraft, ScopeTable, TextDraft } from "./scopes.ts";

interface Where {
  readonly text: string;
  readonly table: ScopeTable;
  readonly scope: ScopeDraft;
}

/**
 * Takes in a text literal: what it says, and the names in it where it is a forward reference (a type in quotes, also the first argument of `cast`) or
 * an item of `__all__`. A text that stands alone is documentation: of such a one the lines of its examples (`>>> …`) are taken in, which `doctest` runs.
 */
export function seeText(node: SyntaxNode, where: Where): void {
  const { text, table, scope } = where;
  if (isAlone(node)) {
    table.documentation.push(node);
    table.texts.push(...exampleLines(text.slice(node.start, node.end), node.start));
    return;
  }
  const isFilled = node.children.some(({ type }) => type === "interpolation");
  const contents = node.children.filter(({ type }) => type === "string_content");
  for (const { start, end } of contents) table.texts.push({ start, end, isPart: isFilled, isCode: false });
  const [content, ...others] = contents;
  if (content === undefined || others.length > 0 || isFilled) return;
  const written = text.slice(content.start, content.end);
  if (written.includes("\\") || /[bB]/u.test(text.slice(node.start, content.start))) return;
  if (isListedForExport(node, text)) table.seeText(written, content.start, { role: "exported", scope });
  else if (isForwardReference(node, text)) seeTypeNames(written, content.start, where);
}

function exampleLines(documentation: string, start: number): TextDraft[] {
  const lines = documentation.matchAll(/^[^\S\r\n]*(?:["'].*)?>>> (.*)$(?:\s*^[^\S\r\n]*\.\.\. ?.*$)*/gmu);
  return Array.from(lines, ({ 0: line, index }) => ({
    start: start + index,
    end: start + index + line.length,
    isPart: false,
    isCode: true,
  }));
}

/** Takes in the names of a comment that says a type (PEP 484, `# type: list[Pear]`). */
export function seeComment(node: SyntaxNode, where: Where): void {
  const comment = where.text.slice(node.start, node.end);
  const [mark, said = ""] = /^#\s*type:\s*(?!ignore\b)([^#]*)/u.exec(comment) ?? [];
  if (mark !== undefined) seeTypeNames(said, node.start + mark.length - said.length, where);
}

function isAlone({ parent }: SyntaxNode): boolean {
  const statement = parent?.type === "concatenated_string" ? parent.parent : parent;
  return statement?.type === "expression_statement" && codeChildren(statement).length === 1;
}

function seeTypeNames(written: string, start: number, { table, scope }: Where): void {
  for (const match of written.matchAll(/(?<![\p{L}\p{N}_])(\.\s*)?([\p{L}_][\p{L}\p{N}_]*)/gu)) {
    const [whole, dot, name = ""] = match;
    const at = start + match.index + whole.length - name.length;
    table.seeText(name, at, { role: dot === undefined ? "variable" : "member", scope });
  }
}

/** Functions whose first argument can be a type in quotes. */
const TAKES_TYPE = /(?:^|\.)cast$/u;

/** Generics that nothing but types can be given to. */
const TAKES_TYPES =
  /^(?:\w+\.)?(?:Union|Optional|Callable|Type|ClassVar|Final|List|Dict|DefaultDict|OrderedDict|Set|FrozenSet|Tuple|Deque|Iterable|Iterator|Collection|Container|Sequence|MutableSequence|Mapping|MutableMapping|Generator|Awaitable|Coroutine|AsyncIterable|AsyncIterator|AsyncGenerator)$/u;

function isForwardReference(node: SyntaxNode, text: string): boolean {
  let child = node;
  for (let parent = node.parent; parent !== undefined; child = parent, parent = parent.parent) {
    if (parent.type === "type") return true;
    if (parent.type === "argument_list") {
      const called = parent.parent === undefined ? undefined : findField(parent.parent, "function");
      const name = called === undefined ? "" : text.slice(called.start, called.end);
      return codeChildren(parent)[0] === child && TAKES_TYPE.test(name);
    }
    if (parent.type === "keyword_argument") {
      const name = findField(parent, "name");
      return name !== undefined && text.slice(name.start, name.end) === "bound";
    }
    if (parent.type === "generic_type" || parent.type === "subscript") {
      const base = parent.children[0];
      const generic = base === undefined ? "" : text.slice(base.start, base.end);
      if (/(?:^|\.)Literal$/u.test(generic)) return false;
      if (parent.children[0] !== child && TAKES_TYPES.test(generic)) return true;
    } else if (parent.type.endsWith("_statement") || parent.type === "block") return false;
  }
  return false;
}

function isListedForExport(node: SyntaxNode, text: string): boolean {
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    const isAssignment = parent.type === "assignment" || parent.type === "augmented_assignment";
    const named = isAssignment
      ? findField(parent, "left")
      : parent.type === "call"
        ? findField(parent, "function")
        : undefined;
    if (named !== undefined)
      return /^__all__(?:\.(?:append|extend))?$/u.test(text.slice(named.start, named.end));
    if (parent.type.endsWith("_statement") || parent.type === "block") return false;
  }
  return false;
}
