/** Lines kept around a change. */
const CONTEXT = 2;

/**
 * A unified diff of two texts that differ in one contiguous region, as mutants do (common start and end lines are found,
 * what lies between is the hunk). `firstLine` is the 1-based line of the texts' start in their file.
 */
export function unifiedDiff(before: string, after: string, path: string, firstLine: number): string {
  const old = linesOf(before);
  const changed = linesOf(after);
  let start = 0;
  while (start < old.length && start < changed.length && old[start] === changed[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < changed.length - start &&
    old.at(-1 - end) === changed.at(-1 - end)
  )
    end++;
  const from = Math.max(0, start - CONTEXT);
  const tail = Math.max(0, end - CONTEXT);
  const hunk = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...changed.slice(start, changed.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - tail).map((line) => ` ${line}`),
  ];
  const header = `@@ -${firstLine + from},${old.length - tail - from} +${firstLine + from},${changed.length - tail - from} @@`;
  return [`--- a/${path}`, `+++ b/${path}`, header, ...hunk, ""].join("\n");
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
