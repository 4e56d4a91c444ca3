import type { TaskRecord } from "../../spec/index.ts";

/** Table name → value → number of tasks. */
export type DiversityTables = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What tasks are counted by; a task may have several values of one table, or none. */
const tables: Readonly<Record<string, (task: TaskRecord) => readonly string[]>> = {
  repository: ({ repository }) => [repository.family],
  licence: ({ repository }) => [repository.licence ?? "unknown"],
  split: ({ split }) => [split],
  kind: ({ targets }) => targets.map(({ kind }) => kind),
  form: ({ targets }) =>
    targets.map(({ is_async: isAsync, is_generator: isGenerator }) =>
      isAsync ? (isGenerator ? "asynchronous generator" : "coroutine") : isGenerator ? "generator" : "plain",
    ),
  specification: ({ axes }) => (axes["specification"] === undefined ? [] : [axes["specification"]]),
  statements: ({ difficulty }) => range(difficulty.features["statements"]),
  branches: ({ difficulty }) => range(difficulty.features["branches"]),
  "parameter types": ({ contract }) => [...new Set(contract.parameters.flatMap(({ types }) => types))],
  "result types": ({ contract }) => contract.results,
  exceptions: ({ contract }) => contract.exceptions,
};

const RANGES: readonly (readonly [most: number, label: string])[] = [
  [0, "0"],
  [2, "1 to 2"],
  [5, "3 to 5"],
  [10, "6 to 10"],
  [20, "11 to 20"],
  [Number.POSITIVE_INFINITY, "21 and more"],
];

function range(value: number | undefined): string[] {
  const found = value === undefined ? undefined : RANGES.find(([most]) => value <= most);
  return found === undefined ? [] : [found[1]];
}

/** Counts tasks by every table; values in order of count, ranges in their own. Tables without a value are left out. */
export function describeDiversity(tasks: readonly TaskRecord[]): DiversityTables {
  const labels = RANGES.map(([, label]) => label);
  const counted = Object.entries(tables).map(([name, valuesOf]) => {
    const counts = new Map<string, number>();
    for (const value of tasks.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const isRange = [...counts.keys()].every((value) => labels.includes(value));
    const sorted = [...counts].toSorted(([a, left], [b, right]) =>
      isRange ? labels.indexOf(a) - labels.indexOf(b) : right - left || (a < b ? -1 : 1),
    );
    return [name, Object.fromEntries(sorted)] as const;
  });
  return Object.fromEntries(counted.filter(([, counts]) => Object.keys(counts).length > 0));
}
