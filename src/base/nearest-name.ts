/** The known name most like `name` (Levenshtein distance at most a third of its length), if any is. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(name.length, candidate.length) / 3)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** "Known: a, b. Did you mean a?" — the second half of every unknown-name message. */
export function describeKnownNames(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  return `Known: ${known.join(", ")}.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
