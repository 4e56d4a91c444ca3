import type { TextEdit } from "../reference.ts";
import type { SyntaxNode } from "../syntax-node.ts";

/** One way of breaking code: a file (or a few small ones in a file) in this folder and a line in `operators.ts`. */
export interface MutationOperator {
  /** The `kind` of its mutants. */
  readonly name: string;
  /**
   * The edits at exactly this node, each one a mutant. Called for every node of body and defaults that may be mutated, parents
   * first. Results that do not parse, or equal the reference, are dropped later.
   */
  mutate(node: SyntaxNode): Iterable<TextEdit>;
}

/** The edit that puts `replacement` in the place of a node. */
export function replace(node: SyntaxNode, replacement: string): TextEdit {
  return { start: node.start, end: node.end, replacement };
}

/** An operator that swaps operator tokens: for nodes of these types, the token in field `operator` by a table. */
export function swapOperators(
  name: string,
  types: readonly string[],
  table: Readonly<Record<string, readonly string[]>>,
  isExcluded: (node: SyntaxNode) => boolean = () => false,
): MutationOperator {
  return {
    name,
    *mutate(node) {
      if (!types.includes(node.type) || isExcluded(node)) return;
      const token = node.children.find((child) => child.field === "operator" || child.field === "operators");
      if (token === undefined) return;
      for (const other of table[token.text] ?? []) yield replace(token, other);
    },
  };
}
