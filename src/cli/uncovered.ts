import type { EvidenceRecord } from "../spec/index.ts";

/** Evidence, and the file that its lines count in. */
export interface Uncovered {
  readonly evidence: Pick<EvidenceRecord, "arcs" | "lines">;
  readonly path: string;
  readonly fileText: string;
}

/** Branches and lines of a reference that no case takes: how many there are, and each with its place and what stands there. */
export function describeUncovered({ evidence, path, fileText }: Uncovered): {
  readonly title: string;
  readonly lines: readonly string[];
} {
  const executed = new Set(evidence.arcs.executed.map((arc) => arc.join()));
  const arcs = evidence.arcs.possible.filter((arc) => !executed.has(arc.join()));
  const { possible = [], executed: run = [] } = evidence.lines ?? {};
  const lines = possible.filter((line) => !run.includes(line));
  const texts = fileText.split("\n");
  const show = (line: number): string => `${path}:${line}  ${texts[line - 1]?.trim() ?? ""}`;
  return {
    title: `Not covered: ${count(arcs.length, "branch", "branches")}, ${count(lines.length, "line", "lines")}`,
    lines: [
      ...arcs.map(([from, to]) => `${show(from)}  (${describeEnd(to)})`),
      ...lines.map((line) => `${show(line)}  (never run)`),
    ],
  };
}

function describeEnd(to: number): string {
  return to > 0 ? `never on to line ${to}` : `never out of what begins on line ${-to}`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
