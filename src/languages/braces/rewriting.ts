import type { Rewriting } from "../rewriting.ts";
import type { BraceLanguage } from "./brace-language.ts";
import { createBraceCutting } from "./cutting.ts";
import { createBraceNaming } from "./naming.ts";
import { createBracePlacing } from "./placing.ts";

/** Exact edits of files of a language with braces. */
export function createBraceRewriting(language: BraceLanguage): Rewriting {
  return {
    naming: createBraceNaming(language),
    cutting: createBraceCutting(language),
    placing: createBracePlacing(language),
  };
}
