import {
  CodeQueries,
  openCodeIndex,
  placeOf,
  type CodeCache,
  type RepositoryFacts,
} from "../analysis/index.ts";
import type { PartialLanguage } from "../languages/index.ts";
import type { AcquiredSource } from "../sources/index.ts";

/** What indexing an acquired source takes. */
export interface SourceCodeOptions {
  readonly language: PartialLanguage;
  readonly cache: CodeCache;
  readonly signal?: AbortSignal | undefined;
}

/** Queries of a source's code in one language; undefined where the toolkit cannot say what names mean in it, and where it has no such files. */
export async function openSourceCode(
  { directory, files }: Pick<AcquiredSource, "directory" | "files">,
  { language, cache, signal }: SourceCodeOptions,
): Promise<CodeQueries | undefined> {
  const tree = { directory, paths: files.map(({ path }) => path) };
  const { views } = await openCodeIndex(tree, { languages: [language], cache, signal });
  const view = views.find(({ isResolved }) => isResolved);
  return view === undefined ? undefined : new CodeQueries(view);
}

/** What filters ask of a source's code. */
export function describeRepository(code: CodeQueries | undefined): RepositoryFacts {
  return {
    countCallees(definition) {
      const callees = code?.calleesOf(placeOf(definition));
      return callees && new Set(callees.map(({ callee }) => `${callee.path}:${callee.name}`)).size;
    },
  };
}
