import type { SyntaxNode } from "./syntax-tree.ts";

/**
 * The value of a text literal (adjacent ones and parentheses included), or undefined where the node is no
 * constant text: bytes and interpolated literals are none. `\N{…}` stays as written.
 */
export function textValue(node: SyntaxNode, source: string): string | undefined {
  if (node.type === "parenthesized_expression") {
    const inner = node.children.filter((child) => child.isNamed && child.type !== "comment");
    return inner.length === 1 && inner[0] !== undefined ? textValue(inner[0], source) : undefined;
  }
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
  return prefix.includes("r") ? content : unescape(content);
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  "\n": "",
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

function unescape(content: string): string {
  const escapes = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/g;
  return content.replace(
    escapes,
    (whole, octal?: string, x?: string, u?: string, long?: string, simple?: string) => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      const code = Number.parseInt(x ?? u ?? long ?? "", 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return SIMPLE_ESCAPES[simple ?? ""] ?? whole;
    },
  );
}
