/**
 * Searches for the answer where a candidate could read it: the rest of the candidate's tree, the dependencies' layer and the
 * standard library. What is compared is token four-grams of function bodies, so that formatting and comments do not hide a copy.
 * In the tree only an equal body counts (similar ones are twins, which curation deals with); elsewhere 70 % of the body does.
 */
import { readdirSync, readFileSync } from "node:fs";

import { createPause, joinPath, type HostPath } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";

/** A folder that candidates can read, and what to call it. */
export interface LeakPlace {
  readonly name: string;
  readonly directory: HostPath;
  /** Share of the body's four-grams from which a function there counts as the answer, in `(0, 1]`. */
  readonly threshold: number;
  /** Names of folders there that candidates cannot read, or that hold no source of answers. */
  readonly passesOver: readonly string[];
}

/** Where an answer was found. */
export interface Leak {
  readonly place: string;
  readonly detail: string;
}

/** All functions of some places by name, ready to be compared. Built once per environment and tree. */
export interface LeakIndex {
  readonly places: readonly string[];
  /** Copies of a definition's body. `text` is its file; the definition itself (same path in a tree) is not reported. */
  find(definition: Definition, text: string): readonly Leak[];
}

interface IndexedFunction {
  readonly place: LeakPlace;
  readonly path: string;
  readonly start: number;
}

/** Bodies with fewer four-grams than this are too common to be called copies. */
const FEWEST_GRAMS = 12;
/** Source files larger than this are data in disguise. */
const LARGEST_FILE = 2_000_000;

/** Reads all source files of the places whose name ends in `extension`. Unreadable files are passed over. */
export async function createLeakIndex(places: readonly LeakPlace[], extension: string): Promise<LeakIndex> {
  const functions = new Map<string, IndexedFunction[]>();
  const pause = createPause();
  for (const place of places) {
    for (const path of sourceFiles(place, extension)) {
      indexFile(place, path, functions);
      await pause();
    }
  }
  return {
    places: places.map(({ name }) => name),
    find: (definition, text) => findCopies(functions, definition, text),
  };
}

/** Searches several indexes as one. */
export function combineLeakIndexes(...indexes: readonly LeakIndex[]): LeakIndex {
  return {
    places: indexes.flatMap(({ places }) => places),
    find: (definition, text) => indexes.flatMap((index) => index.find(definition, text)),
  };
}

function findCopies(
  functions: ReadonlyMap<string, readonly IndexedFunction[]>,
  definition: Definition,
  text: string,
): Leak[] {
  const bytes = Buffer.from(text);
  const body = bytes.subarray(definition.spans.body.start, definition.spans.body.end).toString();
  const grams = fourGrams(body);
  if (grams.size < FEWEST_GRAMS) return [];
  const simpleName = definition.name.split(".").at(-1) ?? definition.name;
  const definitionStart = bytes.subarray(0, definition.spans.definition.start).toString().length;
  return (functions.get(simpleName) ?? []).flatMap(({ place, path, start }) => {
    const isItself =
      path === definition.path && place.threshold === 1 && Math.abs(start - definitionStart) <= 8;
    if (isItself) return [];
    const share = containment(
      grams,
      fourGrams(functionAt(readFileSync(joinPath(place.directory, path), "utf8"), start)),
    );
    return share >= place.threshold
      ? [{ place: place.name, detail: `${path} holds ${Math.round(share * 100)} % of the body` }]
      : [];
  });
}

function* sourceFiles(place: LeakPlace, extension: string, below = ""): Generator<string> {
  const entries = readdirSync(joinPath(place.directory, below), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!place.passesOver.includes(entry.name)) yield* sourceFiles(place, extension, path);
    } else if (entry.isFile() && entry.name.endsWith(extension)) yield path;
  }
}

function indexFile(place: LeakPlace, path: string, functions: Map<string, IndexedFunction[]>): void {
  const text = readFileSync(joinPath(place.directory, path), "utf8");
  if (text.length > LARGEST_FILE) return;
  for (const match of text.matchAll(/^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm)) {
    const name = match[1] ?? "";
    const start = match.index + match[0].search(/\S/);
    const known = functions.get(name);
    if (known === undefined) functions.set(name, [{ place, path, start }]);
    else known.push({ place, path, start });
  }
}

/** The text of the function that starts at `start`: up to the next line indented no deeper than its `def`. */
function functionAt(text: string, start: number): string {
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const indent = start - lineStart;
  const lines = text.slice(lineStart).split("\n");
  const end = lines.findIndex(
    (line, at) => at > 0 && line.trim() !== "" && line.search(/\S/) <= indent && !/^\s*[)\]}#]/.test(line),
  );
  return lines.slice(0, end < 0 ? undefined : end).join("\n");
}

function fourGrams(text: string): ReadonlySet<string> {
  const tokens = text.replaceAll(/#.*$/gm, "").match(/\w+|[^\s\w]/gu) ?? [];
  const grams = new Set<string>();
  for (let at = 0; at + 4 <= tokens.length; at++) grams.add(tokens.slice(at, at + 4).join(" "));
  return grams;
}

function containment(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of part) if (whole.has(gram)) shared++;
  return shared / part.size;
}
