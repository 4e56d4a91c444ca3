import { createBraceRewriting } from "../braces/rewriting.ts";
import { createParser } from "../grammar.ts";
import type { LanguageWith } from "../parts.ts";
import { cResolution } from "./resolution/index.ts";
import { cBraces } from "./brace-language.ts";
import { cFiles } from "./source-files.ts";
import { createCStructure } from "./structure/structure.ts";

/** C, read by tree-sitter. Loads the grammar; share the result. */
export async function createCLanguage(): Promise<LanguageWith<"structure" | "resolution" | "rewriting">> {
  const parser = await createParser("tree-sitter-c/tree-sitter-c.wasm");
  const structure = createCStructure(parser, (path) => cFiles.isTestFile(path));
  return {
    name: "c",
    files: cFiles,
    structure,
    resolution: cResolution,
    rewriting: createBraceRewriting(cBraces(parser, structure)),
  };
}
