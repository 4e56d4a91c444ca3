/** Calls that others are made from. */
import { takeEvenly } from "../pools.ts";
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
  /** Which way conditions of the reference go. */
  readonly conditions?: readonly string[];
  /** What it shows; undefined where that is not known, or it was changed since. */
  readonly observation?: Observation;
}

function isOfWay(merit: string): boolean {
  return /^(?:arc|kind) /u.test(merit);
}

/** The way that a call takes through the reference, and how it ends, as one name. */
export function wayOf({ arcs }: Pick<KnownCall, "arcs">): string {
  return arcs.filter(isOfWay).toSorted().join(";");
}

/** The way through the reference, with its conditions, as one name. */
export function fineWayOf({ arcs, conditions = [] }: Pick<KnownCall, "arcs" | "conditions">): string {
  return [...arcs.filter((merit) => merit.startsWith("arc ")), ...conditions].toSorted().join(";");
}

/** True for a call that ends with an exception, or says no. */
export function isRefused({ arcs }: Pick<KnownCall, "arcs">): boolean {
  return arcs.some((merit) => /^kind (?:raises|returns (?:false|null))\b/u.test(merit));
}

/** What a call shows of the reference: the branches and conditions that it goes through, and how it ends. */
export function shownBy({ arcs, conditions = [] }: KnownCall): readonly string[] {
  const ends = arcs.filter((merit) => merit.startsWith("kind "));
  return [...arcs.filter(isOfWay), ...conditions, ...conditions.map((one) => `${ends.join()} ${one}`)];
}

/** How much more the repository's own calls count: what is beside them is what others may give. */
const OWN_WEIGHT = 1.5;

/** So many calls, at most, that together show all that any does, those that show what few do first; then such calls of the others, and so on. */
export function coveringCalls(known: readonly KnownCall[], most: number): readonly KnownCall[] {
  const open = new Map(known.map((call) => [call, new Set(shownBy(call))]));
  const times = new Map<string, number>();
  for (const shown of open.values()) for (const one of shown) times.set(one, (times.get(one) ?? 0) + 1);
  const chosen: KnownCall[] = [];
  let covered = new Set<string>();
  const gainOf = ([{ isOwn = false }, shown]: readonly [KnownCall, ReadonlySet<string>]): number => {
    let gain = 0;
    for (const one of shown) if (!covered.has(one)) gain += 1 / (times.get(one) ?? 1);
    return isOwn ? OWN_WEIGHT * gain : gain;
  };
  while (chosen.length < most && open.size > 0) {
    let best: readonly [KnownCall, ReadonlySet<string>] | undefined;
    let mostGain = 0;
    for (const entry of open) {
      const gain = gainOf(entry);
      if (gain > mostGain) [best, mostGain] = [entry, gain];
    }
    if (best === undefined) {
      // Nothing is known of what the others show.
      if (covered.size === 0) return [...chosen, ...takeEvenly([...open.keys()], most - chosen.length)];
      covered = new Set();
      continue;
    }
    const [call, shown] = best;
    open.delete(call);
    covered = covered.union(shown);
    chosen.push(call);
  }
  return chosen;
}

/**
 * Calls by the way that they take through the reference and how they end, those that go through most of it first; on each way the repository's own
 * calls first, for what is beside them is what others may give.
 */
export function waysOf(known: readonly KnownCall[]): readonly (readonly KnownCall[])[] {
  const byWay = Map.groupBy(known, wayOf);
  const lengthOf = (way: readonly KnownCall[]): number => way[0]?.arcs.length ?? 0;
  return [...byWay.values()]
    .map((way) => way.toSorted((a, b) => Number(b.isOwn ?? false) - Number(a.isOwn ?? false)))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
}
