import type { Parser } from "web-tree-sitter";

import { identifierText } from "./identifiers.ts";
import { joinBracketedLines } from "./joined-lines.ts";
import {
  createSite,
  decoratorText,
  definitionOf,
  kindOfDecorator,
  type Enclosing,
  type PreparedSource,
} from "./sites.ts";
import { indexText, type SourceText } from "./source-text.ts";
import { isDefinitionStatement, isStatement, scopeStatements } from "./statements.ts";
import {
  findField,
  readSyntaxTree,
  type ReadingBudget,
  type SyntaxNode,
  type SyntaxTree,
} from "./syntax-tree.ts";

/** A source with its tree and the places of its targets. */
export interface FileIndex {
  readonly source: SourceText;
  readonly root: SyntaxNode;
  readonly errors: readonly SyntaxNode[];
  /** In source order; of several definitions of a name in one scope only the last. */
  readonly sites: readonly PreparedSource[];
}

/** What indexing gave: `reason` says why a text was not read. */
export type IndexOutcome =
  | { readonly status: "indexed"; readonly index: FileIndex }
  | { readonly status: "refused"; readonly reason: string };

/** How many files stay indexed between calls: variants of one target come in a row. */
const KEPT_FILES = 8;

/** Indexes texts and remembers the last few. */
export function createIndexer(parser: Parser): (text: string) => IndexOutcome {
  const kept = new Map<string, IndexOutcome>();
  return (text) => {
    const outcome = kept.get(text) ?? indexFile(parser, text);
    kept.delete(text);
    kept.set(text, outcome);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_FILES && oldest !== undefined) kept.delete(oldest);
    return outcome;
  };
}

function indexFile(parser: Parser, text: string): IndexOutcome {
  const tree = readLenientTree(parser, text);
  if (tree.status === "refused") return tree;
  const source = indexText(text);
  const broken = tree.errors.flatMap(brokenParts);
  const sites = findSites(source, tree.root, []).filter((site) => !isDamaged(source, site, broken));
  return { status: "indexed", index: { source, root: tree.root, errors: tree.errors, sites } };
}

/** `readSyntaxTree`, leniently. */
export function readLenientTree(parser: Parser, text: string, budget?: ReadingBudget): SyntaxTree {
  return readLenient(text, (given) => readSyntaxTree(parser, given, budget));
}

/** Reads a text, and where that shows errors, again with bracketed lines joined, which counts if it shows fewer. */
export function readLenient(text: string, read: (text: string) => SyntaxTree): SyntaxTree {
  const tree = read(text);
  if (tree.status === "refused" || tree.errors.length === 0) return tree;
  const joinedText = joinBracketedLines(text);
  if (joinedText === text) return tree;
  const joined = read(joinedText);
  return joined.status === "read" && joined.errors.length < tree.errors.length ? joined : tree;
}

function findSites(
  source: SourceText,
  container: SyntaxNode,
  enclosing: readonly Enclosing[],
): PreparedSource[] {
  const found = new Map<string, PreparedSource[]>();
  for (const outer of scopeStatements(container)) {
    if (!isDefinitionStatement(outer)) continue;
    const node = definitionOf(outer);
    const nameNode = findField(node, "name");
    if (nameNode === undefined) continue;
    const name = identifierText(nameNode, source.text);
    if (node.type === "class_definition") {
      const body = findField(node, "body");
      found.set(name, body === undefined ? [] : findSites(source, body, [...enclosing, { name, outer }]));
      continue;
    }
    const site = createSite(source, outer, enclosing);
    found.set(
      name,
      site === undefined ? [] : [...accessorsKept(found.get(name) ?? [], site, source.text), site],
    );
  }
  return [...found.values()].flat().sort((a, b) => a.outer.start - b.outer.start);
}

/** A setter or deleter joins the property it belongs to; everything else replaces what had its name before. */
function accessorsKept(
  before: readonly PreparedSource[],
  site: PreparedSource,
  text: string,
): readonly PreparedSource[] {
  const isJoined = site.decorators.some((decorator) => {
    const expression = decoratorText(decorator, text);
    return expression.startsWith(`${site.name}.`) && kindOfDecorator(expression) !== undefined;
  });
  return isJoined ? before.filter((one) => one.kind !== site.kind) : [];
}

/** True where a syntax error stands inside the definition or right behind it, for then its end is a guess. */
function isDamaged(source: SourceText, site: PreparedSource, broken: readonly SyntaxNode[]): boolean {
  const lastLine = source.lineAt(site.bodyEnd);
  return broken.some((part) => {
    if (part.end < site.outer.start) return false;
    if (part.start <= site.bodyEnd || source.lineAt(part.start) <= lastLine + 1) return true;
    return source.text.slice(site.bodyEnd, part.start).trim() === "";
  });
}

/** An error node can hold whole statements that are in order; what is broken is what stands between them. */
function brokenParts(error: SyntaxNode): readonly SyntaxNode[] {
  const parts = error.children.filter((child) => !isStatement(child) && !isDefinitionStatement(child));
  return error.children.length === 0 ? [error] : parts;
}
