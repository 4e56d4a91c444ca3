import { countTokens } from "../../src/analysis/slices/slice.ts";
import type { CollectedSlice, PieceForm, SliceFile } from "../../src/languages/index.ts";

/** A sufficient set of pieces from which none can be taken away. */
export interface SmallestSet {
  readonly tokens: number;
  readonly removed: readonly RemovedPiece[];
  readonly trials: number;
}

/** A piece that the recorded calls do without. */
export interface RemovedPiece {
  readonly name: string;
  readonly path: string;
  /** UTF-16 code units of the piece alone. */
  readonly length: number;
  /** Pieces for whose sake it was taken, the nearest first; those that stay are marked with `+`. */
  readonly by: readonly string[];
}

/**
 * The smallest sufficient set found by deletion: from the whole slice pieces are taken away, those farthest from the target first, by halves and then
 * one by one, as long as the recorded calls agree. Definitions, class members and statements are deleted; imports fall with what needs them.
 */
export async function findSmallest(
  slice: CollectedSlice,
  isSufficient: (files: readonly SliceFile[]) => Promise<boolean>,
): Promise<SmallestSet> {
  const { pieces } = slice;
  let kept = new Set(pieces.keys());
  let trials = 0;
  const attempt = async (without: readonly number[]): Promise<boolean> => {
    const next = prune(slice, new Set([...kept].filter((index) => !without.includes(index))));
    trials++;
    const files = slice.renderFiles(whole(next));
    if (!(await isSufficient(files))) return false;
    kept = next;
    return true;
  };
  const reduce = async (candidates: readonly number[]): Promise<void> => {
    const left = candidates.filter((index) => kept.has(index));
    if (left.length === 0 || (await attempt(left)) || left.length === 1) return;
    const middle = left.length >> 1;
    await reduce(left.slice(0, middle));
    await reduce(left.slice(middle));
  };
  const protectedPieces = new Set<number>([0]);
  for (let at = pieces[0]?.parent; at !== undefined; at = pieces[at]?.parent) protectedPieces.add(at);
  const candidates = [...pieces.keys()]
    .filter((index) => !protectedPieces.has(index) && pieces[index]?.kind !== "import")
    .toReversed();
  await reduce(candidates);
  const removed = pieces.flatMap(({ name, path, length, kind }, index) => {
    if (kept.has(index) || kind === "import") return [];
    const by = pieces.flatMap((one, at) =>
      one.needs.includes(index) ? [`${kept.has(at) ? "+" : ""}${one.name}`] : [],
    );
    return [{ name, path, length, by }];
  });
  return { tokens: countTokens(slice.renderFiles(whole(kept))), removed, trials };
}

/** Without what stands in pieces that are gone, and imports that nothing left needs. */
function prune({ pieces }: CollectedSlice, kept: ReadonlySet<number>): Set<number> {
  const isIn = (index: number): boolean => {
    for (let at: number | undefined = index; at !== undefined; at = pieces[at]?.parent)
      if (!kept.has(at)) return false;
    return true;
  };
  const left = new Set([...kept].filter(isIn));
  const needed = new Set(
    [...left].flatMap((index) => (pieces[index]?.kind === "import" ? [] : (pieces[index]?.needs ?? []))),
  );
  for (let grows = true; grows; ) {
    grows = false;
    for (const index of left)
      if (pieces[index]?.kind === "import" && needed.has(index))
        for (const one of pieces[index]?.needs ?? [])
          if (!needed.has(one)) {
            needed.add(one);
            grows = true;
          }
  }
  return new Set([...left].filter((index) => pieces[index]?.kind !== "import" || needed.has(index)));
}

function whole(kept: Iterable<number>): ReadonlyMap<number, PieceForm> {
  return new Map([...kept].map((index) => [index, "whole"]));
}
