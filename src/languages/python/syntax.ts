import type { Parser } from "web-tree-sitter";

import type { Editing, Syntax } from "../language.ts";
import { createEditing } from "./edit.ts";
import { createIndexer } from "./file-index.ts";
import { readFunctions } from "./function-code.ts";
import { outlineOf } from "./outline.ts";
import { describeFile } from "./parse.ts";
import { readQuotedTokens } from "./quoted-code.ts";
import { readBodyTokens } from "./tokens.ts";

/** Reading and editing of Python sources over one parser. Both share the last few files they indexed. */
export function createPythonSyntax(parser: Parser): { readonly syntax: Syntax; readonly editing: Editing } {
  const index = createIndexer(parser);
  return {
    syntax: {
      parse: (path, text) => describeFile(path, index(text)),
      outline(text) {
        const outcome = index(text);
        return outcome.status === "indexed" ? outlineOf(outcome.index) : undefined;
      },
      bodyTokens(text, definition) {
        const outcome = index(text);
        return outcome.status === "refused" ? [] : readBodyTokens(outcome.index, definition);
      },
      functions: readFunctions,
      quotedTokens: readQuotedTokens,
    },
    editing: createEditing(parser, index),
  };
}
