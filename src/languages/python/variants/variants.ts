import type { Parser } from "web-tree-sitter";

import type { Variants } from "../../language.ts";
import { createClassText } from "./class-text.ts";
import { makeCheats } from "./cheats.ts";
import { makeTestCheats } from "./test-cheats.ts";
import { makeMistakes } from "./mistakes/mistakes.ts";
import { listConstants, makeMutants } from "./mutants/mutants.ts";
import { mutationOperators } from "./mutants/operators.ts";
import { readReference } from "./reference.ts";
import { makeRewrites, rewriteKinds } from "./rewrites/rewrites.ts";
import { createOutlines } from "./shortcuts/outline.ts";
import { makeShortcuts } from "./shortcuts/shortcuts.ts";
import { makeTrivialBodies } from "./trivial.ts";

/** Other bodies for Python definitions. Throws `variant-source` for a definition that is not of the given text. */
export function createPythonVariants(parser: Parser): Variants {
  const classText = createClassText(parser);
  const outlines = createOutlines(parser);
  return {
    mutants: (text, definition, selection) =>
      makeMutants(parser, readReference(parser, text, definition), selection),
    mutationOperators: mutationOperators.map(({ name }) => name),
    constants: (text, definition, sees) => listConstants(readReference(parser, text, definition), sees),
    mistakes: (text, definition, sees) => makeMistakes(parser, readReference(parser, text, definition), sees),
    rewriteKinds,
    rewrites: (text, definition) => makeRewrites(parser, readReference(parser, text, definition)),
    trivialBodies: (text, definition, seen) =>
      makeTrivialBodies(classText, text, readReference(parser, text, definition), seen),
    testCheats: (text, definition) => makeTestCheats(readReference(parser, text, definition)),
    cheats: (text, definition, module) => makeCheats(readReference(parser, text, definition), module),
    shortcuts: (text, definition, module, material) =>
      makeShortcuts({
        reference: readReference(parser, text, definition),
        own: { path: definition.path, module, text },
        material,
        outlines,
      }),
  };
}
