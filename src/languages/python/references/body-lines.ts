import type { Definition, LineRange } from "../../language.ts";
import type { LinesWanted } from "../../references.ts";

/** Lines of the caller's body around one of them that neither begin nor end inside brackets, as far as that fits. */
export function statementsAround(
  text: string,
  caller: Definition,
  { line, around, most }: LinesWanted,
): LineRange {
  const lines = text.split("\n").slice(0, caller.lines.end);
  const first = firstBodyLine(text, caller);
  const isInside = bracketedLines(lines.slice(first - 1)).map((depth) => depth > 0);
  const begins = (at: number): boolean => isInside[at - first] !== true;
  let start = Math.max(first, line - around);
  let end = Math.min(lines.length, line + around);
  while (!begins(start) && start > first && end - start < most) start--;
  while (!begins(end + 1) && end < lines.length && end - start < most) end++;
  return { start, end };
}

function firstBodyLine(text: string, { spans }: Definition): number {
  return Buffer.from(text).subarray(0, spans.body.start).toString().split("\n").length;
}

/** For each line how deep in brackets it begins: deeper than 0 where a statement goes on. */
function bracketedLines(lines: readonly string[]): readonly number[] {
  let depth = 0;
  return lines.map((line) => {
    const before = depth;
    const code = line.replaceAll(/(["'])(?:\\.|(?!\1)[^\\])*\1|#.*/gu, "");
    for (const [sign] of code.matchAll(/[()[\]{}]/gu))
      depth = Math.max(0, depth + ("([{".includes(sign) ? 1 : -1));
    return before;
  });
}
