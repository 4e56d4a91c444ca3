import type { Parser } from "web-tree-sitter";

import type { MutantSelection, Variant } from "../../../language.ts";
import { applyEdits, parseSnippet, type Reference, type TextEdit } from "../reference.ts";
import { partsOf, type SyntaxNode } from "../syntax-node.ts";
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

/** An edit whose words do not grow together with those beside it: `return-a + b` to `return b`. */
function withGaps(text: string, edit: TextEdit): TextEdit {
  const { start, end, replacement } = edit;
  const [first, last] = [replacement.at(0) ?? "", replacement.at(-1) ?? ""];
  const isJoinedBefore =
    WORD.test(first) && WORD.test(text[start - 1] ?? "") && !WORD.test(text[start] ?? "");
  const isJoinedAfter = WORD.test(last) && WORD.test(text[end] ?? "") && !WORD.test(text[end - 1] ?? "");
  if (start === end || !(isJoinedBefore || isJoinedAfter)) return edit;
  return {
    start,
    end,
    replacement: `${isJoinedBefore ? " " : ""}${replacement}${isJoinedAfter ? " " : ""}`,
  };
}

const WORD = /[\p{L}\p{N}_]/u;

function drawEvenly(
  mutations: readonly Mutation[],
  isValid: (mutation: Mutation) => boolean,
  most: number,
): Mutation[] {
  const left = [...mutations];
  const drawn: Mutation[] = [];
  const uses = new Map<string | number, number>();
  const weight = ({ operator, line }: Mutation): number => (uses.get(operator) ?? 0) + (uses.get(line) ?? 0);
  while (drawn.length < most && left.length > 0) {
    const next = left.reduce((best, mutation) => (weight(mutation) < weight(best) ? mutation : best));
    left.splice(left.indexOf(next), 1);
    if (!isValid(next)) continue;
    drawn.push(next);
    uses.set(next.operator, (uses.get(next.operator) ?? 0) + 1);
    uses.set(next.line, (uses.get(next.line) ?? 0) + 1);
  }
  return drawn;
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

/** Nodes of defaults and body, parents first; no decorators, annotations, docstrings, imports or bare texts. */
function* mutableNodes({ node, body }: Reference): Generator<SyntaxNode, void, undefined> {
  for (const child of node.children) {
    if (child.type === "parameters") yield* defaultsOf(child);
  }
  yield* nodesBelow(body);
}

const UNTOUCHED = new Set([
  "decorator",
  "type",
  "comment",
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "global_statement",
  "nonlocal_statement",
  "type_alias_statement",
]);

function* nodesBelow(node: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  if (UNTOUCHED.has(node.type) || isBareText(node)) return;
  if (node.type === "parameters" || node.type === "lambda_parameters") {
    yield* defaultsOf(node);
    return;
  }
  yield node;
  for (const child of node.children) yield* nodesBelow(child);
}

function* defaultsOf(parameters: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  for (const parameter of parameters.children) {
    const value = parameter.children.find((child) => child.field === "value");
    if (value !== undefined) yield* nodesBelow(value);
  }
}

function isBareText(node: SyntaxNode): boolean {
  if (node.type !== "expression_statement") return false;
  const type = partsOf(node)[0]?.type;
  return type === "string" || type === "concatenated_string";
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
