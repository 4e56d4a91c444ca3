import type { Random } from "../../src/base/index.ts";

/** Something that reads what others wrote. */
export interface Fuzz {
  /** An input made by chance. */
  make(random: Random): Buffer;
  /** What became of it, in a few words: the same each time. Throwing, or taking long, is what is looked for. */
  check(input: Buffer): string;
}
