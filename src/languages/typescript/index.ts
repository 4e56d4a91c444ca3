import { createParser } from "../grammar.ts";
import { scriptFiles } from "../javascript/source-files.ts";
import { createScriptStructure } from "../javascript/structure/structure.ts";
import type { LanguageWith } from "../parts.ts";

const files = scriptFiles(".ts", /\.(?:ts|mts|cts|tsx)$/u);

/** TypeScript, with JSX, read by tree-sitter. Loads both grammars; share the result. */
export async function createTypeScriptLanguage(): Promise<LanguageWith<"structure">> {
  const plain = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm");
  const withElements = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm");
  return {
    name: "typescript",
    files,
    structure: createScriptStructure({
      parserOf: (path) => (path.endsWith(".tsx") ? withElements : plain),
      isTestFile: files.isTestFile,
    }),
  };
}
