import type { Reference, TextEdit } from "../reference.ts";
import { partsOf, type SyntaxNode } from "../syntax-node.ts";
import { ownNodes } from "./scope.ts";

/** One way of writing the same thing differently: a file here and a line in `rewrites.ts`. */
export interface Rewrite {
  /** The `kind` of its variant. */
  readonly name: string;
  /** Edits that together keep the behaviour, outer ones before inner ones; none where the code gives no occasion. */
  edits(reference: Reference): readonly TextEdit[];
}

/** The edits without those that lie in, or touch, one that comes earlier. */
export function withoutOverlaps(edits: readonly TextEdit[]): TextEdit[] {
  const kept: TextEdit[] = [];
  for (const edit of edits) {
    if (kept.every((other) => edit.end <= other.start || edit.start >= other.end)) kept.push(edit);
  }
  return kept;
}

/** Edits of statements that follow each other in a block; the last of a block is followed by none. */
export function editNeighbours(
  reference: Reference,
  edit: (first: SyntaxNode, next: SyntaxNode | undefined) => readonly TextEdit[],
): TextEdit[] {
  const blocks = [...ownNodes(reference)].filter((node) => node.type === "block");
  return withoutOverlaps(
    blocks.flatMap((block) => partsOf(block).flatMap((first, index, all) => edit(first, all[index + 1]))),
  );
}
