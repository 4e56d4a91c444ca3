import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../base/index.ts";
import type { ByteSpan } from "../../spec/index.ts";
import type { LexicalForm } from "../completion-text.ts";
import type { NamePlace } from "../rewriting.ts";
import type { Declaration, Structure } from "../structure.ts";
import { readTree, type SyntaxNode } from "../syntax-tree.ts";
import type { Replacement } from "../text-cuts.ts";

/** What exact edits must know of a language whose bodies stand in braces. */
export interface BraceLanguage extends LexicalForm {
  readonly structure: Structure;
  parserOf(path: RepositoryPath): Parser;
  /** What stands in the place of a hidden body: for a body in braces between them, for any other in its place. */
  hiddenBody(declaration: Declaration, isBraced: boolean): string;
  /** Nodes of the grammar that are a text over several lines. */
  readonly textNodes: ReadonlySet<string>;
  /** What a node that is a name is; undefined for other nodes. */
  roleOf(node: SyntaxNode): NamePlace["role"] | undefined;
  /** True for a text literal that says which file is imported: it names no code. */
  isModuleName?(literal: SyntaxNode): boolean;
  readonly keywords: ReadonlySet<string>;
  /** The cuts by which a statement gives up some of the names it imports; undefined where only all can go. */
  cutImports?(
    statement: SyntaxNode,
    text: string,
    names: ReadonlySet<string>,
  ): readonly Replacement[] | undefined;
  /** What a class-like declaration of that kind begins with, for reading members that stand alone. */
  shell(kind: Declaration["kind"], name: string): string | undefined;
  isNameFixed(declaration: Declaration): boolean;
  lacksMember(base: string, name: string): boolean;
}

type WithParser = Pick<BraceLanguage, "parserOf">;

/** A file's tree; the grammar's errors count. Undefined where nothing can be read. */
export function readBraceTree(
  language: WithParser,
  path: RepositoryPath,
  text: string,
): SyntaxNode | undefined {
  const tree = readTree(language.parserOf(path), text, { isError });
  return tree.status === "read" ? tree.root : undefined;
}

/** So many places the grammar cannot read: a structure need not look into bodies, and has fewer. Infinite where nothing can be read. */
export function countErrors(language: WithParser, path: RepositoryPath, text: string): number {
  const tree = readTree(language.parserOf(path), text, { isError, shouldEnter: () => false });
  return tree.status === "read" ? tree.errors.length : Infinity;
}

function isError({ isMissing, type }: SyntaxNode): boolean {
  return isMissing || type === "ERROR";
}

/** A stretch of a text in bytes without the line ends that it ends with: a directive's node has its own. */
export function withoutLineEnd(text: string, { start, end }: ByteSpan): ByteSpan {
  const bytes = Buffer.from(text);
  let last = end;
  while (last > start && (bytes[last - 1] === 0x0a || bytes[last - 1] === 0x0d)) last--;
  return { start, end: last };
}

/** The end of a text literal between one quote each; one that may not go over lines ends with its line. */
export function endOfQuoted(code: string, start: number, longQuotes: string): number {
  const quote = code[start] ?? "";
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote) return at + 1;
    else if (!longQuotes.includes(quote) && (code[at] === "\n" || code[at] === "\r")) return at;
  }
  return code.length;
}
