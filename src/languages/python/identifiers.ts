import type { SyntaxNode } from "./syntax-tree.ts";

/** An identifier as Python takes it: names that are the same after NFKC are one name (Python reference, section 2.3). */
export function identifierText(node: SyntaxNode, text: string): string {
  return text.slice(node.start, node.end).normalize("NFKC");
}
