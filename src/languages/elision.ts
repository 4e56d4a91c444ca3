import type { LexicalForm } from "./completion-text.ts";

const LEFT = String.raw`(?:rest|remainder|remaining|existing|other|previous|original|same|unchanged|omitted)`;

/**
 * Words by which an answer says that it leaves out code: dots alone, dots with a word for what is left, what "remains" or is "unchanged", a body still to
 * be written. A comment that the file has itself is none.
 */
const ELIDED = [
  new RegExp(`^\\W*(?:\\.{3,}|…).*\\b${LEFT}\\b|^\\W*${LEFT}\\b.*(?:\\.{3,}|…)\\W*$`, "iu"),
  /^\W*(?:the\s+)?(?:rest|remainder) of (?:the |this |your )?(?:\w+ )?(?:code|methods?|functions?|members?|implementation|body|class|file)\W*(?:here|goes here|unchanged|stays the same|remains? (?:the same|unchanged)|omitted.*)?\W*$/iu,
  /^\W*(?:(?:the|all|your)\s+)*(?:existing|other|remaining|previous|original)\s+(?:\w+\s+)?(?:code|methods?|functions?|members?|implementations?|imports?)\W*(?:(?:go(?:es)?\s+)?here|remains?.*|unchanged|stays?.*|omitted.*)?\W*$/iu,
  /^\W*(?:unchanged|same as (?:before|above|original)|(?:code|body|implementation) (?:is )?(?:unchanged|omitted))\b/iu,
  /^\W*(?:(?:your|the|add|insert|put)\s+)*(?:implementation|code|logic)\s+(?:goes\s+)?here\W*$/iu,
];

/** Dots alone, as long as no longer comment holds them. */
const DOTS = /^\W*(?:\.{3,}|…)\W*$/u;

/** Longer comments say something else, in code units. */
const LONGEST = 120;

/** True for code with a comment, or a line of dots alone, that stands for code it leaves out, and that is not in `known`. */
export function isElided(
  code: string,
  known: string,
  { lineComment, hasDots }: Pick<LexicalForm, "lineComment" | "hasDots">,
): boolean {
  const mark = RegExp.escape(lineComment);
  const dots = hasDots === true ? "" : "|^[ \\t]*(?:\\.{3,}|…)[ \\t]*(?=;?[ \\t]*$)";
  const comments = code.matchAll(new RegExp(`(?:${mark}|/\\*)[^\\r\\n]*${dots}`, "gmu"));
  for (const { 0: comment, index } of comments) {
    const said = comment.replace(/^[\s#/*]+|[\s*/]+$/gu, "");
    if (said.length > LONGEST || known.includes(comment.trim())) continue;
    if (ELIDED.some((form) => form.test(said))) return true;
    if (DOTS.test(said) && !isWithinBlock(code, index, lineComment)) return true;
  }
  return false;
}

/** True for a line of a comment that goes on above or below: such a one explains. */
function isWithinBlock(code: string, at: number, lineComment: string): boolean {
  const above = code.slice(0, at).split("\n").at(-2) ?? "";
  const below = /^[^\r\n]*\r?\n([^\r\n]*)/u.exec(code.slice(at))?.[1] ?? "";
  return [above, below].some((line) => line.trim().startsWith(lineComment));
}
