import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

const TEST_FILE =
  /(?:^|\/)(?:tests?|unit[-_]?tests?|check)\/|(?:^|\/)(?:(?:unit)?tests?[-_.]?[^/]*|[^/]*[-_]tests?)\.[ch]$/iu;

/** C's files, by name: sources and headers. */
export const cFiles: SourceFiles = {
  ending: ".c",
  isSourceFile: (path) => /\.[ch]$/u.test(path),
  isTestFile: (path) => TEST_FILE.test(path),
  decode: decodeUndeclared,
};
