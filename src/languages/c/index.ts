import { readStructure } from "../declarations.ts";
import { readTree } from "../syntax-tree.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

const SOURCE_FILE = /\.[ch]$/u;
const TEST_FILE = /(?:^|\/)tests?\/|(?:^|\/)(?:test[-_][^/]*|[^/]*[-_]test|test)\.[ch]$/u;

const cFiles: SourceFiles = {
  ending: ".c",
  isSourceFile: (path) => SOURCE_FILE.test(path),
  isTestFile: (path) => TEST_FILE.test(path),
  decode: decodeUndeclared,
};

const KINDS = new Map([
  ["function_definition", "function"],
  ["struct_specifier", "struct"],
  ["union_specifier", "union"],
  ["enum_specifier", "enum"],
] as const);

/** C, read by tree-sitter. Loads the grammar; share the result. */
export async function createCLanguage(): Promise<LanguageWith<"structure">> {
  const parser = await createParser("tree-sitter-c/tree-sitter-c.wasm");
  return {
    name: "c",
    files: cFiles,
    structure: {
      version: "1",
      read: (_path, text) =>
        readStructure(text, readTree(parser, text, { isError: () => false }), () => KINDS),
    },
  };
}
