import {
  cachedSummaries,
  CodeQueries,
  findDeclared,
  openCodeCache,
  openCodeIndex,
  SlicedTree,
  SlicedView,
  type CodeCache,
  type CodeIndex,
} from "../analysis/index.ts";
import { silentLogger, silentProgress } from "../base/index.ts";
import {
  DEFAULT_LANGUAGE,
  languages,
  loadParts,
  type CodePlace,
  type PartialLanguage,
} from "../languages/index.ts";
import { acquireSource, type AcquiredSource } from "../sources/index.ts";
import { codeCacheFolder, userCacheDirectory } from "./services.ts";
import type { WorkContext } from "./work-context.ts";

/** A source's code, ready for queries. Dispose it after the last one. */
export interface OpenedCode extends Disposable {
  readonly acquired: AcquiredSource;
  readonly index: CodeIndex;
  /** Kept until it is disposed. */
  readonly cache: CodeCache;
  /** Of each of the index's views. */
  readonly queries: readonly CodeQueries[];
  /** One of the views as `sliceDefinition` sees it; keep it for further slices. Throws `language-lacks` where its language cannot be sliced. */
  openSlices(queries: CodeQueries): Promise<SlicedView>;
}

/**
 * Brings a source here and indexes its code, in every language that the toolkit knows. Nothing of it runs; what was read is kept in the user's cache.
 * Without a context nobody is told how it goes. Throws what `acquireSource` throws.
 */
export async function openCode(
  source: string,
  { progress = silentProgress, logger = silentLogger, signal }: Partial<WorkContext> = {},
): Promise<OpenedCode> {
  const cacheDirectory = userCacheDirectory(process.env);
  progress.begin(`${source}: acquiring`);
  const acquired = await acquireSource(source, { cacheDirectory, logger, signal });
  progress.begin(`${source}: reading its code`);
  const cache = await openCodeCache(codeCacheFolder(cacheDirectory), logger);
  try {
    const index = await openCodeIndex(
      { directory: acquired.directory, paths: acquired.files.map(({ path }) => path) },
      { languages: await loadIndexedLanguages(), cache, signal },
    );
    return {
      acquired,
      index,
      cache,
      queries: index.views.map((view) => new CodeQueries(view)),
      openSlices: async ({ view }) => {
        const language = await loadParts(view.language, ["slicing"], "slice definitions");
        return new SlicedView(view, language, cachedSummaries(cache, language));
      },
      [Symbol.dispose]: () => cache[Symbol.dispose](),
    };
  } catch (error) {
    cache[Symbol.dispose]();
    throw error;
  }
}

/** A definition of a source, ready to be sliced. Dispose it after the last slice. */
export interface SlicedTarget extends Disposable {
  readonly sliced: SlicedView;
  readonly place: CodePlace;
}

/**
 * Brings a source here for slices of a definition. Of what is written in the default language nothing is read before a slice leads there; the whole source is
 * indexed only where that has no such definition. Throws what `findDeclared` throws, and `language-lacks` where the definition's language cannot be sliced.
 */
export async function openSlicedTarget(
  source: string,
  target: string,
  context: Partial<WorkContext> = {},
): Promise<SlicedTarget> {
  const { progress = silentProgress, logger = silentLogger, signal } = context;
  const cacheDirectory = userCacheDirectory(process.env);
  progress.begin(`${source}: acquiring`);
  const { directory, files } = await acquireSource(source, { cacheDirectory, logger, signal });
  const language = await loadParts(DEFAULT_LANGUAGE, ["structure", "slicing"], "slice definitions");
  const cache = await openCodeCache(codeCacheFolder(cacheDirectory), logger);
  const dispose = (): void => cache[Symbol.dispose]();
  try {
    const tree = new SlicedTree({ directory, paths: files.map(({ path }) => path) }, language, cache);
    const place = await tree.find(target);
    if (place !== undefined) return { sliced: tree.sliced, place, [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
  dispose();
  return openIndexedTarget(source, target, context);
}

async function openIndexedTarget(
  source: string,
  target: string,
  context: Partial<WorkContext>,
): Promise<SlicedTarget> {
  const code = await openCode(source, context);
  try {
    const { queries, places } = findDeclared(code.queries, target);
    const [place] = places;
    if (place === undefined) throw new TypeError("A target that is found has a place.");
    const sliced = await code.openSlices(queries);
    return { sliced, place, [Symbol.dispose]: () => code[Symbol.dispose]() };
  } catch (error) {
    code[Symbol.dispose]();
    throw error;
  }
}

/** Every registered language, with whatever parts it has. */
async function loadIndexedLanguages(): Promise<readonly PartialLanguage[]> {
  return Promise.all(Object.keys(languages).map((name) => loadParts(name, [], "index its files")));
}
