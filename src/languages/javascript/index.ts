import type { Parser } from "web-tree-sitter";

import { createBraceRewriting } from "../braces/rewriting.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import { scriptBraces } from "./brace-language.ts";
import { scriptResolution } from "./resolution/resolution.ts";
import { scriptFiles } from "./source-files.ts";
import { createScriptStructure } from "./structure/structure.ts";

const files = scriptFiles(".js", /\.(?:js|mjs|cjs|jsx)$/u);

/** JavaScript, with JSX, read by tree-sitter. Loads the grammar; share the result. */
export async function createJavaScriptLanguage(): Promise<
  LanguageWith<"structure" | "resolution" | "rewriting">
> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm");
  const parserOf = (): Parser => parser;
  const structure = createScriptStructure({ parserOf, isTestFile: (path) => files.isTestFile(path) });
  return {
    name: "javascript",
    files,
    structure,
    resolution: scriptResolution,
    rewriting: createBraceRewriting(scriptBraces(parserOf, structure)),
  };
}
