import { unescapePythonText } from "./literals/escapes.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/**
 * The value of a text literal (adjacent ones and parentheses included), or undefined where the node is no
 * constant text: bytes and interpolated literals are none. `\N{…}` stays as written.
 */
export function textValue(outer: SyntaxNode, source: string): string | undefined {
  let node: SyntaxNode | undefined = outer;
  while (node?.type === "parenthesized_expression") {
    const inner: SyntaxNode[] = node.children.filter((child) => child.isNamed && child.type !== "comment");
    node = inner.length === 1 ? inner[0] : undefined;
  }
  if (node === undefined) return undefined;
  if (node.type === "concatenated_string") {
    const parts = node.children
      .filter((child) => child.type === "string")
      .map((child) => textValue(child, source));
    return parts.includes(undefined) ? undefined : parts.join("");
  }
  return node.type === "string" ? literalValue(source.slice(node.start, node.end)) : undefined;
}

function literalValue(literal: string): string | undefined {
  const match = /^([A-Za-z]*)("""|'''|"|')([^]*)\2$/.exec(literal);
  const prefix = match?.[1]?.toLowerCase();
  const content = match?.[3]?.replace(/\r\n?/g, "\n");
  if (prefix === undefined || content === undefined || /[bft]/.test(prefix)) return undefined;
  return prefix.includes("r") ? content : unescapePythonText(content, (written) => written);
}
