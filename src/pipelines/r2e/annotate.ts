import type { ReachedCode } from "./reached-code.ts";

/** The lines of a definition that begins on line `first` of its file, with marks at those that were not or not wholly executed. */
export function annotate(
  text: string,
  first: number,
  { missedLines, partlyLeft }: Pick<ReachedCode, "missedLines" | "partlyLeft">,
): string {
  const [missed, partly] = [new Set(missedLines), new Set(partlyLeft)];
  return text
    .split("\n")
    .map((line, at) => {
      const number = first + at;
      if (missed.has(number)) return `${line}  # not executed`;
      return partly.has(number) ? `${line}  # not all ways taken` : line;
    })
    .join("\n");
}
