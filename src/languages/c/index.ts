import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import { cResolution } from "./resolution/index.ts";
import { cFiles } from "./source-files.ts";
import { createCStructure } from "./structure/structure.ts";

/** C, read by tree-sitter. Loads the grammar; share the result. */
export async function createCLanguage(): Promise<LanguageWith<"structure" | "resolution">> {
  const parser = await createParser("tree-sitter-c/tree-sitter-c.wasm");
  return {
    name: "c",
    files: cFiles,
    structure: createCStructure(parser, cFiles.isTestFile),
    resolution: cResolution,
  };
}
