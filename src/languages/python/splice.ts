import type { Parser } from "web-tree-sitter";

import type { SpliceOutcome } from "../language.ts";
import type { SpliceRefusal } from "../splice-refusal.ts";
import { toEdits, type Replacement } from "../text-cuts.ts";
import { normalise, readScope, type Scope } from "./bindings.ts";
import { readCompletion, type Completion, type CompletionCode } from "./completion.ts";
import type { FileIndex } from "./file-index.ts";
import { reindent } from "./indentation.ts";
import { selectAdditions, type Level } from "./neighbours.ts";
import { isAsync } from "./parse.ts";
import { definitionOf, isDocstring, type PreparedSource } from "./sites.ts";
import type { SourceText } from "./source-text.ts";
import { codeChildren, findField, type SyntaxNode } from "./syntax-tree.ts";

/** What a completion that was read makes of a file, or why nothing. */
export type Placement =
  | { readonly status: "placed"; readonly replacements: readonly Replacement[] }
  | { readonly status: "refused"; readonly reason: SpliceRefusal; readonly message: string };

/** Puts a completion in the place of a target, as the design's section 8 says. */
export function spliceCompletion(
  parser: Parser,
  index: FileIndex,
  site: PreparedSource,
  { path, completion }: { readonly path: string; readonly completion: string },
): SpliceOutcome {
  const placed = placeCompletion(index, site, readFor(parser, index, site, completion));
  if (placed.status === "refused") return placed;
  const edits = toEdits(index.source, placed.replacements).map((edit) => ({ path, ...edit }));
  return { status: "spliced", edits };
}

/** Reads a completion for a target. */
export function readFor(
  parser: Parser,
  index: FileIndex,
  site: PreparedSource,
  completion: string,
): Completion {
  const code = site.form === "after-docstring" ? completion.replace(/^[ \t]*;/, "") : completion;
  return readCompletion(parser, site, index, code);
}

/** The replacements by which a completion that was read takes the place of a target. */
export function placeCompletion(index: FileIndex, site: PreparedSource, read: Completion): Placement {
  if (read.status === "body") return assemble(index, [replaceBody(index.source, site, read.code)]);
  if (read.status !== "definition") return refuse(read.status, site);
  if (isAsync(read.site.node) !== isAsync(site.node)) return refuse("wrong_kind", site);
  if (!areDecoratorsKept(read.code, read.site, index, site)) return refuse("decorators_differ", site);
  const levels = levelsOf(index, site);
  const additions = selectAdditions(read.code, read.site, read.neighbours, levels);
  if (additions.status === "redefines") return refuse("redefines", site, additions.name);
  const { newline } = index.source;
  const replacements: Replacement[] = additions.futureImports.map((text) => futureImport(index, text));
  for (const [level, statements] of [...additions.statements].sort(([a], [b]) => a - b)) {
    const at = site.chain[level]?.start ?? site.outer.start;
    const text = statements.map((one) => `${one}${newline}${levels[level]?.indentation ?? ""}`).join("");
    replacements.push({ start: at, end: at, text });
  }
  const definition = {
    start: site.node.start,
    end: site.bodyEnd,
    text: definitionText(index.source, site, read),
  };
  return assemble(index, [...replacements, definition]);
}

/** The definition of a completion, decorators left out, its lines indented as the target's. */
function definitionText(
  target: SourceText,
  site: PreparedSource,
  { code, site: found }: Extract<Completion, { status: "definition" }>,
): string {
  const { source, root } = code;
  const span = { start: source.lineStart(found.node.start), end: found.bodyEnd };
  const from = source.indentationAt(found.node.start);
  const to = target.indentationAt(site.node.start);
  return reindent(source, root, span, { from, to }).slice(to.length);
}

