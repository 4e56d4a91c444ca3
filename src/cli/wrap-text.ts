/** The width that pages for people keep to, in characters. */
export const PAGE_WIDTH = 100;

/**
 * Breaks prose of a Markdown text at `width`; lines of fenced blocks and everything without a space to break at stay as they are.
 * Items of lists hang by two.
 */
export function wrapMarkdown(text: string, width: number = PAGE_WIDTH): string {
  let fence: string | undefined;
  return text
    .split("\n")
    .flatMap((line) => {
      const ticks = /^`{3,}/.exec(line)?.[0];
      const isInside = fence !== undefined;
      if (ticks !== undefined && (fence === undefined || ticks.length >= fence.length))
        fence = isInside ? undefined : ticks;
      return isInside || ticks !== undefined
        ? line
        : wrapLine(line, line.startsWith("- ") ? "  " : "", width);
    })
    .join("\n");
}

/** Breaks one line at single spaces; what it begins with, and wider gaps, stay. The lines after the first begin with `hanging`. */
export function wrapLine(line: string, hanging: string, width: number = PAGE_WIDTH): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    if (current === "") current = word;
    else if (current.length + 1 + word.length <= width) current += ` ${word}`;
    else {
      lines.push(current);
      current = hanging + word;
    }
  }
  return [...lines, current];
}

/** Breaks a list of short texts, separated by commas, into lines that all begin with `indentation`. */
export function wrapList(
  parts: readonly string[],
  indentation: string,
  width: number = PAGE_WIDTH,
): string[] {
  return parts.length === 0 ? [] : wrapLine(indentation + parts.join(", "), indentation, width);
}
