/** Orders releases by their numbers (`1.9` before `1.21.3`). */
export function compareNumbers(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => text.split(".").map(Number));
  for (let place = 0; place < Math.max(first?.length ?? 0, second?.length ?? 0); place++) {
    const difference = (first?.[place] ?? 0) - (second?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
