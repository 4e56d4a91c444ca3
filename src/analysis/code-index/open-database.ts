import type { HostPath, Logger } from "../../base/index.ts";
import type { CodeView } from "../code-view.ts";
import type { CodeCache } from "./code-cache.ts";
import type { SimilarCode } from "./similar-code.ts";

/** Opens the cache of code indexes in a folder, at most so many bytes. Loads what it takes to build queries. Dispose it. */
export async function openCodeCache(
  directory: HostPath,
  logger: Logger,
  mostBytes?: number,
): Promise<CodeCache> {
  const loaded = await import("./code-cache.ts");
  return new loaded.CodeCache(directory, logger, mostBytes);
}

/** Takes the words of a view's declarations in. Loads what it takes to build queries. Dispose it. */
export async function openSimilarCode(view: CodeView): Promise<SimilarCode> {
  const loaded = await import("./similar-code.ts");
  return new loaded.SimilarCode(view);
}
