import type { SourceFiles } from "../source-files.ts";
import { decodeSource } from "./source-encoding.ts";
import { FILE_ENDING, isSourceFile, isTestFile } from "./test-code.ts";

/** Python's files, by name and encoding declaration (PEP 263). */
export const pythonFiles: SourceFiles = {
  ending: FILE_ENDING,
  isSourceFile,
  isTestFile,
  decode: decodeSource,
};
