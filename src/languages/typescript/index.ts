import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../base/index.ts";
import { createBraceRewriting } from "../braces/rewriting.ts";
import { createParser } from "../grammar.ts";
import { scriptBraces } from "../javascript/brace-language.ts";
import { scriptResolution } from "../javascript/resolution/resolution.ts";
import { scriptFiles } from "../javascript/source-files.ts";
import { createScriptStructure } from "../javascript/structure/structure.ts";
import { prepareTypes } from "./prepared-text.ts";
import type { LanguageWith } from "../parts.ts";

const files = scriptFiles(".ts", /\.(?:ts|mts|cts|tsx)$/u);

/** TypeScript, with JSX, read by tree-sitter. Loads both grammars; share the result. */
export async function createTypeScriptLanguage(): Promise<
  LanguageWith<"structure" | "resolution" | "rewriting">
> {
  const plain = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm");
  const withElements = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm");
  const parserOf = (path: RepositoryPath): Parser => (path.endsWith(".tsx") ? withElements : plain);
  const structure = createScriptStructure({
    parserOf,
    isTestFile: (path) => files.isTestFile(path),
    prepare: prepareTypes,
  });
  return {
    name: "typescript",
    files,
    structure,
    resolution: scriptResolution,
    rewriting: createBraceRewriting(scriptBraces(parserOf, structure)),
  };
}
