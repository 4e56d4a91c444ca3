import type { MakeContext } from "./context.ts";
import { fileContext } from "./file-context.ts";
import { typesContext } from "./types-context.ts";

/** Every sort of context by name. */
export const contexts = {
  file: fileContext,
  types: typesContext,
  none: () => ({ text: "", tokens: 0, leftOut: { lines: 0, tokens: 0 } }),
} satisfies Record<string, MakeContext>;

/** A name in the registry. */
export type ContextName = keyof typeof contexts;

/** The names, as `--help` lists them. */
export const contextNames = Object.keys(contexts) as readonly ContextName[];
