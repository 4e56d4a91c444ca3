import type { FileOutline, OutlineItem } from "../../languages/index.ts";
import { NO_CONTEXT, type ContextMaterial, type PromptContext } from "./context.ts";
import { fitPieces, type Piece } from "./fit.ts";
import { byImportance, type PlacedPiece } from "./importance.ts";

/** Longest assignment that is shown whole, in lines. */
const MAX_ASSIGNMENT_LINES = 3;

/**
 * Headers of the file's functions and classes without their bodies, class attributes, annotated names and imports. Where they do not fit:
 * the class of the target, imports, then what stands nearest to it.
 */
export function typesContext({ text, outline, target, budgetTokens }: ContextMaterial): PromptContext {
  if (outline === undefined) return NO_CONTEXT;
  const lines = text.split(/\r\n|\n|\r/);
  const pieces = outline.items.flatMap((item) => piecesOf(item, undefined, { lines, outline }));
  return fitPieces(pieces, byImportance(pieces, target), budgetTokens, outline.lineComment);
}

interface Source {
  readonly lines: readonly string[];
  readonly outline: FileOutline;
}

function piecesOf(item: OutlineItem, parent: Piece | undefined, source: Source): readonly PlacedPiece[] {
  const piece = (lines: readonly string[]): PlacedPiece => ({
    lines,
    parent,
    range: item.lines,
    isImport: item.kind === "import",
  });
  switch (item.kind) {
    case "import":
      return parent === undefined ? [piece(ownLines(item, source))] : [];
    case "function":
      return [piece((item.stub ?? "").split(/\r\n|\n|\r/))];
    case "assignment":
      return parent !== undefined || item.isAnnotated ? [piece(shorten(item, source))] : [];
    case "class": {
      const isShown = ({ kind }: OutlineItem): boolean => kind !== "import" && kind !== "other";
      const header = (item.members.some(isShown) ? item.declaration : item.stub) ?? "";
      const own = piece(header.split(/\r\n|\n|\r/));
      return [own, ...item.members.flatMap((member) => piecesOf(member, own, source))];
    }
    default:
      return [];
  }
}

/** The item's lines without the comments above it. */
function ownLines({ lines: { start, end } }: OutlineItem, { lines, outline }: Source): readonly string[] {
  const own = lines.slice(start - 1, end);
  const first = own.findIndex((line) => !line.trimStart().startsWith(outline.lineComment));
  return own.slice(Math.max(0, first));
}

/** A long value is not shown; where its beginning is not on the first line, the assignment stays whole. */
function shorten(item: OutlineItem, source: Source): readonly string[] {
  const lines = ownLines(item, source);
  return lines.length <= MAX_ASSIGNMENT_LINES || item.stub === undefined ? lines : [item.stub];
}
