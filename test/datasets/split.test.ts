import { expect, test } from "vitest";

import { splitOf } from "../../src/datasets/index.ts";

test("families fall into the parts about as 80 to 10 to 10", () => {
  const families = Array.from({ length: 20_000 }, (_, number) => `orchard-${number}`);
  const counts = Map.groupBy(families, splitOf);
  expect((counts.get("train")?.length ?? 0) / families.length).toBeCloseTo(0.8, 1);
  expect((counts.get("validation")?.length ?? 0) / families.length).toBeCloseTo(0.1, 1);
  expect((counts.get("test")?.length ?? 0) / families.length).toBeCloseTo(0.1, 1);
});

test("a family stays in its part for good", () => {
  const families = ["boltons", "sqlparse", "humanize", "inflection", "attrs", "six", "environs", "mistune"];
  expect(Object.fromEntries(families.map((family) => [family, splitOf(family)]))).toMatchInlineSnapshot(`
    {
      "attrs": "train",
      "boltons": "train",
      "environs": "train",
      "humanize": "train",
      "inflection": "train",
      "mistune": "train",
      "six": "train",
      "sqlparse": "validation",
    }
  `);
});
