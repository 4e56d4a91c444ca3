import {
  cachedSummaries,
  CodeQueries,
  openCodeCache,
  openCodeIndex,
  SlicedView,
  type CodeCache,
  type CodeIndex,
} from "../analysis/index.ts";
import { silentLogger, silentProgress } from "../base/index.ts";
import { languages, loadParts, type PartialLanguage } from "../languages/index.ts";
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
        const store = cachedSummaries(cache, language);
        const usesCalls = index.views.some((one) => one === view && one.isResolved);
        return new SlicedView(view, language, { store, usesCalls });
      },
      [Symbol.dispose]: () => cache[Symbol.dispose](),
    };
  } catch (error) {
    cache[Symbol.dispose]();
    throw error;
  }
}

/** Every registered language, with whatever parts it has. */
async function loadIndexedLanguages(): Promise<readonly PartialLanguage[]> {
  return Promise.all(Object.keys(languages).map((name) => loadParts(name, [], "index its files")));
}
