import type { Parser } from "web-tree-sitter";

import type { Editing, Syntax } from "../language.ts";
import { createEditing } from "./edit.ts";
import { createIndexer } from "./file-index.ts";
import { describeFile } from "./parse.ts";
import { decodeSource } from "./source-encoding.ts";
import { isSourceFile, isTestFile } from "./test-code.ts";
import { readBodyTokens } from "./tokens.ts";

/** Reading and editing of Python sources over one parser. Both share the last few files they indexed. */
export function createPythonSyntax(parser: Parser): { readonly syntax: Syntax; readonly editing: Editing } {
  const index = createIndexer(parser);
  return {
    syntax: {
      isSourceFile,
      isTestFile,
      decode: decodeSource,
      parse: (path, text) => describeFile(path, index(text)),
      bodyTokens(text, definition) {
        const outcome = index(text);
        return outcome.status === "refused" ? [] : readBodyTokens(outcome.index, definition);
      },
    },
    editing: createEditing(parser, index),
  };
}
