/** Lines without the white space that all of them that are not blank begin with. */
export function dedent(lines: readonly string[]): string[] {
  const depths = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return lines.map((line) => line.slice(depth));
}
