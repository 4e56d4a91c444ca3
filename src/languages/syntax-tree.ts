import type { Language, Parser, Tree } from "web-tree-sitter";

/** A node of a parsed source as plain data. Indexes count UTF-16 code units of the parsed text. */
export interface SyntaxNode {
  readonly type: string;
  readonly isNamed: boolean;
  /** True where the grammar demanded a token that the text does not have; such a node is empty. */
  readonly isMissing: boolean;
  readonly start: number;
  readonly end: number;
  /** The field of its parent that it fills (`body`, `name`). */
  readonly field: string | undefined;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
}

/** A source's tree, or why there is none. `errors` are the places with bad syntax, in order. */
export type SyntaxTree =
  | { readonly status: "read"; readonly root: SyntaxNode; readonly errors: readonly SyntaxNode[] }
  | {
      readonly status: "refused";
      readonly reason: "too_large" | "too_deep" | "too_costly" | "parser_failed";
    };

/**
 * What reading one text, or several in turn, may cost; what is spent is taken off. Counted, not timed, so that every machine decides alike:
 * each count stands for a bounded time.
 */
export interface ReadingBudget {
  /** Code units that the parser reads at a time; it reads each part of a text about once, unless the text is made to be read over and over. */
  readonly chunk: number;
  reads: number;
  /** Operations of the parser, in hundreds. */
  operations: number;
  /** Nodes of the tree. */
  nodes: number;
}

/** Longest text that is parsed, in UTF-16 code units: hand-written files stay far below, generated tables do not. */
const MAX_CHARACTERS = 2_000_000;
/** Deepest tree that is read; CPython's own parser gives up earlier. */
const MAX_DEPTH = 5_000;
/** What the parser's own buffer holds. */
const CHUNK = 5_000;
/** So often each part of a file may be read. */
const MAX_READS_OF_CHUNK = 50;
/** So many reads are allowed beside those: a small file may hold a long comment, each line of which is read to its end. */
const MORE_READS = 2_000;

/** How much of a tree is copied, and what counts as an error in it. */
export interface TreeRules {
  /** What the language's own parser would refuse. */
  readonly isError: (node: SyntaxNode, text: string) => boolean;
  /** False for a node below which nothing is wanted: what is not copied costs nothing. Below one with an error everything is copied. */
  readonly shouldEnter?: (node: SyntaxNode) => boolean;
  /** Without it that of a file. */
  readonly budget?: ReadingBudget | undefined;
}

/** Parses `text` into plain nodes and frees the parser's own tree. Never throws. */
export function readTree(parser: Parser, text: string, rules: TreeRules): SyntaxTree {
  const budget = rules.budget ?? budgetOfFile(text);
  if (text.length > MAX_CHARACTERS) return { status: "refused", reason: "too_large" };
  let tree: Tree | null = null;
  try {
    parser.reset();
    tree = parser.parse(
      (index) => (budget.reads-- > 0 ? text.slice(index, index + budget.chunk) : undefined),
      null,
      { progressCallback: () => --budget.operations < 0 },
    );
    if (isSpent(budget)) return { status: "refused", reason: "too_costly" };
    return tree === null
      ? { status: "refused", reason: "parser_failed" }
      : copyTree(tree, text, { ...rules, budget });
  } catch {
    return { status: "refused", reason: "parser_failed" };
  } finally {
    tree?.delete();
  }
}

/** True once nothing more can be read at this cost. */
export function isSpent({ reads, operations, nodes }: ReadingBudget): boolean {
  return reads < 0 || operations < 0 || nodes < 0;
}

function budgetOfFile({ length }: string): ReadingBudget {
  const reads = MORE_READS + MAX_READS_OF_CHUNK * Math.ceil(length / CHUNK);
  return { chunk: CHUNK, reads, operations: Infinity, nodes: Infinity };
}

interface Draft extends SyntaxNode {
  readonly children: Draft[];
}

type CopyRules = TreeRules & { readonly budget: ReadingBudget };

