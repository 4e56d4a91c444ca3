import type { Parser } from "web-tree-sitter";

import { createRandom } from "../../../../base/index.ts";
import type { MutantSelection, Variant } from "../../../language.ts";
import { drawEvenly, lineOf } from "../draw-evenly.ts";
import { withGaps } from "../edit-gaps.ts";
import { mutableNodes } from "../mutable-nodes.ts";
import { makeMutants } from "../mutants/mutants.ts";
import { applyEdits, parseSnippet, type Reference, type TextEdit } from "../reference.ts";
import { withoutOverlaps } from "../rewrites/rewrite.ts";
import { ancestorsOf, type SyntaxNode } from "../syntax-node.ts";
import type { Slip } from "./mistake.ts";
import { mistakeOperators } from "./operators.ts";

// Every node of body and defaults is offered to every operator. What comes back is a mistake at each place alone, and one of all places that are
// alike. They are made unique by text, thinned out evenly and checked by the parser; of what is left pairs are made.

/** Most mistakes of a target that are one mistake, made once or everywhere. */
export const MAX_MISTAKES = 120;
/** Most that are two of those at different places. */
export const MAX_PAIRS = 40;
/** The `kind` of two mistakes at once. */
export const SECOND_ORDER = "second-order";

interface Mistake {
  readonly id: string;
  readonly operator: string;
  readonly edits: readonly TextEdit[];
  readonly completion: string;
  readonly line: number;
}

/**
 * What people get wrong, made of a definition: at most `MAX_MISTAKES` that are drawn evenly over operators and lines, in the order of the catalogue, then at
 * most `MAX_PAIRS` pairs, drawn by the definition's text. No text of a mutant that the target is scored by is among them. Ids do not depend on what
 * was left out.
 */
export function makeMistakes(
  parser: Parser,
  reference: Reference,
  sees?: MutantSelection["sees"],
): readonly Variant[] {
  const known = new Set([reference.text]);
  for (const { completion } of makeMutants(parser, reference, sees === undefined ? {} : { sees }))
    known.add(completion);
  const isValid = ({ completion }: Mistake): boolean => parseSnippet(parser, completion) !== undefined;
  const all = listMistakes(reference, known);
  const drawn = new Set(drawEvenly(all, isValid, MAX_MISTAKES));
  const first = all.filter((mistake) => drawn.has(mistake));
  const second = pairUp(reference, first, known).filter(isValid).take(MAX_PAIRS);
  return [...first, ...second].map(({ id, operator, completion, edits }) => ({
    id,
    kind: operator,
    completion,
    lines: linesOf(reference.text, edits),
  }));
}

function linesOf(text: string, edits: readonly TextEdit[]): readonly number[] {
  const lines = edits.flatMap(({ start, end }) => {
    const first = lineOf(text, start);
    return Array.from({ length: lineOf(text, end) - first + 1 }, (_, at) => first + at);
  });
  return [...new Set(lines)];
}

/** Every mistake of the reference, without texts that are `known`, to which those of the mistakes are added. */
function listMistakes(reference: Reference, known: Set<string>): Mistake[] {
  const nodes = [...mutableNodes(reference)].filter((node) => !isOnlySaid(node));
  return mistakeOperators.flatMap((operator) => {
    const slips = nodes.flatMap((node) => [...operator.slip(node, reference)]);
    let made = 0;
    return [...slips.map((one) => [one]), ...gatherAlike(reference, slips)].flatMap((edits) => {
      const gapped = edits.map((edit) => withGaps(reference.text, edit));
      const completion = applyEdits(reference.text, gapped);
      if (known.has(completion)) return [];
      known.add(completion);
      made++;
      const line = lineOf(reference.text, edits[0]?.start ?? 0);
      return [{ id: `${operator.name}:${made}`, operator: operator.name, edits: gapped, completion, line }];
    });
  });
}

/** True below what only says what went wrong: arguments of what is raised, and assertions. */
function isOnlySaid(node: SyntaxNode): boolean {
  return [...ancestorsOf(node)].some(({ type }) => type === "raise_statement" || type === "assert_statement");
}

/** The slips that are alike, where there are several; of those that lie in one another the outer one. */
function gatherAlike({ text }: Reference, slips: readonly Slip[]): Slip[][] {
  const groups = Map.groupBy(
    slips,
    ({ start, end, replacement, alike }) => alike ?? `${text.slice(start, end)} -> ${replacement}`,
  );
  return [...groups.values()].map(withoutOverlaps).filter(({ length }) => length > 1);
}

function touches(one: TextEdit, other: TextEdit): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** Pairs of mistakes that touch different places, in an order that the reference's text decides. */
function* pairUp(
  reference: Reference,
  mistakes: readonly Mistake[],
  known: Set<string>,
): Generator<Mistake, void, undefined> {
  const random = createRandom(`pairs of mistakes in ${reference.text}`);
  for (let tries = 0; tries < TRIES && mistakes.length > 1; tries++) {
    const [one, other] = [random.pick(mistakes), random.pick(mistakes)];
    if (one.edits.some((edit) => other.edits.some((beside) => touches(edit, beside)))) continue;
    const edits = [...one.edits, ...other.edits];
    const completion = applyEdits(reference.text, edits);
    if (known.has(completion)) continue;
    known.add(completion);
    yield { id: `${one.id}+${other.id}`, operator: SECOND_ORDER, edits, completion, line: one.line };
  }
}

/** So often two are drawn: many lie in one another. */
const TRIES = 4 * MAX_PAIRS;
