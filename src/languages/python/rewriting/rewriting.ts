import type { Parser } from "web-tree-sitter";

import type { Rewriting } from "../../rewriting.ts";
import type { Structure } from "../../structure.ts";
import { createIndexer } from "../file-index.ts";
import { createPythonCutting } from "./cutting.ts";
import { createPythonNaming } from "./naming.ts";
import { createPythonPlacing } from "./placing.ts";

/** Exact edits of Python files. */
export function createPythonRewriting(parser: Parser, structure: Structure): Rewriting {
  const index = createIndexer(parser);
  return {
    naming: createPythonNaming(parser),
    cutting: createPythonCutting(index),
    placing: createPythonPlacing(parser, index, structure),
  };
}
