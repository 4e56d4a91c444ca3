import type { Parser } from "web-tree-sitter";

import { readFieldDeclarations } from "../../field-declarations.ts";
import type { Structure } from "../../structure.ts";

/** Reads Python files. */
export function createPythonStructure(parser: Parser): Structure {
  const kinds = new Map([
    ["class_definition", "class"],
    ["function_definition", "function"],
  ] as const);
  return { version: "1", read: (_path, text) => readFieldDeclarations(parser, text, kinds) };
}
