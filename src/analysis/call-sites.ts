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
  const called = ordered.flatMap((file) =>
    file.parsed.definitions.flatMap((caller) => {
      const call =
        sites.has(caller) || isHidden(caller, target, cut.hidden)
          ? undefined
          : findCall(file, caller, target, cut.isOnlyOne);
      return call === undefined ? [] : [{ ...file, caller, call }];
    }),
  );
  for (const { parsed, text, caller, call } of called.toSorted(byCertainty)) {
    if (sites.size === most) break;
    const line = lineOfCall(text, caller, call);
    if (line !== undefined)
      sites.set(caller, { ...describeLine(parsed.path, text, caller, line), isByName: call.isByName });
  }
  return [...sites.values()];
}

function byCertainty(one: { readonly call: Call }, other: { readonly call: Call }): number {
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

/** A call as it is written, and how sure it is that it is one of the target. */
interface Call {
  readonly written: string;
  readonly isByName: boolean;
}

/** The surest call of the target in a caller; undefined where there is none. */
function findCall(
  { parsed, text }: SourceFile,
  caller: Definition,
  target: Definition,
  isOnlyOne: boolean,
): Call | undefined {
  const named = caller.facts.calls.filter((call) => lastPart(call) === lastPart(target.name));
  const sure = named.find((call) =>
    target.className === undefined
      ? isFunction(call, parsed, text, target)
      : isOwnMethod(call, caller, target) || isOfInstance(call, textOf(text, caller), target.className),
  );
  if (sure !== undefined) return { written: sure, isByName: false };
  const likely = isOnlyOne ? named.find((call) => mayBe(call, caller, target)) : undefined;
  return likely === undefined ? undefined : { written: likely, isByName: true };
}

/** A plain call, in the target's own file or in one that imports the name from there, or a call through its module. */
function isFunction(
  call: string,
  { path, definitions }: ParsedFile,
  text: string,
  target: Definition,
): boolean {
  const owner = ownerOf(call);
  if (owner !== "")
    return (
      isModuleOf(owner, target.path, true) &&
      new RegExp(`^\\s*(?:from|import)\\b.*\\b${lastPart(owner)}\\b`, "mu").test(text)
    );
  if (call !== target.name) return false;
  if (path === target.path) return true;
  const isOther = definitions.some(({ name }) => name === target.name);
  return !isOther && importsFrom(text, target.name).some((module) => isModuleOf(module, target.path));
}

/** Modules, as written, that a file imports a name from. */
function importsFrom(text: string, name: string): readonly string[] {
  const isNamed = new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?!\\w)(?!\\s+as\\b)`, "u");
  return [...text.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)/gmu)].flatMap(
    ([, module = "", names = ""]) => (isNamed.test(names) ? [module] : []),
  );
}

/** True for the module of a file, and unless only that is asked for, for a package around it, which may hand the name on. */
function isModuleOf(module: string, path: string, isItself = false): boolean {
  const parts = path.replace(/(?:\/__init__)?\.\w+$/u, "").split("/");
  const words = module.split(".").filter((word) => word !== "");
  if (isItself)
    return /^[\w.]+$/u.test(module) && words.every((word, at) => parts.at(at - words.length) === word);
  return parts.some((_, at) => words.every((word, index) => parts[at + index] === word));
}

/** A call on the receiver within its own class, or on its class. */
function isOwnMethod(call: string, caller: Definition, { className = "", path }: Definition): boolean {
  const owner = ownerOf(call);
  if (owner === lastPart(className)) return true;
  return (owner === "self" || owner === "cls") && caller.className === className && caller.path === path;
}

/** A call on a local name that is made by the class, or a parameter that is annotated with it. */
function isOfInstance(call: string, text: string, className: string): boolean {
  const owner = ownerOf(call);
  if (!/^\w+$/u.test(owner)) return false;
  const made = `(?:\\w+\\.)*${RegExp.escape(lastPart(className))}`;
  const [name, before] = [RegExp.escape(owner), "(?<![\\w.])"];
  return [
    `${before}${name}\\s*(?::[^=\\n]*)?=\\s*${made}\\(`,
    `${before}${made}\\([^\\n]*\\)\\s+as\\s+${name}\\b`,
    `[(,]\\s*${name}\\s*:\\s*["']?${made}\\b`,
  ].some((pattern) => new RegExp(pattern, "u").test(text));
}

/** A call that may be one of the target where nothing else of the repository has the name. */
function mayBe(call: string, caller: Definition, target: Definition): boolean {
  const owner = ownerOf(call);
  if (target.className !== undefined)
    return call.includes(".") && (owner !== "super()" || caller.className !== target.className);
  return owner === ""
    ? !call.includes(".")
    : /^[a-z_]\w*$/u.test(owner) && owner !== "self" && owner !== "cls";
}

function ownerOf(call: string): string {
  return call.slice(0, Math.max(call.lastIndexOf("."), 0));
}

function textOf(text: string, { spans }: Definition): string {
  return Buffer.from(text).subarray(spans.whole.start, spans.whole.end).toString();
}

/** The first line of a caller's body with a call that is written so. */
function lineOfCall(text: string, caller: Definition, { written }: Call): number | undefined {
  const before = written.startsWith(".") ? "" : "(?<![\\w.])";
  const isCall = new RegExp(`${before}${RegExp.escape(written)}\\s*\\(`, "u");
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
  while (from < line && lines[from - 1]?.trim() === "") from++;
  const shown = dedent(lines.slice(from - 1, to))
    .join("\n")
    .trimEnd();
  return { path, caller: caller.name, line, text: shown, isByName: false };
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
