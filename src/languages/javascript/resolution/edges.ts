import type { CodeEdge, CodePlace, EdgeEvidence } from "../../resolution.ts";

/** The best-founded first. */
const EVIDENCE: readonly EdgeEvidence[] = ["declared", "inferred", "flow", "name"];

/** Edges without doubles. */
export interface EdgeList {
  /** Of two edges between the same places at the same line the surer one stays. */
  add(edge: CodeEdge): void;
  /** In the order of callers' paths and lines, then of `at`. */
  sorted(): readonly CodeEdge[];
}

/** An empty list. */
export function createEdgeList(): EdgeList {
  const edges = new Map<string, CodeEdge>();
  return {
    add: (edge) => {
      const key = JSON.stringify([edge.kind, placeKey(edge.caller), placeKey(edge.callee), edge.at]);
      const known = edges.get(key);
      if (known === undefined || known.confidence < edge.confidence) edges.set(key, edge);
    },
    sorted: () => [...edges.values()].sort(compareEdges),
  };
}

/** One text for each place. */
export function placeKey({ path, name, line }: CodePlace): string {
  return `${path}\0${String(line)}\0${name}`;
}

function compareEdges(a: CodeEdge, b: CodeEdge): number {
  return (
    comparePlaces(a.caller, b.caller) ||
    (a.at ?? 0) - (b.at ?? 0) ||
    compareTexts(a.kind, b.kind) ||
    EVIDENCE.indexOf(a.how) - EVIDENCE.indexOf(b.how) ||
    comparePlaces(a.callee, b.callee)
  );
}

/** By path, line and name. */
export function comparePlaces(a: CodePlace, b: CodePlace): number {
  return compareTexts(a.path, b.path) || a.line - b.line || compareTexts(a.name, b.name);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
