import { sha256, type RepositoryPath } from "../../base/index.ts";
import type { FileSummary, LanguageWith } from "../../languages/index.ts";
import type { CacheKey, CodeCache } from "../code-index/code-cache.ts";
import { packText, unpack } from "../code-index/pack.ts";
import type { SummaryStore } from "./sliced-view.ts";

/** Keeps what slices take of files in the code cache, by path, text and version. */
export function cachedSummaries(cache: CodeCache, { name, slicing }: LanguageWith<"slicing">): SummaryStore {
  const keyOf = (path: RepositoryPath, text: string): CacheKey => ({
    kind: "slice",
    language: name,
    version: slicing.version,
    content: sha256(`${path}\0${text}`),
  });
  return {
    find(path, text): FileSummary {
      const data = cache.find(keyOf(path, text));
      return data === undefined ? undefined : unpack(data);
    },
    keep(path, text, summary) {
      const json = JSON.stringify(summary);
      cache.keep([{ ...keyOf(path, text), digest: sha256(json), data: packText(json) }]);
    },
  };
}
