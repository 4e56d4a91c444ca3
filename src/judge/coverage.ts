import type { PossibleArcs } from "./findings.ts";

type Arc = readonly [number, number];

/** What part of a definition a suite executes; see docs/task-set.md. */
export interface Coverage {
  /** Executed branch arcs ÷ possible ones; null where no line has two ways out. */
  readonly branch: number | null;
  /** Executed lines ÷ lines of the body, `[0, 1]`. */
  readonly line: number;
  /** All possible arcs and those of them that were executed, sorted. */
  readonly arcs: { readonly possible: readonly Arc[]; readonly executed: readonly Arc[] };
  readonly branchArcs: { readonly possible: readonly Arc[]; readonly executed: readonly Arc[] };
  readonly lines: { readonly possible: readonly number[]; readonly executed: readonly number[] };
}

/** Combines what a definition can do with the arcs that the cases of a suite took (`CaseResult.arcs`, all together). */
export function measureCoverage(possible: PossibleArcs, taken: Iterable<Arc>): Coverage {
  const executed = standardArcs(possible, taken);
  const isExecuted = (arc: Arc): boolean => executed.arcs.has(arc.join());
  const branchArcs = possible.arcs.filter(([from]) => possible.branchLines.has(from));
  const lines = possible.lines.filter((line) => executed.lines.has(line));
  const branchesTaken = branchArcs.filter(isExecuted);
  return {
    branch: branchArcs.length === 0 ? null : branchesTaken.length / branchArcs.length,
    line: possible.lines.length === 0 ? 1 : lines.length / possible.lines.length,
    arcs: { possible: possible.arcs, executed: possible.arcs.filter(isExecuted) },
    branchArcs: { possible: branchArcs, executed: branchesTaken },
    lines: { possible: possible.lines, executed: lines },
  };
}

/** The lines of a definition's body, and those of them that were executed, where only lines are known. */
export function measureLines(
  { lines, firstLines }: Pick<PossibleArcs, "lines" | "firstLines">,
  executed: Iterable<number>,
): Coverage["lines"] {
  const first = new Set(Array.from(executed, (line) => firstLines.get(line) ?? line));
  return { possible: lines, executed: lines.filter((line) => first.has(line)) };
}

/** Arcs between first lines of statements, with the way out of `with` blocks as a reader sees it. */
function standardArcs(
  possible: PossibleArcs,
  taken: Iterable<Arc>,
): { readonly arcs: ReadonlySet<string>; readonly lines: ReadonlySet<number> } {
  const first = (line: number): number =>
    Math.sign(line) * (possible.firstLines.get(Math.abs(line)) ?? Math.abs(line));
  const ways = Map.groupBy(possible.arcs, ([from]) => from);
  const arcs = new Set<string>();
  const lines = new Set<number>();
  for (const arc of taken) {
    for (const line of arc) if (line > 0) lines.add(first(line));
    const jump = possible.jumps.has(arc.join()) ? possible.jumps.get(arc.join()) : arc;
    if (jump === undefined) continue;
    const [from, to] = [first(jump[0]), first(jump[1])];
    // Going round inside one statement is its only way out, where it has one only.
    const only = from === to && ways.get(from)?.length === 1 ? ways.get(from)?.[0] : undefined;
    arcs.add((only ?? [from, to]).join());
  }
  return { arcs, lines };
}
