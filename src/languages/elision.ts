import type { LexicalForm } from "./completion-text.ts";

/**
 * Words by which an answer says that it leaves out code: dots alone, code that remains or is unchanged, a body still to be written. A comment that the
 * file has itself is none.
 */
const ELIDED = [
  /^\W*(?:\.{3,}|…)\W*$/u,
  /^\W*(?:\.{3,}|…)?\s*\(?(?:the\s+)?(?:rest|remainder|remaining|existing|other|previous|original|same)\b[^.]*\b(?:code|methods?|functions?|members?|fields?|implementations?|body|logic|class|file|imports?|here|above|before|unchanged|remains?|the same|as is|go(?:es)?)\b/iu,
  /\b(?:remains?|stays?|left|is|are|kept)\s+(?:the same|unchanged|as is|as before)\b/iu,
  /\b(?:your|implementation|code|logic)\s+(?:goes\s+)?here\b/iu,
  /\bunchanged\b[^a-z]*$/iu,
];

/** Longer comments say something else, in code units. */
const LONGEST = 120;

/** True for code with a comment, or a line of dots alone, that stands for code it leaves out, and that is not in `known`. */
export function isElided(
  code: string,
  known: string,
  { lineComment }: Pick<LexicalForm, "lineComment">,
): boolean {
  const comments = code.matchAll(
    new RegExp(
      `(?:${RegExp.escape(lineComment)}|/\\*)[^\\r\\n]*|^[ \\t]*(?:\\.{3,}|…)[ \\t]*(?=;?[ \\t]*$)`,
      "gmu",
    ),
  );
  for (const [comment] of comments) {
    const said = comment.replace(/^[\s#/*]+|[\s*/]+$/gu, "");
    if (said.length <= LONGEST && ELIDED.some((form) => form.test(said)) && !known.includes(comment.trim()))
      return true;
  }
  return false;
}
