import { availableParallelism } from "node:os";

import type { RepositoryPath } from "../../base/index.ts";
import {
  withParts,
  type LanguageWith,
  type PartialLanguage,
  type Resolution,
} from "../../languages/index.ts";
import type { CacheEntry, CodeCache } from "./code-cache.ts";
import { listTree, readTreeText, type CodeTree } from "./code-tree.ts";
import { extractMany, type ExtractionOptions } from "./extract-many.ts";
import type { FileToExtract } from "./extract.ts";
import { IndexedFile } from "./indexed-file.ts";
import { IndexedView } from "./indexed-view.ts";

/** How a tree is indexed. */
export interface CodeIndexOptions {
  /** Languages to look for; those without structure are passed over. */
  readonly languages: readonly PartialLanguage[];
  /** Absent: nothing is kept beyond this process. The caller disposes of it, after the last query. */
  readonly cache?: CodeCache | undefined;
  /** What is read at once. `structure`: of what names mean nothing until that is asked for. Default: `all`. */
  readonly reads?: "structure" | "all" | undefined;
  /** How many threads read files at a time where there is much to read. Default: one for each processor. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A tree's source files, each language's (or program's) in a view of its own. */
export interface CodeIndex {
  /** Only of languages that have files here, in the order of the languages. */
  readonly views: readonly IndexedView[];
  /** Files that could not be decoded, and why. */
  readonly refused: readonly { readonly path: RepositoryPath; readonly reason: string }[];
}

/** Entries written to the cache in one go. */
const KEPT_AT_ONCE = 256;

/**
 * Reads the source files of a tree, or what the cache has of them. Nothing of the tree is run. Names are resolved when a view is first asked for that.
 */
export async function openCodeIndex(tree: CodeTree, options: CodeIndexOptions): Promise<CodeIndex> {
  const paths = listTree(tree);
  const refused: CodeIndex["refused"][number][] = [];
  const views: IndexedView[] = [];
  for (const languages of programsOf(options.languages)) {
    const files = paths.flatMap((path) => {
      const language = languages.find((one) => one.files.isSourceFile(path));
      if (language === undefined) return [];
      const read = readTreeText(tree, path, language.files);
      if (read.status === "decoded")
        return [new IndexedFile({ path, text: read.text }, language, options.cache)];
      refused.push({ path, reason: read.reason });
      return [];
    });
    if (files.length === 0) continue;
    for (const language of languages)
      await readFiles(
        language,
        files.filter((file) => file.language === language),
        options,
      );
    const projectFiles = readProjectFiles(tree, paths, languages);
    views.push(new IndexedView({ languages, files, projectFiles, cache: options.cache }));
  }
  return { views, refused };
}

/** Languages with structure; those that share a resolution together. */
function programsOf(
  languages: readonly PartialLanguage[],
): readonly (readonly LanguageWith<"structure">[])[] {
  const able = languages
    .filter(({ structure }) => structure !== undefined)
    .map((language) => withParts(language, ["structure"], "index its files"));
  const programs = Map.groupBy(able, (language): Resolution | string => language.resolution ?? language.name);
  return [...programs.values()];
}

/** Reads what the cache does not have, and has it kept. */
async function readFiles(
  language: LanguageWith<"structure">,
  files: readonly IndexedFile[],
  { cache, reads, threads = availableParallelism(), signal }: Omit<CodeIndexOptions, "languages">,
): Promise<void> {
  const { resolution } = language;
  const missing = findMissing(files, cache, resolution !== undefined && reads !== "structure");
  const options: ExtractionOptions = { threads, signal };
  let entries: CacheEntry[] = [];
  let at = 0;
  for await (const extracted of extractMany(
    language,
    missing.map(({ wanted }) => wanted),
    options,
  )) {
    entries.push(...(missing[at++]?.file.accept(extracted) ?? []));
    if (entries.length < KEPT_AT_ONCE) continue;
    cache?.keep(entries);
    entries = [];
  }
  cache?.keep(entries);
}

/** A file of which something has to be read. */
interface MissingFile {
  readonly file: IndexedFile;
  readonly wanted: FileToExtract;
}

function findMissing(
  files: readonly IndexedFile[],
  cache: CodeCache | undefined,
  readsSummaries: boolean,
): readonly MissingFile[] {
  const [first] = files;
  if (first === undefined) return [];
  const contents = files.map(({ content }) => content);
  const structures = cache?.findDigests(first.keyOf("structure"), contents);
  const summaries = readsSummaries ? cache?.findDigests(first.keyOf("summary"), contents) : undefined;
  return files.flatMap((file) => {
    const { path, text, content } = file;
    const summary = summaries?.get(content);
    if (summary !== undefined) file.knowSummary(summary);
    const wantsStructure = structures?.has(content) !== true;
    const wantsSummary = readsSummaries && summary === undefined;
    return wantsStructure || wantsSummary
      ? [{ file, wanted: { path, text, wantsStructure, wantsSummary } }]
      : [];
  });
}

function readProjectFiles(
  tree: CodeTree,
  paths: readonly RepositoryPath[],
  [language]: readonly LanguageWith<"structure">[],
): ReadonlyMap<RepositoryPath, string> {
  const resolution = language?.resolution;
  if (language === undefined || resolution === undefined) return new Map();
  return new Map(
    paths
      .filter((path) => resolution.isProjectFile(path))
      .flatMap((path) => {
        const read = readTreeText(tree, path, language.files);
        return read.status === "decoded" ? [[path, read.text] as const] : [];
      }),
  );
}
