import type { ValueRecipe } from "./recipe.ts";

/** What stands between the brackets of a call. */
export interface ArgumentList {
  readonly positional: readonly ValueRecipe[];
  readonly keywords: Readonly<Record<string, ValueRecipe>>;
}

/** A language's notation of plain data, as people type it. Texts are only ever read as data: nothing is evaluated. */
export interface ValueNotation {
  /** The value that a text stands for; undefined where it is no notation of plain data. */
  read(text: string): ValueRecipe | undefined;
  /** The arguments that a text lists as a call does; the brackets may be there. Undefined as for `read`. */
  readArguments(text: string): ArgumentList | undefined;
  /** A text that `read` gives back the same value of; undefined where the value is no plain data (objects, functions, files, shared values). */
  write(value: ValueRecipe): string | undefined;
}
