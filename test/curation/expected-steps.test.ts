import { expect, test } from "vitest";

import { expectedSteps } from "../../src/curation/expected-steps.ts";

test.each([
  { tally: { done: 10, accepted: 5, left: 3, total: 100 }, expected: 16, what: "the rate so far goes on" },
  {
    tally: { done: 10, accepted: 5, left: 80, total: 100 },
    expected: 100,
    what: "there are no more targets",
  },
  { tally: { done: 10, accepted: 0, left: 3, total: 100 }, expected: 100, what: "there is no rate yet" },
  { tally: { done: 10, accepted: 5, left: 0, total: 100 }, expected: 10, what: "nothing is wanted any more" },
  { tally: { done: 10, accepted: 5, left: Infinity, total: 100 }, expected: 100, what: "there is no limit" },
])("$expected steps are expected where $what", ({ tally, expected }) => {
  expect(expectedSteps(tally)).toBe(expected);
});
