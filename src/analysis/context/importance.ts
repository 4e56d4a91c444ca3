import type { LineRange } from "../../languages/index.ts";
import type { Piece } from "./fit.ts";

/** A piece that knows where it stands. */
export interface PlacedPiece extends Piece {
  readonly range: LineRange;
  /** An import of the whole file. */
  readonly isImport: boolean;
}

/**
 * What the target stands in, then imports, then what is nearest to the target; of equally near ones the earlier. Pieces that others need are
 * not among them: they come with those.
 */
export function byImportance<P extends PlacedPiece>(pieces: readonly P[], target: LineRange): readonly P[] {
  const distance = ({ range }: P): number => Math.max(range.start - target.end, target.start - range.end, 0);
  const rank = (piece: P): number => (distance(piece) === 0 ? 0 : piece.isImport ? 1 : 2);
  const parents = new Set<Piece | undefined>(pieces.map(({ parent }) => parent));
  const alone = pieces.filter((piece) => !parents.has(piece));
  const ranked = alone.map((piece) => ({ piece, rank: rank(piece), distance: distance(piece) }));
  return ranked
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (a.rank === 2 ? a.distance - b.distance : 0) ||
        a.piece.range.start - b.piece.range.start,
    )
    .map(({ piece }) => piece);
}

/** True where two ranges have a line in common. */
export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}
