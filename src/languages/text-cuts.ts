import type { Edit } from "../base/index.ts";
import type { SourceText } from "./source-text.ts";

/** What stands in the place of a stretch of a text; places in code units. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replacements as edits. */
export function toEdits(source: SourceText, replacements: readonly Replacement[]): Edit[] {
  return replacements.map(({ start, end, text }) => ({
    start: source.byteAt(start),
    end: source.byteAt(end),
    text,
  }));
}

/**
 * A stretch with the lines that hold nothing else, `[start, end)` in code units: the white space before it, a line comment behind it, the line's end,
 * and the blank lines below where blank lines or the start of a block stand above. One that shares its lines takes only itself and the blanks behind it.
 */
export function wholeLines(
  source: SourceText,
  span: { readonly start: number; readonly end: number },
  lineComment: RegExp,
): { readonly start: number; readonly end: number; readonly isAlone: boolean } {
  const { text } = source;
  const rest = new RegExp(`[ \\t\\f]*(?:${lineComment.source})?(?:\\r\\n|\\n|\\r|$)`, "y");
  rest.lastIndex = span.end;
  const behind = rest.exec(text);
  if (behind === null || !source.startsLine(span.start)) {
    const blanks = /[ \t]*/y;
    blanks.lastIndex = span.end;
    blanks.exec(text);
    return { start: span.start, end: blanks.lastIndex, isAlone: false };
  }
  const margin =
    text.startsWith("\uFEFF") && source.lineStart(span.start) === 0 ? 1 : source.lineStart(span.start);
  const end = span.end + behind[0].length;
  return {
    start: margin,
    end: endsWithBlankLine(text, margin) ? skipBlankLines(text, end) : end,
    isAlone: true,
  };
}

/** True at the start of a text or a block in braces, and below a blank line. */
function endsWithBlankLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  return /^\uFEFF?$|(?:(?<!\r)\n|\r\n?|\{[ \t]*)[ \t\f]*(?:(?<!\r)\n|\r\n?)$/u.test(before);
}

function skipBlankLines(text: string, at: number): number {
  const blank = /(?:[ \t\f]*(?:\r\n|\n|\r))*/y;
  blank.lastIndex = at;
  blank.exec(text);
  return blank.lastIndex;
}

interface Item {
  readonly start: number;
  readonly end: number;
}

/** Stretches by which items leave a list with commas; those before `, ` go with what stands up to the next item, the last ones with what stands behind the item before. */
export function itemCuts(items: readonly Item[], isDropped: (index: number) => boolean): Item[] {
  const cuts: Item[] = [];
  for (let first = 0; first < items.length; ) {
    let next = first;
    while (next < items.length && isDropped(next)) next++;
    const [start, last] = [items[first], items[next - 1]];
    const [before, after] = [items[first - 1], items[next]];
    if (next > first && start !== undefined && last !== undefined) {
      cuts.push(
        after === undefined
          ? { start: before?.end ?? start.start, end: last.end }
          : { start: start.start, end: after.start },
      );
    }
    first = Math.max(next, first) + 1;
  }
  return cuts;
}
