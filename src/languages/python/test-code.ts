import type { RepositoryPath } from "../../base/index.ts";

const TEST_FOLDER = /^(tests?|unit_?tests?|.+[-_]tests?)$/;
const TEST_FILE = /^(test_.*|.*_tests?|tests?|conftest)\.py$/;

/** What the names of Python sources end with. */
export const FILE_ENDING = ".py";

/** True for Python sources by name; stubs (`.pyi`) hold no code. */
export function isSourceFile(path: RepositoryPath): boolean {
  return path.endsWith(FILE_ENDING);
}

/** True for test code by path: a test folder anywhere above it, or pytest's and unittest's file names. */
export function isTestFile(path: RepositoryPath): boolean {
  const parts = path.split("/");
  const file = parts.pop() ?? "";
  return TEST_FILE.test(file) || parts.some((folder) => TEST_FOLDER.test(folder));
}
