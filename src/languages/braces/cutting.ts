import type { Edit } from "../../base/index.ts";
import type { Cutting, StructuredFile } from "../rewriting.ts";
import { indexText, type SourceText } from "../source-text.ts";
import type { Declaration, ImportedSymbol } from "../structure.ts";
import type { SyntaxNode } from "../syntax-tree.ts";
import { toEdits, wholeLines, type Replacement } from "../text-cuts.ts";
import { readBraceTree, withoutLineEnd, type BraceLanguage } from "./brace-language.ts";

/** Takes code out of files of a language with braces. */
export function createBraceCutting(language: BraceLanguage): Cutting {
  return {
    hide: (file, declaration) => hideBody(language, file, declaration),
    remove(file, declarations) {
      const source = indexText(file.text);
      const removals = declarations.map((one) => removeOne(source, file, declarations, one));
      return removals.includes(undefined)
        ? undefined
        : toEdits(
            source,
            removals.filter((one) => one !== undefined),
          );
    },
    dropImports: (file, symbols) => dropImports(language, file, symbols),
  };
}

function hideBody(
  language: BraceLanguage,
  { text }: StructuredFile,
  declaration: Declaration,
): Edit | undefined {
  if (declaration.spans.body === undefined) return undefined;
  const body = withoutLineEnd(text, declaration.spans.body);
  const written = Buffer.from(text).toString("utf8", body.start, body.end);
  const isBraced = written.startsWith("{") && written.endsWith("}") && written.length > 1;
  const hidden = language.hiddenBody(declaration, isBraced);
  return isBraced ? { start: body.start + 1, end: body.end - 1, text: hidden } : { ...body, text: hidden };
}

/** Undefined for a declaration that shares its statement with something that stays. */
function removeOne(
  source: SourceText,
  { structure }: StructuredFile,
  removed: readonly Declaration[],
  { name: own, spans }: Declaration,
): Replacement | undefined {
  const { documentation } = spans;
  const whole = withoutLineEnd(source.text, spans.whole);
  const { text } = source;
  const isShared = structure.declarations.some(
    (other) =>
      other.spans.whole.start === spans.whole.start &&
      other.spans.whole.end === spans.whole.end &&
      other.name !== own &&
      !removed.includes(other),
  );
  if (isShared) return undefined;
  const start = source.indexAt(Math.min(whole.start, documentation?.start ?? whole.start));
  const separator = /[ \t]*[;,]/y;
  separator.lastIndex = source.indexAt(whole.end);
  const end = separator.test(text) ? separator.lastIndex : source.indexAt(whole.end);
  const lines = wholeLines(source, { start, end }, /\/\/[^\r\n]*/);
  if (lines.isAlone) return { start: lines.start, end: lines.end, text: "" };
  const before = text.slice(0, start).trimEnd().at(-1) ?? "{";
  return "{};,/)".includes(before) ? { start, end: lines.end, text: "" } : undefined;
}

function dropImports(
  language: BraceLanguage,
  file: StructuredFile,
  symbols: readonly ImportedSymbol[],
): readonly Edit[] {
  const source = indexText(file.text);
  let root: SyntaxNode | undefined;
  const statements = Map.groupBy(symbols, ({ span }) => span.start);
  const replacements = [...statements].flatMap(([start, dropped]) => {
    const span = dropped[0]?.span ?? { start, end: start };
    const all = file.structure.imports.filter((one) => one.span.start === start);
    if (all.every((one) => dropped.includes(one))) {
      const { isAlone: _, ...lines } = wholeLines(
        source,
        { start: source.indexAt(start), end: source.indexAt(span.end) },
        /\/\/[^\r\n]*/,
      );
      return [{ ...lines, text: "" }];
    }
    root ??= readBraceTree(language, file.path, file.text);
    const statement = root && findNode(root, source.indexAt(start), source.indexAt(span.end));
    const names = new Set(dropped.flatMap(({ local }) => local ?? []));
    return (statement && language.cutImports?.(statement, file.text, names)) ?? [];
  });
  return toEdits(source, replacements);
}

/** The outermost node of a stretch. */
function findNode(root: SyntaxNode, start: number, end: number): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = root;
  while (node !== undefined && (node.start !== start || node.end > end + 1)) {
    node = node.children.find((child) => child.start <= start && start < child.end);
  }
  return node;
}
