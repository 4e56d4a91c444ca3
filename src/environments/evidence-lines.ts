/** Numbers of the lines of a text that a pattern matches, 1-based, in order. */
export function linesOf(text: string, pattern: RegExp): number[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}
