import type { Tree, TreeCursor } from "web-tree-sitter";

/**
 * A node of a parsed definition as plain data: quick to walk in all directions, and nothing to free. Offsets are
 * UTF-16 code units of the text that was parsed. Types and field names are those of tree-sitter-python.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly field: string | undefined;
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
}

/** Copies a tree out of WebAssembly memory; `skipped` code units at the start of the parsed text are not part of `text`. */
export function copyTree(tree: Tree, text: string, skipped: number): SyntaxNode {
  const cursor = tree.walk();
  try {
    return copyNode(cursor, text, skipped, undefined);
  } finally {
    cursor.delete();
  }
}

function copyNode(
  cursor: TreeCursor,
  text: string,
  skipped: number,
  parent: SyntaxNode | undefined,
): SyntaxNode {
  const start = Math.max(0, cursor.startIndex - skipped);
  const end = Math.max(0, cursor.endIndex - skipped);
  const children: SyntaxNode[] = [];
  const node: SyntaxNode = {
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? undefined,
    isNamed: cursor.nodeIsNamed,
    start,
    end,
    text: text.slice(start, end),
    parent,
    children,
  };
  if (!cursor.gotoFirstChild()) return node;
  do children.push(copyNode(cursor, text, skipped, node));
  while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return node;
}

/** The first child in this field. */
export function findField(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** The first child of this type, named or not. */
export function findChild(node: SyntaxNode, type: string): SyntaxNode | undefined {
  return node.children.find((child) => child.type === type);
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => child.isNamed && child.type !== "comment");
}

/** The node and everything below it, parents first, in the order of the text; not below nodes that `isSkipped`. */
export function* walk(
  node: SyntaxNode,
  isSkipped: (node: SyntaxNode) => boolean = () => false,
): Generator<SyntaxNode, void, undefined> {
  if (isSkipped(node)) return;
  yield node;
  for (const child of node.children) yield* walk(child, isSkipped);
}

/** The ancestors of a node, nearest first. */
export function* ancestorsOf(node: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  for (let above = node.parent; above !== undefined; above = above.parent) yield above;
}

/** Whether anything at or below `node` is of one of these types. */
export function contains(node: SyntaxNode, ...types: string[]): boolean {
  return types.includes(node.type) || node.children.some((child) => contains(child, ...types));
}

const SCOPES = new Set(["function_definition", "class_definition", "lambda"]);

/** True for nested functions, classes and lambdas: their statements belong to somebody else. */
export function isNestedScope(node: SyntaxNode): boolean {
  return SCOPES.has(node.type);
}
