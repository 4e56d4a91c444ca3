import { fileURLToPath } from "node:url";

import { Language, Parser } from "web-tree-sitter";

/** Begun once: beginning again, while the first is under way, takes the parsers apart that were made before. */
let ready: Promise<void> | undefined;

/**
 * A parser with the grammar of a package's file (`tree-sitter-c/tree-sitter-c.wasm`). Loads WebAssembly once per call; share the parser, it keeps no
 * state between calls. Node indexes of the trees it makes count UTF-16 code units, like JavaScript strings. Trees live in WebAssembly memory: call
 * `tree.delete()` when done.
 */
export async function createParser(grammar: string): Promise<Parser> {
  await (ready ??= Parser.init());
  const parser = new Parser();
  parser.setLanguage(await Language.load(fileURLToPath(import.meta.resolve(grammar))));
  return parser;
}
