import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { isDeeperThan } from "./syntax.ts";

/** Files that are kept parsed: more than that, and all are let go. */
const MOST_FILES = 20_000;

/** The compiler calls itself for each level of a tree, and runs out of stack from about 2,000 levels on. */
const MOST_LEVELS = 1000;

/** Parsed files, so that another link within one process parses only what changed. */
export interface SourceFileCache {
  get(
    file: string,
    settings: ts.ScriptTarget | ts.CreateSourceFileOptions,
    read: () => string | undefined,
  ): ts.SourceFile | undefined;
}

interface ParsedText {
  readonly text: string;
  readonly parsed: ts.SourceFile;
}

/** Keeps the last two texts of each file parsed: those of a repository and of a view of it that differs. A file that is nested too deep stands as an empty one. */
export function createSourceFileCache(): SourceFileCache {
  const kept = new Map<string, readonly ParsedText[]>();
  return {
    get: (file, settings, read) => {
      const text = read();
      if (text === undefined) return undefined;
      const known = kept.get(file) ?? [];
      const same = known.find((each) => each.text === text);
      if (same !== undefined) return same.parsed;
      const parsed = parse(file, text, settings) ?? createFile(file, "", settings);
      if (kept.size > MOST_FILES) kept.clear();
      kept.set(file, [{ text, parsed }, ...known.slice(0, 1)]);
      return parsed;
    },
  };
}

/** Undefined for what is nested too deep. */
function parse(
  file: string,
  text: string,
  settings: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  try {
    const parsed = createFile(file, text, settings);
    return isDeeperThan(parsed, MOST_LEVELS) ? undefined : parsed;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** With its text as its version, as the language service wants one. */
function createFile(
  file: string,
  text: string,
  settings: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const ts = getCompiler();
  const snapshot = ts.ScriptSnapshot.fromString(text);
  return ts.createLanguageServiceSourceFile(file, snapshot, settings, text, false);
}