function copyTree(tree: Tree, text: string, { isError, shouldEnter, budget }: CopyRules): SyntaxTree {
  const types = nodeTypesOf(tree.language);
  const fields = tree.language.fields;
  const cursor = tree.walk();
  const errors: SyntaxNode[] = [];
  const isBroken = shouldEnter === undefined || cursor.currentNode.hasError;
  const take = (parent: Draft | undefined): Draft => {
    const { name, isNamed } = types[cursor.nodeTypeId] ?? ERROR_TYPE;
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    const node: Draft = {
      type: name,
      isNamed,
      isMissing: start === end && cursor.nodeIsMissing,
      start,
      end,
      field:
        parent?.parent === undefined || LISTS.has(parent.type)
          ? undefined
          : (fields[cursor.currentFieldId] ?? undefined),
      parent,
      children: [],
    };
    parent?.children.push(node);
    if (isError(node, text)) errors.push(node);
    return node;
  };
  const isWanted = (node: Draft): boolean =>
    shouldEnter === undefined || shouldEnter(node) || (isBroken && cursor.currentNode.hasError);
  try {
    const root = take(undefined);
    let current: Draft | undefined = root;
    let depth = 0;
    while (current !== undefined) {
      if (--budget.nodes < 0) return { status: "refused", reason: "too_costly" };
      if (isWanted(current) && cursor.gotoFirstChild()) {
        if (++depth > MAX_DEPTH) return { status: "refused", reason: "too_deep" };
        current = take(current);
        continue;
      }
      while (current !== undefined && !cursor.gotoNextSibling()) {
        current = current.parent as Draft | undefined;
        depth--;
        if (!cursor.gotoParent()) current = undefined;
      }
      if (current !== undefined) current = take(current.parent as Draft | undefined);
    }
    return { status: "read", root, errors };
  } finally {
    cursor.delete();
  }
}

/** Nodes below the root whose children have no fields, in any grammar; nor have those of the root. */
const LISTS = new Set(["block", "statement_block", "compound_statement"]);

interface NodeType {
  readonly name: string;
  readonly isNamed: boolean;
}

const ERROR_TYPE: NodeType = { name: "ERROR", isNamed: true };
const knownTypes = new WeakMap<Language, readonly NodeType[]>();

/** By their numbers, asked of each grammar once: every question crosses into WebAssembly. */
function nodeTypesOf(language: Language): readonly NodeType[] {
  const known =
    knownTypes.get(language) ??
    language.types.map((name, id) => ({ name, isNamed: language.nodeTypeIsNamed(id) }));
  knownTypes.set(language, known);
  return known;
}

/** `node` and everything below it, parents first, in source order. `shouldEnter` false leaves out what is below a node. */
export function* walk(
  node: SyntaxNode,
  shouldEnter: (node: SyntaxNode) => boolean = () => true,
): Generator<SyntaxNode, void, undefined> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (!shouldEnter(next)) continue;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}

/** The child in `field`, if there is one. */
export function findField<
  Node extends { readonly field: string | undefined; readonly children: readonly Node[] },
>(node: Node, field: string): Node | undefined {
  return node.children.find((child) => child.field === field);
}

/** The children in `field`, in order. */
export function listField(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field);
}

/** Visits `root` and what is below it, parents first, in source order; `visit` gives what its children are visited with, undefined to leave them out. */
export function visitTree<Scope>(
  root: SyntaxNode,
  scope: Scope,
  visit: (node: SyntaxNode, scope: Scope) => Scope | undefined,
): void {
  const waiting: { readonly node: SyntaxNode; readonly scope: Scope }[] = [{ node: root, scope }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = visit(next.node, next.scope);
    if (inner === undefined) continue;
    for (let index = next.node.children.length - 1; index >= 0; index--) {
      const child = next.node.children[index];
      if (child !== undefined) waiting.push({ node: child, scope: inner });
    }
  }
}

/** What may stand anywhere and means nothing to a program. */
const EXTRAS = new Set(["comment", "line_comment", "block_comment", "line_continuation"]);

/** Children that are neither punctuation nor comments. */
export function codeChildren(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.isNamed && !EXTRAS.has(child.type));
}
