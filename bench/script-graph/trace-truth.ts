import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript-api";

import { createPlaces, type Places } from "../../src/languages/javascript/resolution/places.ts";
import { lastAtMost } from "../../src/languages/text-offsets.ts";
import type { CodePlace } from "../../src/languages/index.ts";

/** A call that was seen. */
export interface SeenCall {
  readonly caller: CodePlace;
  readonly callee: CodePlace;
  readonly at: number;
}

/** What runs showed: calls between named definitions, and the lines on which something was called. */
export interface SeenCalls {
  readonly calls: readonly SeenCall[];
  /** `path:line` of every call and access in code that ran. */
  readonly ran: ReadonlySet<string>;
  /** `path:line:name` of the functions of files that were loaded, but for generators, whose calls are not seen. */
  readonly functions: ReadonlySet<string>;
}

interface TracedFile {
  readonly path: string;
  /** Place in the original and length of each text put in, in order. */
  readonly insertions: readonly (readonly [number, number])[];
}

interface Trace {
  readonly files: readonly TracedFile[];
  readonly calls: readonly string[];
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Reads what the hook and the engine's coverage wrote about runs over the files of a folder. */
export function readTraces(root: string, folder: string, coverageFolder: string): SeenCalls {
  const places = createPlaces();
  const parsed = new Map<string, ts.SourceFile>();
  const open = (path: string): ts.SourceFile => {
    let file = parsed.get(path);
    if (file === undefined) {
      file = ts.createSourceFile(
        `/repository/${path}`,
        readFileSync(join(root, path), "utf8"),
        ts.ScriptTarget.Latest,
        true,
      );
      parsed.set(path, file);
    }
    return file;
  };
  const calls = new Map<string, SeenCall>();
  const traced = new Map<string, TracedFile>();
  for (const name of readdirSync(folder)) {
    const trace = JSON.parse(readFileSync(join(folder, name), "utf8")) as Trace;
    for (const file of trace.files) traced.set(file.path, file);
    for (const key of trace.calls) {
      const call = readCall(key, trace.files, open, places);
      if (call !== undefined) calls.set(JSON.stringify(call), call);
    }
  }
  const ran = new Set<string>();
  for (const name of readdirSync(coverageFolder)) {
    if (!name.endsWith(".json")) continue;
    const { result } = JSON.parse(readFileSync(join(coverageFolder, name), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      const path = url.startsWith(`file://${root}/`) ? url.slice(`file://${root}/`.length) : undefined;
      const file = path === undefined ? undefined : traced.get(path);
      if (file !== undefined)
        addRan(
          ran,
          open(file.path),
          file,
          functions.flatMap(({ ranges }) => ranges),
        );
    }
  }
  return { calls: [...calls.values()], ran, functions: functionsIn([...traced.keys()].map(open), places) };
}

function functionsIn(files: readonly ts.SourceFile[], places: Places): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isSeen =
      ts.isFunctionLike(node) && "body" in node && !("asteriskToken" in node && node.asteriskToken);
    const place = isSeen ? places.placeOf(node) : undefined;
    if (place !== undefined) found.add(`${place.path}:${String(place.line)}:${place.name}`);
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}

function readCall(
  key: string,
  files: readonly TracedFile[],
  open: (path: string) => ts.SourceFile,
  places: Places,
): SeenCall | undefined {
  const [from = 0, changed = 0, to = 0, at = 0] = key.split(":").map(Number);
  const [fromFile, toFile] = [files[from], files[to]];
  if (fromFile === undefined || toFile === undefined) return undefined;
  const source = open(fromFile.path);
  const offset = originalOffset(fromFile, changed);
  const caller = places.callerOf(deepest(source, offset));
  const callee = functionAt(open(toFile.path), at);
  const place = callee && places.placeOf(callee);
  if (place === undefined) return undefined;
  return { caller, callee: place, at: source.getLineAndCharacterOfPosition(offset).line + 1 };
}

function originalOffset({ insertions }: TracedFile, changed: number): number {
  let shift = 0;
  for (const [at, length] of insertions) {
    if (at + shift >= changed) break;
    shift += length;
  }
  return changed - shift;
}

function deepest(file: ts.SourceFile, at: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= at && at < child.end ? child : undefined,
    );
    if (inner === undefined) return node;
    node = inner;
  }
}

function functionAt(file: ts.SourceFile, at: number): ts.Node | undefined {
  for (let node: ts.Node | undefined = deepest(file, at); node !== undefined; node = node.parent) {
    if (node.getStart(file) === at && ts.isFunctionLike(node)) return node;
  }
  return undefined;
}

/** Adds the lines of calls and accesses whose innermost range was counted. */
function addRan(ran: Set<string>, source: ts.SourceFile, file: TracedFile, ranges: readonly Range[]): void {
  const sorted = [...ranges].sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset));
  const counts = new Int8Array(sorted[0]?.endOffset ?? 0).fill(-1);
  for (const { startOffset, endOffset, count } of sorted)
    counts.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const starts = Uint32Array.from(file.insertions, ([place]) => place);
  const shifts: number[] = [0];
  for (const [, length] of file.insertions) shifts.push((shifts.at(-1) ?? 0) + length);
  const changedOffset = (at: number): number => {
    const before = starts.length === 0 || at < (starts[0] ?? 0) ? 0 : lastAtMost(starts, at) + 1;
    return at + (shifts[before] ?? 0);
  };
  const visit = (node: ts.Node): void => {
    const name = ts.isPropertyAccessExpression(node)
      ? node.name
      : ts.isCallExpression(node) || ts.isNewExpression(node)
        ? node.expression
        : ts.isTaggedTemplateExpression(node)
          ? node.tag
          : undefined;
    if (name !== undefined && counts[changedOffset(name.getStart(source))] === 1) {
      ran.add(`${file.path}:${String(source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
