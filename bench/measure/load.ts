/** Runs `work` over every item, at most `width` at a time; each took how many milliseconds, and how long all of it took. */
export async function timeAll<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<{ readonly seconds: number; readonly each: readonly number[] }> {
  const each: number[] = [];
  const started = performance.now();
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const begun = performance.now();
      await work(item);
      each.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
  return { seconds: (performance.now() - started) / 1000, each };
}
