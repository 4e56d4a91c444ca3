import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";

/** Files that are kept parsed: more than that, and all are let go. */
const MOST_FILES = 20_000;

/** Parsed files, so that another link within one process parses only what changed. */
export interface SourceFileCache {
  get(
    file: string,
    settings: ts.ScriptTarget | ts.CreateSourceFileOptions,
    read: () => string | undefined,
  ): ts.SourceFile | undefined;
}

/** Keeps the last two texts of each file parsed: those of a repository and of a view of it that differs. */
export function createSourceFileCache(): SourceFileCache {
  const kept = new Map<string, readonly ts.SourceFile[]>();
  return {
    get: (file, settings, read) => {
      const text = read();
      if (text === undefined) return undefined;
      const known = kept.get(file) ?? [];
      const same = known.find((each) => each.text === text);
      if (same !== undefined) return same;
      const parsed = getCompiler().createSourceFile(file, text, settings);
      if (kept.size > MOST_FILES) kept.clear();
      kept.set(file, [parsed, ...known.slice(0, 1)]);
      return parsed;
    },
  };
}
