import type { Parser } from "web-tree-sitter";

import type { MutantSelection, Variant } from "../../../language.ts";
import { applyEdits, parseSnippet, type Reference, type TextEdit } from "../reference.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { drawEvenly, lineOf } from "../draw-evenly.ts";
import { withGaps } from "../edit-gaps.ts";
import { mutableNodes } from "../mutable-nodes.ts";
import { mutationOperators } from "./operators.ts";
import { findUnobservableRule } from "./unobservable.ts";

// Every node of body and defaults is offered to every operator. What comes back is made unique by text, split into
// observable and unobservable ones, thinned out evenly, checked by the parser, and put into the order of the text.

/** Most mutants of a target that are run, where no other number is asked for. Those that no comparison can see are listed beside them, never more than this. */
export const MAX_MUTANTS = 60;

interface Mutation {
  readonly operator: string;
  readonly id: string;
  readonly edit: TextEdit;
  readonly completion: string;
  readonly line: number;
  readonly rule: string | undefined;
  readonly constants: readonly string[];
}

/**
 * Mutants of a definition, in the order of the text, at most `most` observable ones. When there are more,
 * they are drawn one by one, each time the one whose operator and line were drawn least so far: no operator and no line goes
 * without while another is drawn twice (as far as they reach). Ids do not depend on what was left out.
 */
export function makeMutants(
  parser: Parser,
  reference: Reference,
  { most = MAX_MUTANTS, operators, sees }: MutantSelection = {},
): Variant[] {
  const wanted = operators && new Set(operators);
  const all = listMutations(reference, sees).filter(({ operator }) => wanted?.has(operator) ?? true);
  const isValid = (mutation: Mutation): boolean => parseSnippet(parser, mutation.completion) !== undefined;
  const draw = (isVisible: boolean): Mutation[] =>
    drawEvenly(
      all.filter(({ rule }) => (rule === undefined) === isVisible),
      isValid,
      most,
    );
  const kept = [...draw(true), ...draw(false)];
  return kept
    .sort((a, b) => a.edit.start - b.edit.start || all.indexOf(a) - all.indexOf(b))
    .map((mutation) => describe(reference, mutation));
}

/** The constants of all mutations that a comparison could see, also of those that are not drawn; in the order of the text, distinct. */
export function listConstants(reference: Reference, sees?: MutantSelection["sees"]): readonly string[] {
  const visible = listMutations(reference, sees).filter(({ rule }) => rule === undefined);
  return [
    ...new Set(visible.toSorted((a, b) => a.edit.start - b.edit.start).flatMap(({ constants }) => constants)),
  ];
}

/** Every mutation of the reference, without duplicates by text; some may not parse. */
function listMutations(reference: Reference, sees: MutantSelection["sees"]): Mutation[] {
  const seen = new Set([reference.text]);
  const counts = new Map<string, number>();
  const found: Mutation[] = [];
  for (const operator of mutationOperators) {
    for (const node of mutableNodes(reference)) {
      for (const made of operator.mutate(node)) {
        const edit = withGaps(reference.text, made);
        const completion = applyEdits(reference.text, [edit]);
        if (seen.has(completion)) continue;
        seen.add(completion);
        const number = (counts.get(operator.name) ?? 0) + 1;
        counts.set(operator.name, number);
        const line = lineOf(reference.text, edit.start);
        const rule = findUnobservableRule(node, made.replacement, sees);
        found.push({
          operator: operator.name,
          id: `${operator.name}-${number}`,
          edit,
          completion,
          line,
          rule,
          constants: constantsOf(operator.name, node),
        });
      }
    }
  }
  return found;
}

/** Numbers that need no telling. */
const PLAIN_NUMBERS = new Set(["0", "1", "2"]);

/** What a mutated constant says, as written; nothing where the operator changes no constant. */
function constantsOf(operator: string, node: SyntaxNode): readonly string[] {
  if (operator === "integer-constant" || operator === "float-constant")
    return PLAIN_NUMBERS.has(node.text) ? [] : [node.text];
  if (operator !== "string-constant" && operator !== "string-case") return [];
  return node.children.flatMap(({ type, text }) =>
    type === "string_content" && text !== "" ? [inQuotes(text)] : [],
  );
}

/** A literal's content between quotes that do not end it. */
function inQuotes(content: string): string {
  const quote = ['"', "'"].find((one) => !content.includes(one)) ?? '"""';
  return `${quote}${content}${quote}`;
}

/** The text of an expression that is a text literal, or several in parentheses. */
const WRITTEN_TEXT = /^\(?\s*[rRbBuUfF]{0,2}["']/;

function describe(reference: Reference, mutation: Mutation): Variant {
  const { edit, rule, operator } = mutation;
  const isText =
    operator === "string-constant" ||
    operator === "string-case" ||
    operator === "formatting" ||
    (operator === "assignment-value" && WRITTEN_TEXT.test(reference.text.slice(edit.start, edit.end)));
  const skipped = reference.definition.indentation.length;
  return {
    id: mutation.id,
    kind: mutation.operator,
    completion: mutation.completion,
    edit: {
      start: Buffer.byteLength(reference.text.slice(skipped, edit.start)),
      end: Buffer.byteLength(reference.text.slice(skipped, edit.end)),
      replacement: edit.replacement,
    },
    ...(rule === undefined ? {} : { unobservable: rule }),
    ...(mutation.constants.length === 0 ? {} : { constants: mutation.constants }),
    ...(isText ? { changesText: true } : {}),
  };
}
