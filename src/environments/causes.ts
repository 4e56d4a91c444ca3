import type { FailureCause } from "../spec/index.ts";

/** The cause that most of them share, the first of those that are as frequent; undefined where there is none. */
export function mostCommonCause(causes: readonly FailureCause[]): FailureCause | undefined {
  const groups = Map.groupBy(causes, keyOf);
  const [first] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return first?.[0];
}

/** What is missing counts as one thing, whatever the messages say around it. */
function keyOf({ module, fixture, variable, text }: FailureCause): string {
  return JSON.stringify(module ?? fixture ?? variable ?? text);
}

/** True where it says that nothing listens where code looks for a server. */
export function tellsOfNoServer(text: string): boolean {
  return /connection refused|\bECONNREFUSED\b/iu.test(text);
}
