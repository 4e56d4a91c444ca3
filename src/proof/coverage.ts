import type { CaseResult } from "../judge/index.ts";
import type { EvidenceRecord, EvidenceSummary } from "../spec/index.ts";

/** Line arcs as coverage.py defines them, of a target's code and everything nested in it. */
export interface CoverageFigures {
  /** Arcs that leave lines with more than one way on. */
  readonly branchArcs: readonly (readonly [number, number])[];
  readonly lines: readonly number[];
  /** First line of each statement that spans several lines, by each of its lines. */
  readonly firstLine: Readonly<Record<string, number>>;
}

/** Coverage of the reference by a suite: executed over possible branch arcs, `null` without branches; executed over possible lines. */
export function summariseCoverage(
  possible: CoverageFigures,
  results: readonly CaseResult[],
): { summary: EvidenceSummary["coverage"]; arcs: EvidenceRecord["arcs"] } {
  const first = (line: number): number =>
    line < 0 ? -(possible.firstLine[-line] ?? -line) : (possible.firstLine[line] ?? line);
  const seen = new Set(
    results.flatMap(({ arcs }) => (arcs ?? []).map(([from, to]) => `${first(from)},${first(to)}`)),
  );
  const seenLines = new Set([...seen].flatMap((arc) => arc.split(",").map(Number)));
  const executed = possible.branchArcs.filter(([from, to]) => seen.has(`${from},${to}`));
  const lines = possible.lines.filter((line) => seenLines.has(line));
  const pairs = (arcs: readonly (readonly [number, number])[]): [number, number][] =>
    arcs.map(([from, to]) => [from, to]);
  return {
    summary: {
      branch: possible.branchArcs.length === 0 ? null : executed.length / possible.branchArcs.length,
      line: possible.lines.length === 0 ? 1 : lines.length / possible.lines.length,
      arcs_possible: possible.branchArcs.length,
      arcs_executed: executed.length,
      lines_possible: possible.lines.length,
      lines_executed: lines.length,
    },
    arcs: { possible: pairs(possible.branchArcs), executed: pairs(executed) },
  };
}
