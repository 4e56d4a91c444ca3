import { dedent, lastPart } from "../base/index.ts";
import type { Definition, FoundCall, ParsedFile, References } from "../languages/index.ts";
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

/** What is asked of the call sites of a target. */
export interface CallSiteQuery {
  /** No more than these are wanted. */
  readonly most: number;
  /** Definitions of the target's file that a solver does not see: calls in them are passed over. */
  readonly hidden?: readonly Definition[];
  /** Lines that were seen to call it. */
  readonly seen?: readonly CallingLine[];
  /** How calls are read in the target's language. */
  readonly references: References;
}

/** Lines shown before and after the line of a call. */
const LINES_AROUND = 2;
/** Lines shown at most where a statement goes over several. */
const MOST_LINES = 14;

/**
 * Places where other functions call a target, one for each: first those that were seen to and name it, then those whose receiver or import
 * is plain, then, where nothing else has its name, those by name alone; those of its own file first, then in the order of files.
 */
export function findCallSites(
  files: readonly SourceFile[],
  target: Definition,
  { most, hidden = [], seen = [], references }: CallSiteQuery,
): readonly CallSite[] {
  const ordered = [
    ...files.filter(({ parsed }) => parsed.path === target.path),
    ...files.filter(({ parsed }) => parsed.path !== target.path),
  ];
  const name = lastPart(target.name);
  const alike = files
    .flatMap(({ parsed }) => parsed.definitions)
    .filter((one) => lastPart(one.name) === name);
  const cut = { hidden: [target, ...hidden], isOnlyOne: alike.length === 1 };
  const describe = (file: SourceFile, caller: Definition, line: number): CallSite => {
    const range = references.statementsAround(file.text, caller, {
      line,
      around: LINES_AROUND,
      most: MOST_LINES,
    });
    const lines = file.text.split("\n").slice(range.start - 1, range.end);
    const first = lines.findIndex((text) => text.trim() !== "");
    const text = dedent(lines.slice(Math.max(first, 0)))
      .join("\n")
      .trimEnd();
    return { path: file.parsed.path, caller: caller.name, line, text, isByName: false };
  };
  const sites = new Map<Definition, CallSite>();
  for (const file of ordered) {
    const { parsed } = file;
    const lines = seen.filter(({ path }) => path === parsed.path).map(({ line }) => line);
    for (const line of lines.toSorted((one, other) => one - other)) {
      if (sites.size === most) return [...sites.values()];
      const caller = callerAt(parsed, line);
      if (caller === undefined || isHidden(caller, target, cut.hidden) || sites.has(caller)) continue;
      const site = describe(file, caller, line);
      if (references.readNames(site.text).words.has(name)) sites.set(caller, site);
    }
  }
  const called = ordered.flatMap((file) =>
    file.parsed.definitions.flatMap((caller) => {
      const call =
        sites.has(caller) || isHidden(caller, target, cut.hidden)
          ? undefined
          : references.findCall({
              text: file.text,
              definitions: file.parsed.definitions,
              caller,
              target,
              isOnlyOne: cut.isOnlyOne,
            });
      return call === undefined ? [] : [{ file, caller, call }];
    }),
  );
  for (const { file, caller, call } of called.toSorted(byCertainty)) {
    if (sites.size === most) break;
    const line = references.findLine(file.text, caller, call.written);
    if (line !== undefined) sites.set(caller, { ...describe(file, caller, line), isByName: call.isByName });
  }
  return [...sites.values()];
}

function byCertainty(one: { readonly call: FoundCall }, other: { readonly call: FoundCall }): number {
  return Number(one.call.isByName) - Number(other.call.isByName);
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
