import { dedent, lastPart } from "../base/index.ts";
import type { Definition, ParsedFile, References } from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";

/** A place where the repository calls a target. */
export interface CallSite {
  readonly path: string;
  /** Qualified name of the function that calls. */
  readonly caller: string;
  /** 1-based line of the call. */
  readonly line: number;
  /** The lines around the call, without common indentation. */
  readonly text: string;
  /** True where only the name says that it is the target that is called. */
  readonly isByName: boolean;
}

/** A line from which something was called while it ran. */
export interface CallingLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** A line that calls something for all that its text tells. */
export interface KnownCall extends CallingLine {
  /** True where only the name says so. */
  readonly isByName: boolean;
}

/** What is asked of the call sites of a target. */
export interface CallSiteQuery {
  /** No more than these are wanted. */
  readonly most: number;
  /** The calls of the target that an index knows, and those that may be one by their name. */
  readonly calls: readonly KnownCall[];
  /** Definitions of the target's file that a solver does not see: calls in them are passed over. */
  readonly hidden?: readonly Definition[];
  /** Lines that were seen to call it. */
  readonly seen?: readonly CallingLine[];
  /** How statements are read in the target's language. */
  readonly references: References;
}

/** Lines shown before and after the line of a call. */
const LINES_AROUND = 2;
/** Lines shown at most where a statement goes over several. */
const MOST_LINES = 14;

/**
 * Places where other functions call a target and name it, one for each: first those that were seen to, then those that an index is sure of, then, where
 * nothing else has its name, those by name alone; those of its own file first, then in the order of files.
 */
export function findCallSites(
  files: readonly SourceFile[],
  target: Definition,
  { most, calls, hidden = [], seen = [], references }: CallSiteQuery,
): readonly CallSite[] {
  const ordered = [
    ...files.filter(({ parsed }) => parsed.path === target.path),
    ...files.filter(({ parsed }) => parsed.path !== target.path),
  ];
  const name = lastPart(target.name);
  const sites = new Map<Definition, CallSite>();
  const note = (file: SourceFile, line: number, isByName: boolean): void => {
    const caller = callerAt(file.parsed, line);
    if (sites.size === most || caller === undefined || sites.has(caller)) return;
    if (isHidden(caller, target, [target, ...hidden])) return;
    const site = describeSite(file, caller, { line, isByName, references });
    if (references.readNames(site.text).has(name)) sites.set(caller, site);
  };
  for (const file of ordered) for (const line of linesIn(file, seen)) note(file, line, false);
  const alike = files
    .flatMap(({ parsed }) => parsed.definitions)
    .filter((one) => lastPart(one.name) === name);
  for (const isByName of alike.length === 1 ? [false, true] : [false])
    for (const file of ordered)
      for (const line of linesIn(
        file,
        calls.filter((one) => one.isByName === isByName),
      ))
        note(file, line, isByName);
  return [...sites.values()];
}

/** Those of a file, from top to bottom. */
function linesIn({ parsed }: SourceFile, lines: readonly CallingLine[]): readonly number[] {
  return lines
    .filter(({ path }) => path === parsed.path)
    .map(({ line }) => line)
    .toSorted((one, other) => one - other);
}

function describeSite(
  { text: fileText, parsed }: SourceFile,
  caller: Definition,
  { line, isByName, references }: Pick<CallSite, "line" | "isByName"> & Pick<CallSiteQuery, "references">,
): CallSite {
  const range = references.statementsAround(fileText, caller, {
    line,
    around: LINES_AROUND,
    most: MOST_LINES,
  });
  const lines = fileText.split("\n").slice(range.start - 1, range.end);
  const first = lines.findIndex((text) => text.trim() !== "");
  const text = dedent(lines.slice(Math.max(first, 0)))
    .join("\n")
    .trimEnd();
  return { path: parsed.path, caller: caller.name, line, text, isByName };
}

/** The innermost definition whose body holds a line. */
function callerAt({ definitions }: ParsedFile, line: number): Definition | undefined {
  return definitions
    .filter(({ lines }) => lines.start < line && line <= lines.end)
    .reduce<Definition | undefined>(
      (inner, one) => (inner === undefined || inner.lines.start < one.lines.start ? one : inner),
      undefined,
    );
}

function isHidden(caller: Definition, target: Definition, hidden: readonly Definition[]): boolean {
  return (
    caller.path === target.path &&
    hidden.some(
      ({ spans }) =>
        spans.whole.start <= caller.spans.whole.start && caller.spans.whole.end <= spans.whole.end,
    )
  );
}
