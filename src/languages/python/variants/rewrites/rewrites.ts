import type { Parser } from "web-tree-sitter";

import type { Variant } from "../../../language.ts";
import { applyEdits, parseSnippet, type Reference } from "../reference.ts";
import { expandAugmented, reorderAssignments, splitComparison } from "./assignments.ts";
import { earlyReturn, elseRemoval, invertCondition, invertConditional } from "./branches.ts";
import { innerFunction } from "./inner-function.ts";
import { comprehensionToLoop, loopToComprehension, whileTrue } from "./loops.ts";
import { renameLocals } from "./rename-locals.ts";
import type { Rewrite } from "./rewrite.ts";
import { extractReturned, inlineTemporary } from "./temporaries.ts";

const rewrites: readonly Rewrite[] = [
  renameLocals,
  invertCondition,
  invertConditional,
  elseRemoval,
  earlyReturn,
  extractReturned,
  inlineTemporary,
  loopToComprehension,
  comprehensionToLoop,
  whileTrue,
  reorderAssignments,
  expandAugmented,
  splitComparison,
  innerFunction,
];

/** Names of all kinds of rewrite. */
export const rewriteKinds: readonly string[] = rewrites.map((rewrite) => rewrite.name);

/** One variant for each kind of rewrite that the code gives occasion for, made everywhere it does. */
export function makeRewrites(parser: Parser, reference: Reference): Variant[] {
  return rewrites.flatMap((rewrite) => {
    const edits = rewrite.edits(reference);
    if (edits.length === 0) return [];
    const completion = applyEdits(reference.text, edits);
    const isUsable = completion !== reference.text && parseSnippet(parser, completion) !== undefined;
    return isUsable ? [{ id: rewrite.name, kind: rewrite.name, completion }] : [];
  });
}
