import { readFieldDeclarations } from "../field-declarations.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

const SOURCE_FILE = /\.(?:js|mjs|cjs|jsx)$/u;
const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|spec)\/|[.-](?:test|spec)\.[^/]+$/u;

const javaScriptFiles: SourceFiles = {
  ending: ".js",
  isSourceFile: (path) => SOURCE_FILE.test(path),
  isTestFile: (path) => TEST_FILE.test(path),
  decode: decodeUndeclared,
};

const KINDS = new Map([
  ["class_declaration", "class"],
  ["function_declaration", "function"],
  ["method_definition", "method"],
] as const);

/** JavaScript, read by tree-sitter. Loads the grammar; share the result. */
export async function createJavaScriptLanguage(): Promise<LanguageWith<"structure">> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm");
  return {
    name: "javascript",
    files: javaScriptFiles,
    structure: {
      version: "1",
      read: (_path, text) => readFieldDeclarations(parser, text, KINDS),
    },
  };
}
