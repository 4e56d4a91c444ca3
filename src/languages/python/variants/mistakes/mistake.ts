import type { Reference, TextEdit } from "../reference.ts";
import type { SyntaxNode } from "../syntax-node.ts";

/** An edit that makes a mistake at one place. */
export interface Slip extends TextEdit {
  /**
   * What those who make the mistake would do everywhere: slips of one operator with the same text here are also made all at once. Absent: the
   * same where the same text is replaced by the same.
   */
  readonly alike?: string;
}

/** One way in which people get code wrong: a file (or a few small ones in a file) in this folder and a line in `operators.ts`. */
export interface MistakeOperator {
  /** The `kind` of its mistakes. */
  readonly name: string;
  /**
   * The slips at exactly this node. Called for every node of body and defaults, parents first. Results that do not parse, equal the reference
   * or are mutants already are dropped later.
   */
  slip(node: SyntaxNode, reference: Reference): Iterable<Slip>;
}

/** The slip that puts `replacement` in the place of a node. */
export function instead(node: SyntaxNode, replacement: string, alike?: string): Slip {
  return {
    start: node.start,
    end: node.end,
    replacement,
    ...(alike === undefined ? {} : { alike }),
  };
}
