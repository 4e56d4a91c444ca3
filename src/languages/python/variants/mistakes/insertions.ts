import type { Reference } from "../reference.ts";
import { indentationOf, isBelowHeader } from "../rewrites/lines.ts";
import { partsOf, type SyntaxNode } from "../syntax-node.ts";
import type { Slip } from "./mistake.ts";

/** The slip that puts a statement before all others of the body, below its docstring; none where that leaves nothing of it. */
export function* atStart(reference: Reference, statement: string): Generator<Slip> {
  const { body, definition, newline } = reference;
  const first = partsOf(body)[definition.docstring === undefined ? 0 : 1];
  if (first === undefined || !isBelowHeader(reference, body)) return;
  const replacement = `${statement}${newline}${indentationOf(reference, first)}`;
  yield { start: first.start, end: first.start, replacement, alike: statement };
}

/** The slip that puts a statement behind all others of a block, or behind one of them; none where that is never reached, or it stands on its header's line. */
export function* atEnd(
  reference: Reference,
  block: SyntaxNode,
  statement: string,
  last: SyntaxNode | undefined = partsOf(block).at(-1),
): Generator<Slip> {
  if (last === undefined || jumps(last) || !isBelowHeader(reference, block)) return;
  const indentation = indentationOf(reference, block);
  yield {
    start: last.end,
    end: last.end,
    replacement: `${reference.newline}${indentation}${statement}`,
    alike: statement,
  };
}

const JUMPS = new Set(["return_statement", "raise_statement", "break_statement", "continue_statement"]);

/** True for statements after which the next one is not run. */
export function jumps(statement: SyntaxNode): boolean {
  return JUMPS.has(statement.type);
}

/** True for a block whose end is not reached. */
export function endsInJump(block: SyntaxNode): boolean {
  const last = partsOf(block).at(-1);
  return last !== undefined && jumps(last);
}
