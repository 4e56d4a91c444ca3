import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

/** Folders and names that Jest, Vitest, Mocha and `node:test` look for tests in. */
const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|(?:^|[./_-])(?:test|spec)\.[^/.]+$/u;

/** Files of scripts whose names end like this. */
export function scriptFiles(ending: string, names: RegExp): SourceFiles {
  return {
    ending,
    isSourceFile: (path) => names.test(path),
    isTestFile: (path) => TEST_FILE.test(path),
    decode: decodeUndeclared,
  };
}
