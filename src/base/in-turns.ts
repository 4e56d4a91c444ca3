/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const all: T[] = [];
  let open = lists;
  for (let row = 0; open.length > 0; row++) {
    open = open.filter(({ length }) => length > row);
    for (const { [row]: item } of open) all.push(item as T);
  }
  return all;
}
