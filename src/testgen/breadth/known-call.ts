/** Calls that others are made from. */
import type { CaseRecipe, Observation } from "../../spec/index.ts";

/** A call to start from. */
export interface KnownCall {
  readonly recipe: CaseRecipe;
  /** The same with its objects by their states, where that is known. */
  readonly states?: CaseRecipe;
  /** True where the repository's own tests or documentation make it. */
  readonly isOwn?: boolean;
  /** Names of the arcs of the reference that it takes, and of the kind of its outcome. */
  readonly arcs: readonly string[];
  /** What it shows; undefined where that is not known, or it was changed since. */
  readonly observation?: Observation;
}

/**
 * Calls by the way that they take through the reference and how they end, those that go through most of it first; on each way the repository's own
 * calls first, for what is beside them is what others may give.
 */
export function waysOf(known: readonly KnownCall[]): readonly (readonly KnownCall[])[] {
  const nameOf = ({ arcs }: KnownCall): string =>
    arcs
      .filter((arc) => /^(?:arc|kind) /u.test(arc))
      .toSorted()
      .join(";");
  const byWay = Map.groupBy(known, nameOf);
  const lengthOf = (way: readonly KnownCall[]): number => way[0]?.arcs.length ?? 0;
  return [...byWay.values()]
    .map((way) => way.toSorted((a, b) => Number(b.isOwn ?? false) - Number(a.isOwn ?? false)))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
}
