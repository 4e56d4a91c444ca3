import type { Definition, LineRange } from "./definition.ts";

/** What is asked about calls of a definition in another one. */
export interface CallQuestion {
  /** The caller's file, and all definitions in it. */
  readonly text: string;
  readonly definitions: readonly Definition[];
  readonly caller: Definition;
  readonly target: Definition;
  /** True where nothing else of the repository has the target's name. */
  readonly isOnlyOne: boolean;
}

/** A call as it is written, and how sure it is that it is one of the target. */
export interface FoundCall {
  readonly written: string;
  /** True where only the name says so. */
  readonly isByName: boolean;
}

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
  /** The surest call of the target in the caller; undefined where there is none. */
  findCall(question: CallQuestion): FoundCall | undefined;
  /** The first line of the caller's body with a call that is written so. */
  findLine(text: string, caller: Definition, written: string): number | undefined;
  /** Lines of the caller's body around one of them that neither begin nor end inside a statement, as far as that fits. */
  statementsAround(text: string, caller: Definition, wanted: LinesWanted): LineRange;
  /** True for a call, as written, that names nothing to call it on, or the receiver, its class or the class above. */
  isOwnCall(call: string): boolean;
  /** The names that stand in any text, and of a name what is named behind it: of `name.a.b` that is `["a", "b"]`. */
  readNames(text: string): {
    readonly words: ReadonlySet<string>;
    pathsBehind(name: string): readonly string[][];
  };
}
