import { expect, it } from "vitest";

import { ReachedLines } from "../../src/proof/index.ts";

// A body of statements on lines 2, 3 (to 5) and 6.
const reached = new ReachedLines({
  lines: [2, 3, 6],
  firstLines: new Map([
    [4, 3],
    [5, 3],
  ]),
});
reached.add("short", [-1, 2, 6]);
reached.add("long", [-1, 2, 4, 6]);

it.each([
  ["short", 2, true],
  ["short", 3, false],
  ["short", 5, false],
  ["long", 3, true],
  ["long", 5, true],
  ["long", 6, true],
])("a case (%s) reaches the statement on line %i: %s", (id, line, expected) => {
  expect(reached.mayReach(id, line)).toBe(expected);
});

it.each([
  ["short", 1, "a line of the header"],
  ["short", undefined, "an unknown line"],
  ["unseen", 3, "a case that was never run"],
])("does not rule out %s, line %s: %s", (id, line, _reason) => {
  expect(reached.mayReach(id, line)).toBe(true);
});
