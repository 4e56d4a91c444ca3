import type { RepositoryPath } from "../../base/index.ts";
import type { FileBlock, PromptContext } from "./context.ts";
import { fitPieces, type Piece } from "./fit.ts";

/** Shows the first of some blocks that fit, below the paths of their files and in the order of files and lines. */
export function fitBlocks(
  blocks: readonly FileBlock[],
  budgetTokens: number,
  lineComment: string,
): PromptContext {
  const heads = new Map<RepositoryPath, Piece>();
  const placed = blocks.map(({ path, line, text }) => {
    const head = heads.get(path) ?? { lines: [pathLine(path, lineComment)], parent: undefined };
    heads.set(path, head);
    return { path, line, piece: { lines: [...text.split(/\r\n|\n|\r/), ""], parent: head } };
  });
  const inOrder = placed.toSorted(
    (one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0) || one.line - other.line,
  );
  const seen = new Set<Piece>();
  const pieces = inOrder.flatMap(({ piece }) => {
    const isFirst = !seen.has(piece.parent);
    seen.add(piece.parent);
    return isFirst ? [piece.parent, piece] : [piece];
  });
  return fitPieces(
    pieces,
    placed.map(({ piece }) => piece),
    budgetTokens,
    lineComment,
  );
}

/** The line that says which file follows. */
export function pathLine(path: RepositoryPath, lineComment: string): string {
  return `${lineComment === "" ? "" : `${lineComment} `}${path}`;
}
