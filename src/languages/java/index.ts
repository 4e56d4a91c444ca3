import { createBraceRewriting } from "../braces/rewriting.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import { createJavaResolution } from "./resolution/resolution.ts";
import { javaBraces } from "./brace-language.ts";
import { javaFiles } from "./source-files.ts";
import { createJavaStructure } from "./structure/structure.ts";

/** Java, read by tree-sitter. Loads the grammar; share the result. */
export async function createJavaLanguage(): Promise<LanguageWith<"structure" | "resolution" | "rewriting">> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm");
  const structure = createJavaStructure(parser);
  return {
    name: "java",
    files: javaFiles,
    structure,
    resolution: createJavaResolution(parser),
    rewriting: createBraceRewriting(javaBraces(parser, structure)),
  };
}
