import type { CodeEdge, CodePlace } from "../../languages/index.ts";
import type { CodeView } from "../code-view.ts";
import { placeKey } from "./packed-links.ts";

/** A place that is reached from another, and over how many steps at least. */
export interface ReachedPlace {
  readonly place: CodePlace;
  /** At least 1. */
  readonly steps: number;
}

/** The edges of a view by both of their ends. */
export class CallGraph {
  readonly #from: ReadonlyMap<string, readonly CodeEdge[]>;
  readonly #to: ReadonlyMap<string, readonly CodeEdge[]>;

  /** Resolves the names of the view. */
  constructor(view: CodeView) {
    const { edges } = view.resolved();
    this.#from = Map.groupBy(edges, ({ caller }) => placeKey(caller));
    this.#to = Map.groupBy(edges, ({ callee }) => placeKey(callee));
  }

  /** Edges of a kind that lead away from a place. */
  from(place: CodePlace, kind: CodeEdge["kind"]): readonly CodeEdge[] {
    return (this.#from.get(placeKey(place)) ?? []).filter((edge) => edge.kind === kind);
  }

  /** Edges of a kind that lead to a place. */
  to(place: CodePlace, kind: CodeEdge["kind"]): readonly CodeEdge[] {
    return (this.#to.get(placeKey(place)) ?? []).filter((edge) => edge.kind === kind);
  }

  /** What a method overrides and implements, nearest first, itself not among it. */
  above(place: CodePlace): readonly CodePlace[] {
    const next = (from: CodePlace): readonly CodePlace[] =>
      [...this.from(from, "override"), ...this.from(from, "implementation")].map(({ callee }) => callee);
    return reach([place], next).map((reached) => reached.place);
  }

  /** What overrides or implements a method, nearest first, itself not among it. */
  below(place: CodePlace): readonly CodePlace[] {
    const next = (from: CodePlace): readonly CodePlace[] =>
      [...this.to(from, "override"), ...this.to(from, "implementation")].map(({ caller }) => caller);
    return reach([place], next).map((reached) => reached.place);
  }

  /** What places call, directly or not, nearest first; they themselves are not among it. */
  allCallees(places: readonly CodePlace[]): readonly ReachedPlace[] {
    return reach(places, (from) => this.from(from, "call").map(({ callee }) => callee));
  }

  /**
   * What calls places, directly or not, nearest first; they themselves are not among it. Who calls the method that one of them overrides or
   * implements may call this one.
   */
  allCallers(places: readonly CodePlace[]): readonly ReachedPlace[] {
    return reach(places, (to) =>
      [to, ...this.above(to)].flatMap((called) => this.to(called, "call").map(({ caller }) => caller)),
    );
  }
}

/** What can be reached from places, breadth first; of equally near ones in the order in which edges are given. */
function reach(
  places: readonly CodePlace[],
  next: (place: CodePlace) => readonly CodePlace[],
): readonly ReachedPlace[] {
  const seen = new Set(places.map(placeKey));
  const reached: ReachedPlace[] = [];
  let front = places;
  for (let steps = 1; front.length > 0; steps++) {
    const found: CodePlace[] = [];
    for (const place of front.flatMap(next)) {
      if (seen.has(placeKey(place))) continue;
      seen.add(placeKey(place));
      found.push(place);
    }
    reached.push(...found.map((place) => ({ place, steps })));
    front = found;
  }
  return reached;
}
