import type { Definition, Token } from "../language.ts";
import type { FileIndex } from "./file-index.ts";
import { textValue } from "./strings.ts";
import { walk, type SyntaxNode } from "./syntax-tree.ts";

const NOT_CODE = new Set(["comment", "line_continuation"]);
const LITERALS = new Set(["integer", "float", "true", "false", "none", "ellipsis", "string_content"]);

/** Tokens of a definition's body, its docstring left out; none where the file does not hold it. */
export function readBodyTokens({ source, sites }: FileIndex, { spans }: Definition): Token[] {
  const site = sites.find(({ outer, bodyEnd }) => {
    return source.byteAt(outer.start) === spans.whole.start && source.byteAt(bodyEnd) === spans.whole.end;
  });
  return (site?.statements ?? []).flatMap((statement) =>
    [...walk(statement, isDivisible)].flatMap((node) => readToken(node, source.text)),
  );
}

/** A constant text is one token however it is put together; one with expressions in it is taken apart. */
function isDivisible(node: SyntaxNode): boolean {
  if (node.type === "string") return node.children.some(({ type }) => type === "interpolation");
  return node.type !== "string_content";
}

function readToken(node: SyntaxNode, text: string): Token | [] {
  const isWhole = node.children.length === 0 || !isDivisible(node);
  if (!isWhole || node.start === node.end || NOT_CODE.has(node.type)) return [];
  const written = text.slice(node.start, node.end);
  switch (node.type) {
    case "identifier":
      return { kind: "name", text: written };
    case "string":
      return { kind: "literal", text: JSON.stringify(textValue(node, text) ?? written) };
    // Which quotes are used says nothing.
    case "string_start":
      return { kind: "other", text: `${written.replace(/["'].*/, "").toLowerCase()}"` };
    case "string_end":
      return { kind: "other", text: '"' };
    default:
      return { kind: LITERALS.has(node.type) ? "literal" : "other", text: written };
  }
}
