/**
 * The order in which each class looks for what it inherits (C3, Python's "method resolution order"). `bases` are lists of indexes. Where there is no such
 * order, as in broken code, it is depth first.
 */
export function linearise(bases: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const known = new Map<number, readonly number[]>();
  const active = new Set<number>();
  const of = (index: number): readonly number[] => {
    const done = known.get(index);
    if (done !== undefined) return done;
    if (active.has(index)) return [];
    active.add(index);
    const above = [...new Set(bases[index] ?? [])].filter((base) => !active.has(base));
    const lines = above.map(of);
    const line = [index, ...(merge([...lines, above]) ?? [...new Set(lines.flat())])];
    active.delete(index);
    known.set(index, line);
    return line;
  };
  return bases.map((_, index) => of(index));
}

function merge(lines: readonly (readonly number[])[]): number[] | undefined {
  const left = lines.map((line) => [...line]).filter((line) => line.length > 0);
  const merged: number[] = [];
  while (left.length > 0) {
    const next = left
      .map(([first]) => first)
      .find((first) => first !== undefined && !left.some((line) => line.indexOf(first) > 0));
    if (next === undefined) return undefined;
    merged.push(next);
    for (const line of left) if (line[0] === next) line.shift();
    for (let index = left.length - 1; index >= 0; index--)
      if (left[index]?.length === 0) left.splice(index, 1);
  }
  return merged;
}
