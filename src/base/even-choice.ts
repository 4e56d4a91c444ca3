/** At most so many of all, at even distances. */
export function evenChoice<T>(all: readonly T[], most: number): readonly T[] {
  if (most === 0) return [];
  const step = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
