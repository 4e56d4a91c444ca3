import type { LineRange, OutlineItem } from "../../languages/index.ts";
import type { ContextMaterial, PromptContext } from "./context.ts";
import { fitPieces, fits, type Piece } from "./fit.ts";
import { byImportance, overlaps, type PlacedPiece } from "./importance.ts";

/**
 * The file around the target. Where it does not fit: the target with the headers of its classes, then imports, then the whole
 * definitions and statements nearest to the target.
 */
export function fileContext({ text, outline, target, budgetTokens }: ContextMaterial): PromptContext {
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines.length;
  const cut = (range: LineRange): readonly string[] => lines.slice(range.start - 1, range.end);
  const items = outline?.items ?? [];
  const [first] = items;
  const begin = first?.lines.start ?? last + 1;
  const places: PlacedPiece[] =
    outline === undefined
      ? singleLines({ start: 1, end: last }, undefined, cut)
      : [...wholeLines({ start: 1, end: begin - 1 }, cut), ...placesOf(items, undefined, last, cut)];
  const pieces = places.flatMap((place) => {
    const isTooLong = overlaps(place.range, target) && !fits(place, budgetTokens);
    return isTooLong ? singleLines(place.range, place.parent, cut) : [place];
  });
  return fitPieces(pieces, byImportance(pieces, target), budgetTokens, outline?.lineComment ?? "");
}

type Cut = (range: LineRange) => readonly string[];

/** Every line from the first item to `until` belongs to one place: what stands between two items belongs to the first. */
function placesOf(
  items: readonly OutlineItem[],
  parent: Piece | undefined,
  until: number,
  cut: Cut,
): readonly PlacedPiece[] {
  return items.flatMap((item, index) => {
    const end = (items[index + 1]?.lines.start ?? until + 1) - 1;
    const [member] = item.members;
    const range = { start: item.lines.start, end: member === undefined ? end : member.lines.start - 1 };
    if (range.end < range.start) return [];
    const isImport = item.kind === "import" && parent === undefined;
    const place: PlacedPiece = { range, lines: cut(range), parent, isImport };
    return [place, ...placesOf(item.members, place, end, cut)];
  });
}

function wholeLines(range: LineRange, cut: Cut): readonly PlacedPiece[] {
  return range.end < range.start ? [] : [{ range, lines: cut(range), parent: undefined, isImport: false }];
}

function singleLines({ start, end }: LineRange, parent: Piece | undefined, cut: Cut): PlacedPiece[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => {
    const range = { start: start + index, end: start + index };
    return { range, lines: cut(range), parent, isImport: false };
  });
}
