import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import { scriptFiles } from "./source-files.ts";
import { createScriptStructure } from "./structure/structure.ts";

const files = scriptFiles(".js", /\.(?:js|mjs|cjs|jsx)$/u);

/** JavaScript, with JSX, read by tree-sitter. Loads the grammar; share the result. */
export async function createJavaScriptLanguage(): Promise<LanguageWith<"structure">> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm");
  return {
    name: "javascript",
    files,
    structure: createScriptStructure({ parserOf: () => parser, isTestFile: files.isTestFile }),
  };
}
