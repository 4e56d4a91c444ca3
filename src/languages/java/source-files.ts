import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

/** Folders of Maven and Gradle, and the names of classes that Surefire and Failsafe look for. */
const TEST_FILE =
  /(?:^|\/)(?:test|tests|[a-z]+Test|it)\/|(?:^|\/)(?:Test[^/]*|[^/]*Tests?|[^/]*TestCase|IT[A-Z][^/]*|[^/]*IT(?:Case)?)\.java$/u;

/** Java's files, by name. */
export const javaFiles: SourceFiles = {
  ending: ".java",
  isSourceFile: (path) => path.endsWith(".java"),
  isTestFile: (path) => TEST_FILE.test(path),
  decode: decodeUndeclared,
};
