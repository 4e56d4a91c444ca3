import { fileURLToPath } from "node:url";

import { Language, Parser } from "web-tree-sitter";

/**
 * A parser for Python 3 sources (most of Python 2 parses too; what does not becomes `ERROR` nodes). Loads
 * WebAssembly once per call; share the parser, it keeps no state between calls. Node indexes of the trees it makes
 * count UTF-16 code units, like JavaScript strings: `text.slice(node.startIndex, node.endIndex)`. Trees live
 * in WebAssembly memory: call `tree.delete()` when done.
 */
export async function createPythonParser(): Promise<Parser> {
  await Parser.init();
  const grammar = fileURLToPath(import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return parser;
}
