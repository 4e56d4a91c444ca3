import { expect, test } from "vitest";

import { SpotEffects } from "../../../src/testgen/breadth/spot-effects.ts";

function tried(values: number, effects: number): readonly boolean[] {
  const known = new SpotEffects();
  for (let value = 0; value < values; value++) known.note("a", value < effects);
  return Array.from({ length: 16 }, () => known.passesBy("a"));
}

test("places where no value matters are passed by, but for one try in eight", () => {
  expect(tried(30, 0).filter(Boolean)).toHaveLength(14);
  expect(tried(30, 1).filter(Boolean)).toHaveLength(14);
});

test("places where values matter, and those at which few were tried, are not", () => {
  expect(tried(30, 2)).not.toContain(true);
  expect(tried(11, 0)).not.toContain(true);
});
