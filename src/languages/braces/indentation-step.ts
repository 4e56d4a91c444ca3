/** Where a file does not tell. */
const USUAL = "    ";

/** By how much a file indents what stands between braces: as it is mostly seen from a line that opens one to the next. */
export function indentationStep(text: string): string {
  const counts = new Map<string, number>();
  for (const [, outer = "", inner = ""] of text.matchAll(
    /^([ \t]*)\S.*\{[ \t]*(?:\r\n|\n|\r)(?=([ \t]*)\S)/gmu,
  )) {
    if (inner.length <= outer.length || !inner.startsWith(outer)) continue;
    const step = inner.slice(outer.length);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? USUAL;
}
