import { dedent } from "../base/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";
import { lastPart } from "./last-part.ts";

/** A place where the repository calls a target. */
export interface CallSite {
  readonly path: string;
  /** Qualified name of the function that calls. */
  readonly caller: string;
  /** 1-based line of the call. */
  readonly line: number;
  /** The lines around the call, without common indentation. */
  readonly text: string;
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
}

/** Lines shown before and after the line of a call. */
const LINES_AROUND = 2;
/** Lines shown at most where a statement goes over several. */
const MOST_LINES = 14;

/**
 * Places where other functions call a target, one for each: first those that were seen to and name it, then those that do by name; those of its own file
 * first, then in the order of files.
 */
export function findCallSites(
  files: readonly SourceFile[],
  target: Definition,
  { most, hidden = [], seen = [] }: CallSiteQuery,
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
  const isNamed = new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`, "u");
  const sites = new Map<Definition, CallSite>();
  for (const { parsed, text } of ordered) {
    const lines = seen.filter(({ path }) => path === parsed.path).map(({ line }) => line);
    for (const line of lines.toSorted((one, other) => one - other)) {
      if (sites.size === most) return [...sites.values()];
      const caller = callerAt(parsed, line);
      if (caller === undefined || isHidden(caller, target, cut.hidden) || sites.has(caller)) continue;
      const site = describeLine(parsed.path, text, caller, line);
      if (isNamed.test(site.text)) sites.set(caller, site);
    }
  }
  for (const { parsed, text } of ordered) {
    for (const caller of callersIn(parsed, target, cut)) {
      if (sites.size === most) return [...sites.values()];
      const line = sites.has(caller) ? undefined : lineOfCall(text, caller, target);
      if (line !== undefined) sites.set(caller, describeLine(parsed.path, text, caller, line));
    }
  }
  return [...sites.values()];
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

function callersIn(
  { definitions }: ParsedFile,
  target: Definition,
  { hidden, isOnlyOne }: { readonly hidden: readonly Definition[]; readonly isOnlyOne: boolean },
): readonly Definition[] {
  return definitions.filter(
    (caller) =>
      !isHidden(caller, target, hidden) &&
      caller.facts.calls.some((call) => isCallOf(call, caller, target, isOnlyOne)),
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

/**
 * A plain call of a function; a method's on the receiver within its own class, or on its class. A call through anything else may be
 * anybody's: it counts where the repository defines the name once.
 */
function isCallOf(call: string, caller: Definition, target: Definition, isOnlyOne: boolean): boolean {
  const name = lastPart(target.name);
  if (lastPart(call) !== name) return false;
  const owner = call.slice(0, -name.length - 1);
  if (target.className === undefined)
    return owner === "" || (isOnlyOne && /^[a-z_]\w*$/u.test(owner) && owner !== "self" && owner !== "cls");
  if (owner === lastPart(target.className)) return true;
  const isOwn = owner === "self" || owner === "cls" || owner === "super()";
  return isOwn ? isOnlyOne || caller.className === target.className : isOnlyOne && owner !== "";
}

/** The first line of a caller's body that calls something of the target's name. */
function lineOfCall(text: string, caller: Definition, target: Definition): number | undefined {
  const isCall = new RegExp(`(?<!\\w)${RegExp.escape(lastPart(target.name))}\\s*\\(`, "u");
  const first = firstBodyLine(text, caller);
  const lines = text.split("\n").slice(first - 1, caller.lines.end);
  const index = lines.findIndex((line) => isCall.test(line));
  return index === -1 ? undefined : first + index;
}

function firstBodyLine(text: string, { spans }: Definition): number {
  return Buffer.from(text).subarray(0, spans.body.start).toString().split("\n").length;
}

function describeLine(path: string, text: string, caller: Definition, line: number): CallSite {
  const lines = text.split("\n").slice(0, caller.lines.end);
  const first = firstBodyLine(text, caller);
  const isInside = bracketedLines(lines.slice(first - 1)).map((depth) => depth > 0);
  const begins = (at: number): boolean => isInside[at - first] !== true;
  let from = Math.max(first, line - LINES_AROUND);
  let to = Math.min(lines.length, line + LINES_AROUND);
  while (!begins(from) && from > first && to - from < MOST_LINES) from--;
  while (!begins(to + 1) && to < lines.length && to - from < MOST_LINES) to++;
  return { path, caller: caller.name, line, text: dedent(lines.slice(from - 1, to)).join("\n") };
}

/** For each line how deep in brackets it begins: deeper than 0 where a statement goes on. */
function bracketedLines(lines: readonly string[]): readonly number[] {
  let depth = 0;
  return lines.map((line) => {
    const before = depth;
    const code = line.replaceAll(/(["'])(?:\\.|(?!\1)[^\\])*\1|#.*/gu, "");
    for (const [sign] of code.matchAll(/[()[\]{}]/gu))
      depth = Math.max(0, depth + ("([{".includes(sign) ? 1 : -1));
    return before;
  });
}
