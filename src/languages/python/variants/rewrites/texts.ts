import type { Reference, TextEdit } from "../reference.ts";
import { findChild, findField, type SyntaxNode } from "../syntax-node.ts";
import { withoutOverlaps, type Rewrite } from "./rewrite.ts";
import { ownNodes } from "./scope.ts";

/** `f"{x:>5} of {y!r}"` to `"{:>5}".format(x) + " of " + "{!r}".format(y)`: each value is still written before the next is computed. */
export const joinTexts: Rewrite = {
  name: "join-texts",
  edits: (reference) =>
    withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        const pieces = node.type === "string" ? piecesOf(reference, node) : undefined;
        if (pieces === undefined || pieces.length === 0) return [];
        return [
          { start: node.start, end: node.end, replacement: `(${pieces.join(" + ")})` } satisfies TextEdit,
        ];
      }),
    ),
};

/** Expressions that together make the text; undefined where it is no formatted text or some part is not plain. */
function piecesOf({ text }: Reference, node: SyntaxNode): string[] | undefined {
  const opening = findChild(node, "string_start");
  const closing = findChild(node, "string_end");
  const [, prefix = "", quote = ""] = /^([a-z]*)(["']+)$/i.exec(opening?.text ?? "") ?? [];
  if (opening === undefined || closing === undefined || !/f/i.test(prefix)) return undefined;
  if (node.parent?.type === "concatenated_string") return undefined;
  const around = (inside: string): string | undefined =>
    literalPiece(inside, prefix.replace(/f/i, ""), quote);
  const pieces: (string | undefined)[] = [];
  let from = opening.end;
  for (const part of node.children.filter(({ type }) => type === "interpolation")) {
    if (part.start > from) pieces.push(around(text.slice(from, part.start)));
    pieces.push(formattedPiece(part));
    from = part.end;
  }
  if (closing.start > from) pieces.push(around(text.slice(from, closing.start)));
  return pieces.some((piece) => piece === undefined) ? undefined : (pieces as string[]);
}

function literalPiece(inside: string, prefix: string, quote: string): string | undefined {
  const isPlain =
    !/\\N|\\$/.test(inside) && !inside.startsWith(quote.charAt(0)) && !inside.endsWith(quote.charAt(0));
  return isPlain ? prefix + quote + inside.replace(/\{\{/g, "{").replace(/\}\}/g, "}") + quote : undefined;
}

/** Formats that mean the same to `str.format`: nothing computed, no brackets or quotes. */
const PLAIN_FORMAT = /^:[\w<>=^+\-., %#]*$/;

function formattedPiece(interpolation: SyntaxNode): string | undefined {
  const expression = findField(interpolation, "expression");
  const conversion = findField(interpolation, "type_conversion")?.text ?? "";
  const format = findField(interpolation, "format_specifier")?.text ?? "";
  const isShown = interpolation.children.some(({ type }) => type === "=");
  if (expression === undefined || isShown || !(format === "" || PLAIN_FORMAT.test(format))) return undefined;
  return `"{${conversion}${format}}".format((${expression.text}))`;
}
