import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import { javaFiles } from "./source-files.ts";
import { createJavaStructure } from "./structure/structure.ts";

/** Java, read by tree-sitter. Loads the grammar; share the result. */
export async function createJavaLanguage(): Promise<LanguageWith<"structure">> {
  const parser = await createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm");
  return { name: "java", files: javaFiles, structure: createJavaStructure(parser) };
}
