/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, row) =>
    lists.flatMap((list) => list.slice(row, row + 1)),
  ).flat();
}
