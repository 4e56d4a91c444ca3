import type { Parser } from "web-tree-sitter";

import { createParser } from "../grammar.ts";

/** A parser for Python 3 sources; most of Python 2 parses too, and what does not becomes `ERROR` nodes. Share it. */
export function createPythonParser(): Promise<Parser> {
  return createParser("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm");
}
