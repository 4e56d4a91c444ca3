/*
 * What coverage.py and the judge say of one function, side by side. Where they differ, each rule takes one thing that
 * coverage.py does by its own definition out of its figures: a difference that a rule does away with is explained by it.
 */
import { measureCoverage, readPossibleArcs, type Coverage } from "../../src/judge/index.ts";
import type { FileAnalysis, OurTarget } from "./measure.ts";

type Arc = readonly [number, number];

/** Coverage of one function as both sides state it, in one form. */
interface Stated {
  readonly possible: readonly string[];
  readonly taken: readonly string[];
  /** Null where there is no branch. */
  readonly ratio: number | null;
  readonly lines: readonly number[];
  readonly executedLines: readonly number[];
}

/** One function and what became of the comparison. */
export interface Comparison {
  readonly path: string;
  readonly target: OurTarget;
  readonly ours: Stated;
  readonly theirs: Stated;
  /** `equal`, names of the rules that explain the difference joined by `+`, or `unexplained`. */
  readonly result: string;
}

/** What coverage.py said in a run, by its default settings and with nothing left out. */
interface Said {
  readonly given: FileAnalysis;
  readonly plain: FileAnalysis;
}

/** Compares one function. `again` is a second run of coverage.py over the same tests. */
export function compareTarget(
  path: string,
  target: OurTarget,
  said: Said,
  again: Said | undefined,
): Comparison {
  const ours = stateOurs(measureCoverage(readPossibleArcs(target.found), target.taken));
  const theirs = stateTheirs(target, said.given);
  return { path, target, ours, theirs, result: explain(target, ours, said, again) };
}

function explain(target: OurTarget, ours: Stated, said: Said, again: Said | undefined): string {
  const { given, plain } = said;
  if (isSame(ours, stateTheirs(target, given))) return "equal";
  if (isSame(ours, stateTheirs(target, plain))) return LEFT_OUT;
  if (hasOneLine(target)) {
    if (isSame(ours, withoutHeader(target, given, ours))) return ON_HEADER;
    if (isSame(ours, withoutHeader(target, plain, ours))) return `${LEFT_OUT} + ${ON_HEADER}`;
  }
  if (again !== undefined && !isSame(stateTheirs(target, again.plain), stateTheirs(target, plain)))
    return "runs differ";
  return UNEXPLAINED;
}

const LEFT_OUT = "left out by comment or pattern";
const ON_HEADER = "body on the header's line";

/** No rule tells why the two sides differ. */
export const UNEXPLAINED = "unexplained";

function hasOneLine({ body, header, found }: OurTarget): boolean {
  return (readPossibleArcs(found).firstLines.get(body) ?? body) === header;
}

function stateOurs({ branchArcs, branch, lines }: Coverage): Stated {
  return {
    possible: keys(branchArcs.possible),
    taken: keys(branchArcs.executed),
    ratio: branch,
    lines: lines.possible,
    executedLines: lines.executed,
  };
}

/** By coverage.py's own arithmetic: ways out of lines with more than one, less those that were missed. */
function stateTheirs(target: OurTarget, file: FileAnalysis): Stated {
  const isInside = (line: number): boolean => line >= target.body && line <= target.end;
  const exits = file.exits.filter(([line, count]) => count > 1 && isInside(line));
  const branchLines = new Set(exits.map(([line]) => line));
  const excluded = new Set(file.excluded);
  const unbranched = new Set(file.unbranched);
  const executed = new Set(keys(file.executed));
  const possible = file.possible.filter(([from, to]) => branchLines.has(from) && !excluded.has(to));
  const missing = possible.filter((arc) => !executed.has(arc.join()) && !unbranched.has(arc[0]));
  const total = exits.reduce((sum, [, count]) => sum + count, 0);
  return {
    possible: keys(possible),
    taken: keys(possible.filter((arc) => executed.has(arc.join()))),
    ratio: total === 0 ? null : (total - missing.length) / total,
    lines: file.lines.filter(isInside),
    executedLines: file.executed_lines.filter((line) => isInside(line) && file.lines.includes(line)),
  };
}

/**
 * A body on the line of its header: coverage.py counts the way from that line to what follows the definition as a way out
 * of the body, and takes the line for executed once the definition is.
 */
function withoutHeader(target: OurTarget, file: FileAnalysis, ours: Stated): Stated {
  const isWithin = (line: number): boolean => Math.abs(line) >= target.start && Math.abs(line) <= target.end;
  const possible = file.possible.filter(([, to]) => isWithin(to));
  const counts = Map.groupBy(possible, ([from]) => from);
  const exits = [...counts].map(([line, arcs]) => [line, arcs.length] as const);
  const stated = stateTheirs({ ...target, body: target.header }, { ...file, possible, exits });
  const isHeader = (line: number): boolean => line === target.header;
  const executedLines = stated.executedLines.filter((line) => !isHeader(line));
  const ownHeader = ours.executedLines.filter(isHeader);
  return { ...stated, executedLines: [...ownHeader, ...executedLines] };
}

function isSame(one: Stated, other: Stated): boolean {
  return (
    one.ratio === other.ratio &&
    (["possible", "taken", "lines", "executedLines"] as const).every(
      (field) => one[field].join(" ") === other[field].join(" "),
    )
  );
}

function keys(arcs: readonly Arc[]): string[] {
  return arcs.map((arc) => arc.join()).sort();
}
