import type { Parser } from "web-tree-sitter";

import type { Variant } from "../../../language.ts";
import type { Reference } from "../reference.ts";
import { expandAugmented, reorderAssignments, splitComparison, splitUnpacking } from "./assignments.ts";
import { earlyReturn, elseRemoval, invertCondition, invertConditional, nestElif } from "./branches.ts";
import { combine } from "./combinations.ts";
import { conditionalToStatement, statementToConditional } from "./conditionals.ts";
import { deMorgan, expandNegation, extractCondition, splitCondition } from "./conditions.ts";
import { innerFunction } from "./inner-function.ts";
import { comprehensionToLoop, loopToComprehension, whileTrue } from "./loops.ts";
import { aliasParameters, renameLocals } from "./rename-locals.ts";
import type { Rewrite } from "./rewrite.ts";
import { extractReturned, inlineTemporary } from "./temporaries.ts";
import { joinTexts } from "./texts.ts";

const rewrites: readonly Rewrite[] = [
  renameLocals,
  aliasParameters,
  nestElif,
  invertCondition,
  invertConditional,
  conditionalToStatement,
  statementToConditional,
  deMorgan,
  expandNegation,
  splitCondition,
  extractCondition,
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
  splitUnpacking,
  joinTexts,
  innerFunction,
];

/**
 * Sequences of kinds for the combinations. Of two that undo one another each has one; what moves the whole body away comes
 * last, or the others would find nothing.
 */
const sequences: Readonly<Record<string, readonly Rewrite[]>> = {
  combined: without(statementToConditional, inlineTemporary, loopToComprehension),
  "combined-reversed": without(
    conditionalToStatement,
    extractReturned,
    comprehensionToLoop,
    innerFunction,
  ).toReversed(),
};

function without(...some: readonly Rewrite[]): Rewrite[] {
  return rewrites.filter((rewrite) => !some.includes(rewrite));
}

/** Names of all kinds of rewrite. */
export const rewriteKinds: readonly string[] = rewrites.map((rewrite) => rewrite.name);

/**
 * One variant for each kind of rewrite that the code gives occasion for, made everywhere it does; then those in which several
 * kinds were made one after the other.
 */
export function makeRewrites(parser: Parser, reference: Reference): Variant[] {
  const single = rewrites.flatMap((rewrite) => {
    const { text, names } = combine(parser, reference, [rewrite]);
    return names.length === 0 ? [] : [{ id: rewrite.name, kind: rewrite.name, completion: text }];
  });
  const known = new Set(single.map(({ completion }) => completion));
  const combined = Object.entries(sequences).flatMap(([kind, sequence]) => {
    const { text, names } = combine(parser, reference, sequence);
    if (names.length < 2 || text === reference.text || known.has(text)) return [];
    known.add(text);
    return [{ id: `${kind}: ${names.join(", ")}`, kind, completion: text }];
  });
  return [...single, ...combined];
}
