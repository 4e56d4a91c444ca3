import type { FileOutline, LineRange } from "../../languages/index.ts";

/** What a context is made from: the file that a candidate finds, with the target's body cut out. */
export interface ContextMaterial {
  readonly text: string;
  /** Absent where the file cannot be read as code: then it is text in lines. */
  readonly outline: FileOutline | undefined;
  /** Where the target stands in `text`. */
  readonly target: LineRange;
  /** Most tokens of the context, by `estimateTokens`. It is never exceeded. */
  readonly budgetTokens: number;
}

/** What a model is shown of the code around a target. */
export interface PromptContext {
  /** Lines of the file in order, with a comment where lines are left out; empty where nothing is shown. */
  readonly text: string;
  readonly tokens: number;
  /** Lines that the budget left out, blank ones not counted, and their tokens. */
  readonly leftOut: { readonly lines: number; readonly tokens: number };
}

/** Makes one sort of context. Depends on its argument alone. */
export type MakeContext = (material: ContextMaterial) => PromptContext;

/** Characters that count as one token: near the mean of code in the tokenisers in use, and the same for all of them. */
export const CHARACTERS_PER_TOKEN = 4;

/** Tokens of a text, estimated as a quarter of its UTF-16 code units, rounded up: the one rule of all budgets. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
