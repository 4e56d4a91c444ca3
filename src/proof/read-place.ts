import { readdirSync, readFileSync, statSync } from "node:fs";

import { gramSequence } from "../analysis/index.ts";
import {
  createPause,
  digestOf,
  joinPath,
  sha256,
  type HostPath,
  type RepositoryPath,
} from "../base/index.ts";
import type { Language } from "../languages/index.ts";
import { indexFunctions, type CodeFile, type CodeIndex } from "./code-index.ts";
import type { KeptCode } from "./kept-code.ts";

/** A folder that candidates can read, and what to call it. */
export interface LeakPlace {
  readonly name: string;
  readonly directory: HostPath;
  /** `tree`: the candidate's copy of the repository, whose other texts are searched too. `library`: code of others. */
  readonly kind: "tree" | "library";
  /** Files that have their first folders in common, this many, are indexed and kept as one part. */
  readonly partDepth: number;
  /** Names of folders there that candidates cannot read, or that hold no source of answers. */
  readonly passesOver: readonly string[];
}

/** The code in a place. */
export interface PlaceCode {
  readonly place: LeakPlace;
  readonly parts: readonly CodeIndex[];
  /** Of a tree: the other texts, with the grams of the code that they quote. */
  readonly texts: readonly { readonly path: RepositoryPath; readonly grams: Uint32Array }[];
}

/** Files larger than this, in bytes, are data in disguise. */
const LARGEST_FILE = 2_000_000;
/** Raised whenever a language reads other tokens, or grams of them are other numbers. */
const FORMAT = "code-index/1";

/** What places are read with. */
export interface ReadingOptions {
  readonly language: Pick<Language, "name" | "files" | "syntax">;
  /** Where indexes of libraries are kept from one run to the next. */
  readonly kept: KeptCode;
}

/** Reads all source files of a place, and of a tree other texts too. Large files are passed over. */
export async function readPlace(place: LeakPlace, options: ReadingOptions): Promise<PlaceCode> {
  const isSourceFile = (path: RepositoryPath): boolean => options.language.files.isSourceFile(path);
  const paths = [...filesOf(place)];
  const folders = (path: string): string => path.split("/").slice(0, -1).slice(0, place.partDepth).join("/");
  const parts: CodeIndex[] = [];
  for (const part of Map.groupBy(paths.filter(isSourceFile), folders).values()) {
    const files = part.map((path) => readFile(place, path));
    parts.push(await (place.kind === "tree" ? indexPart(files, options) : findPart(files, options)));
  }
  const others = place.kind === "tree" ? paths.filter((path) => !isSourceFile(path)) : [];
  return { place, parts, texts: await readTexts(place, others, options) };
}

function readFile({ directory }: LeakPlace, path: RepositoryPath): CodeFile {
  return { path, bytes: readFileSync(joinPath(directory, path)) };
}

async function findPart(files: readonly CodeFile[], options: ReadingOptions): Promise<CodeIndex> {
  const { language, kept } = options;
  const contents = files.map(({ path, bytes }) => [path, sha256(bytes)]);
  const digest = digestOf([FORMAT, language.name, contents]);
  const known = kept.find(digest);
  if (known !== undefined) return known;
  const index = await indexPart(files, options);
  kept.keep(digest, index);
  return index;
}

function indexPart(files: readonly CodeFile[], { language }: ReadingOptions): Promise<CodeIndex> {
  return indexFunctions(files, language.syntax);
}

async function readTexts(
  place: LeakPlace,
  paths: readonly RepositoryPath[],
  { language }: ReadingOptions,
): Promise<PlaceCode["texts"]> {
  const pause = createPause();
  const texts: { path: RepositoryPath; grams: Uint32Array }[] = [];
  for (const path of paths) {
    await pause();
    const { bytes } = readFile(place, path);
    const tokens = bytes.includes(0) ? [] : language.syntax.quotedTokens(path, bytes.toString());
    if (tokens.length > 0) texts.push({ path, grams: gramSequence(tokens, "written") });
  }
  return texts;
}

function* filesOf(place: LeakPlace, below = ""): Generator<RepositoryPath> {
  const entries = readdirSync(joinPath(place.directory, below), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!place.passesOver.includes(entry.name)) yield* filesOf(place, path);
    } else if (entry.isFile() && statSync(joinPath(place.directory, path)).size <= LARGEST_FILE) yield path;
  }
}
