import type { Definition, LineRange } from "./definition.ts";

/** Which lines of a definition's body are wanted around one of them. */
export interface LinesWanted {
  readonly line: number;
  /** Before and after it. */
  readonly around: number;
  /** At most, where statements go over several. */
  readonly most: number;
}

/** How code names what other code defines, as far as its text tells. `text` is a file's where nothing else is said. Lines are counted from 1. */
export interface References {
  /** Lines of the caller's body around one of them that neither begin nor end inside a statement, as far as that fits. */
  statementsAround(text: string, caller: Definition, wanted: LinesWanted): LineRange;
  /** The names that stand in any text. */
  readNames(text: string): ReadonlySet<string>;
}
