/**
 * Searches for the answer where a candidate could read it: the rest of the candidate's tree, the dependencies' layer and the
 * standard library. What is compared is token four-grams of function bodies, so that formatting and comments do not hide a copy.
 * Of the tree's other source files only an equal body counts (similar ones are twins, which curation deals with); of what is left of the
 * target's own, of the tree's other texts and of everything elsewhere 70 % of the body does.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";

import { createPause, joinPath, lastPart, type HostPath } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";
import { containment, fourGrams, indexText, largestShare, type IndexedText } from "./text-copies.ts";

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
  /** Copies of a definition's body. `text` is its file, `shown` the same as solvers see it. */
  find(definition: Definition, text: string, shown: string): readonly Leak[];
}

/** What of a tree is known beside its functions. */
interface TreeTexts {
  readonly place: LeakPlace;
  readonly texts: readonly IndexedText[];
}

interface IndexedFunction {
  readonly place: LeakPlace;
  readonly path: string;
  readonly start: number;
}

/** Share of a body that counts as the answer wherever no rule of twins applies (design, section 6). */
const COPY = 0.7;
/** Bodies with fewer four-grams than this are too common to be called copies. */
const FEWEST_GRAMS = 12;
/** Files larger than this are data in disguise. */
const LARGEST_FILE = 2_000_000;

/** Reads all source files of the places whose name ends in `extension`, and of trees other texts too. Unreadable files are passed over. */
export async function createLeakIndex(places: readonly LeakPlace[], extension: string): Promise<LeakIndex> {
  const functions = new Map<string, IndexedFunction[]>();
  const trees: TreeTexts[] = [];
  const pause = createPause();
  for (const place of places) {
    const texts: IndexedText[] = [];
    for (const path of filesOf(place)) {
      if (statSync(joinPath(place.directory, path)).size > LARGEST_FILE) continue;
      if (path.endsWith(extension)) indexFile(place, path, functions);
      else if (isTree(place)) texts.push(...[indexText(place.directory, path) ?? []].flat());
      await pause();
    }
    if (isTree(place)) trees.push({ place, texts });
  }
  return {
    places: places.map(({ name }) => name),
    find: (definition, text, shown) => {
      const { start, end } = definition.spans.body;
      const grams = new Set(fourGrams(Buffer.from(text).subarray(start, end).toString()));
      if (grams.size < FEWEST_GRAMS) return [];
      return [
        ...findCopies(functions, definition, grams),
        ...trees.flatMap((tree) => findInTree(tree, definition, grams, shown)),
      ];
    },
  };
}

/** Searches several indexes as one. */
export function combineLeakIndexes(...indexes: readonly LeakIndex[]): LeakIndex {
  return {
    places: indexes.flatMap(({ places }) => places),
    find: (...target) => indexes.flatMap((index) => index.find(...target)),
  };
}

/** In a tree the target's own file stands as it is in the repository, which is not what is shown. */
function isTree({ threshold }: LeakPlace): boolean {
  return threshold === 1;
}

/** Functions of the definition's name that hold enough of its body. */
function findCopies(
  functions: ReadonlyMap<string, readonly IndexedFunction[]>,
  { name, path: own }: Definition,
  grams: ReadonlySet<number>,
): Leak[] {
  return (functions.get(lastPart(name)) ?? []).flatMap(({ place, path, start }) => {
    if (isTree(place) && path === own) return [];
    const text = readFileSync(joinPath(place.directory, path), "utf8");
    return leakOf(place, path, shareAt(grams, text, start), place.threshold);
  });
}

/** Other definitions of the name that are left of the definition's own file, as those for another interpreter, and texts that hold enough of its body. */
function findInTree(
  { place, texts }: TreeTexts,
  { name, path: own }: Definition,
  grams: ReadonlySet<number>,
  shown: string,
): Leak[] {
  const namesakes = [...functionsIn(shown)].filter((one) => one.name === lastPart(name));
  return [
    ...namesakes.flatMap(({ start }) => leakOf(place, own, shareAt(grams, shown, start), COPY)),
    ...texts.flatMap((text) => leakOf(place, text.path, largestShare(grams, text), COPY)),
  ];
}

function shareAt(grams: ReadonlySet<number>, text: string, start: number): number {
  return containment(grams, new Set(fourGrams(functionAt(text, start))));
}

function leakOf(place: LeakPlace, path: string, share: number, least: number): Leak[] {
  if (share < least) return [];
  return [{ place: place.name, detail: `${path} holds ${Math.round(share * 100)} % of the body` }];
}

function* filesOf(place: LeakPlace, below = ""): Generator<string> {
  const entries = readdirSync(joinPath(place.directory, below), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!place.passesOver.includes(entry.name)) yield* filesOf(place, path);
    } else if (entry.isFile()) yield path;
  }
}

function indexFile(place: LeakPlace, path: string, functions: Map<string, IndexedFunction[]>): void {
  const text = readFileSync(joinPath(place.directory, path), "utf8");
  for (const { name, start } of functionsIn(text)) {
    const known = functions.get(name);
    if (known === undefined) functions.set(name, [{ place, path, start }]);
    else known.push({ place, path, start });
  }
}

function* functionsIn(text: string): Generator<{ readonly name: string; readonly start: number }> {
  for (const match of text.matchAll(/^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm))
    yield { name: match[1] ?? "", start: match.index + match[0].search(/\S/) };
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