function replaceBody(
  target: SourceText,
  site: PreparedSource,
  { source, root }: CompletionCode,
): Replacement {
  const { text } = source;
  const statements = codeChildren(root);
  const first = source.lineStart(Math.max(0, text.search(/[^ \t\f\r\n]/)));
  const end = endOfCode(text);
  const from = source.indentationAt(statements[0]?.start ?? first);
  const outer = target.indentationAt(site.node.start);
  const to = site.bodyIndentation ?? `${outer}    `;
  const body = reindent(source, root, { start: first, end }, { from, to });
  const span = { start: site.bodyStart, end: site.bodyEnd };
  if (site.form === "lines") return { ...span, text: body };
  const isOneLine =
    source.lineAt(first) === source.lineAt(end) && !statements.some((one) => findField(one, "body"));
  const simple = isOneLine && !/^\s*#/.test(body) && !statements.some(isCompound);
  if (site.form === "inline")
    return { ...span, text: simple ? body.trimStart() : `${target.newline}${body}` };
  if (simple) return { ...span, text: `; ${body.trimStart()}` };
  if (site.bodyIndentation !== undefined) return { ...span, text: `${target.newline}${body}` };
  const docstring = site.docstring;
  const kept = docstring === undefined ? "" : target.text.slice(docstring.start, site.bodyStart);
  const lines = `${target.newline}${to}${kept}${target.newline}${body}`;
  return { start: site.headerEnd, end: site.bodyEnd, text: lines };
}

/** Where the last line that is not blank ends; white space on that line belongs to it. */
function endOfCode(text: string): number {
  const end = text.trimEnd().length;
  return end + (/^[ \t\f]*/.exec(text.slice(end))?.[0].length ?? 0);
}

function isCompound(statement: SyntaxNode): boolean {
  return definitionOf(statement) !== statement || statement.children.some((child) => child.type === "block");
}

/** What decorators a completion writes are the target's, in order; it may leave out any. */
function areDecoratorsKept(
  code: CompletionCode,
  found: PreparedSource,
  index: FileIndex,
  site: PreparedSource,
): boolean {
  const original = site.decorators.map((one) => normalise(one, index.source.text));
  let at = 0;
  return found.decorators.every((decorator) => {
    at = original.indexOf(normalise(decorator, code.source.text), at) + 1;
    return at > 0;
  });
}

function levelsOf(index: FileIndex, site: PreparedSource): Level[] {
  return site.chain.map((element, depth) => {
    const enclosing = site.chain[depth - 1];
    const body = enclosing === undefined ? index.root : findField(definitionOf(enclosing), "body");
    return {
      scope: () => scopeOf(index, body ?? index.root),
      indentation: index.source.indentationAt(element.start),
    };
  });
}

const scopes = new WeakMap<SyntaxNode, Scope>();

function scopeOf(index: FileIndex, container: SyntaxNode): Scope {
  const scope = scopes.get(container) ?? readScope(container, index.source.text);
  scopes.set(container, scope);
  return scope;
}

/** `from __future__` imports stand before everything but the module's docstring. */
function futureImport({ root, source }: FileIndex, statement: string): Replacement {
  const statements = codeChildren(root);
  const first = statements.find((one, at) => !(at === 0 && isDocstring(one, source.text)));
  const at = first?.start ?? source.text.length;
  return { start: at, end: at, text: `${statement}${source.startsLine(at) ? source.newline : "; "}` };
}

function assemble({ source }: FileIndex, replacements: readonly Replacement[]): Placement {
  const asLines = replacements.map((one) => ({ ...one, text: asLinesOf(source, one.text) }));
  return { status: "placed", replacements: asLines };
}

/** Line ends like the file's, where the inserted text does not use them already. */
export function asLinesOf(source: SourceText, inserted: string): string {
  return source.newline === "\r\n" ? inserted.replace(/(?<!\r)\n/g, "\r\n") : inserted;
}

function refuse(reason: SpliceRefusal, site: PreparedSource, name?: string): Placement {
  const target = [...site.classes, site.name].join(".");
  const other = site.node.type === "class_definition" ? "function" : "class";
  const messages: Record<SpliceRefusal, string> = {
    no_code: `Cannot use the completion for "${target}": it holds no code.`,
    too_long: `Cannot use the completion for "${target}": it is longer than a million characters.`,
    too_costly: `Cannot use the completion for "${target}": its code is too long, or nested too deep, to be read.`,
    not_parsable: `Cannot use the completion for "${target}": it is not Python that can be read.`,
    wrong_definition: `Cannot use the completion for "${target}": it defines other names, but not this one.`,
    wrong_kind: `Cannot use the completion for "${target}": it is a ${other}, or async where the original is not, or the reverse.`,
    decorators_differ: `Cannot use the completion for "${target}": its decorators are not the original's; leave them out.`,
    redefines: `Cannot use the completion for "${target}": it binds "${name ?? ""}", which the file has already.`,
  };
  return { status: "refused", reason, message: messages[reason] };
}
