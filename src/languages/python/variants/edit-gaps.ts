import type { TextEdit } from "./reference.ts";

/** An edit whose words do not grow together with those beside it: `return-a + b` to `return b`. */
export function withGaps<Edit extends TextEdit>(text: string, edit: Edit): Edit {
  const { start, end, replacement } = edit;
  const [first, last] = [replacement.at(0) ?? "", replacement.at(-1) ?? ""];
  const isJoinedBefore =
    WORD.test(first) && WORD.test(text[start - 1] ?? "") && !WORD.test(text[start] ?? "");
  const isJoinedAfter = WORD.test(last) && WORD.test(text[end] ?? "") && !WORD.test(text[end - 1] ?? "");
  if (start === end || !(isJoinedBefore || isJoinedAfter)) return edit;
  return {
    ...edit,
    replacement: `${isJoinedBefore ? " " : ""}${replacement}${isJoinedAfter ? " " : ""}`,
  };
}

const WORD = /[\p{L}\p{N}_]/u;
