import type { SyntaxNode as PlainNode } from "../syntax-tree.ts";

export { findField } from "../syntax-tree.ts";

/** A node of a parsed definition that knows its text. Offsets are code units of the definition's text. */
export interface SyntaxNode extends PlainNode {
  readonly text: string;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
}

/** The same tree with texts, moved back by `skipped` code units that stood before `text` when it was parsed. */
export function withTexts(node: PlainNode, text: string, skipped: number, parent?: SyntaxNode): SyntaxNode {
  const start = Math.max(0, node.start - skipped);
  const end = Math.max(0, node.end - skipped);
  const children: SyntaxNode[] = [];
  const copy: SyntaxNode = { ...node, start, end, text: text.slice(start, end), parent, children };
  for (const child of node.children) children.push(withTexts(child, text, skipped, copy));
  return copy;
}

/** The first child of this type, named or not. */
export function findChild(node: SyntaxNode, type: string): SyntaxNode | undefined {
  return node.children.find((child) => child.type === type);
}

const EXTRAS = new Set(["comment", "line_continuation"]);

/** Named children without comments and line continuations. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => child.isNamed && !EXTRAS.has(child.type));
}

/** The node and everything below it, parents first, in the order of the text; nothing of nodes that `isSkipped`. */
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
