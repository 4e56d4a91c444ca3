import { readStructure } from "../declarations.ts";
import { readTree } from "../syntax-tree.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

const SOURCE_FILE = /\.java$/u;
const TEST_FILE = /(?:^|\/)tests?\/|(?:^|\/)(?:Test[^/]*|[^/]*Tests?|[^/]*TestCase|[^/]*IT)\.java$/u;

const javaFiles: SourceFiles = {
  ending: ".java",
  isSourceFile: (path) => SOURCE_FILE.test(path),
  isTestFile: (path) => TEST_FILE.test(path),
  decode: decodeUndeclared,
};

const KINDS = new Map([
  ["class_declaration", "class"],
  ["interface_declaration", "interface"],
  ["enum_declaration", "enum"],
  ["record_declaration", "record"],
  ["method_declaration", "method"],
  ["constructor_declaration", "constructor"],
] as const);

/** Java, read by tree-sitter. Loads the grammar; share the result. */
export async function createJavaLanguage(): Promise<LanguageWith<"structure">> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm");
  return {
    name: "java",
    files: javaFiles,
    structure: {
      version: "1",
      read: (_path, text) =>
        readStructure(text, readTree(parser, text, { isError: () => false }), () => KINDS),
    },
  };
}
