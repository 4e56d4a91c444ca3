import { expect, test } from "vitest";

import { describeUncovered } from "../../src/cli/uncovered.ts";

const fileText = "def f(a):\n    if a:\n        return 1\n    return 2\n";
const possible: [number, number][] = [
  [2, 3],
  [2, 4],
];

test("branches and lines that no case takes are shown with their place, and what stands there", () => {
  const evidence = {
    arcs: { possible, executed: [possible[1] ?? [0, 0]] },
    lines: { possible: [2, 3, 4], executed: [2, 4] },
  };
  expect(describeUncovered({ evidence, path: "f.py", fileText })).toEqual({
    title: "Not covered: 1 branch, 1 line",
    lines: ["f.py:2  if a:  (never on to line 3)", "f.py:3  return 1  (never run)"],
  });
});

test("a way out of the function is one that ends it", () => {
  const evidence = { arcs: { possible: [[2, -1]] as [number, number][], executed: [] } };
  const { lines } = describeUncovered({ evidence, path: "f.py", fileText });
  expect(lines).toEqual(["f.py:2  if a:  (never out of what begins on line 1)"]);
});
