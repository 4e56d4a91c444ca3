import { readFieldDeclarations } from "../field-declarations.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import type { SourceFiles } from "../source-files.ts";
import { decodeUndeclared } from "../text-encoding.ts";

const SOURCE_FILE = /\.(?:ts|mts|cts|tsx)$/u;
const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|spec)\/|[.-](?:test|spec)\.[^/]+$/u;

const typeScriptFiles: SourceFiles = {
  ending: ".ts",
  isSourceFile: (path) => SOURCE_FILE.test(path),
  isTestFile: (path) => TEST_FILE.test(path),
  decode: decodeUndeclared,
};

const KINDS = new Map([
  ["class_declaration", "class"],
  ["function_declaration", "function"],
  ["method_definition", "method"],
  ["interface_declaration", "interface"],
  ["enum_declaration", "enum"],
  ["type_alias_declaration", "type"],
] as const);

/** TypeScript, read by tree-sitter. Loads the grammars; share the result. */
export async function createTypeScriptLanguage(): Promise<LanguageWith<"structure">> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm");
  const withElements = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm");
  return {
    name: "typescript",
    files: typeScriptFiles,
    structure: {
      version: "1",
      read: (path, text) => readFieldDeclarations(path.endsWith(".tsx") ? withElements : parser, text, KINDS),
    },
  };
}
