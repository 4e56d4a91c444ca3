import * as fc from "fast-check";
import { expect, test } from "vitest";

import { measureDiversity } from "../../src/datasets/index.ts";
import { givenRecord } from "./given-task.ts";

test("counts tasks by property, and how many different ones there are", () => {
  const records = [
    givenRecord({ statements: 1, determinacy: 1, rewrites: ["combined", "de-morgan"] }),
    givenRecord({
      statements: 3,
      determinacy: 0.95,
      kind: "method",
      className: "Tree",
      rewrites: ["de-morgan"],
    }),
    givenRecord({ statements: 5, determinacy: 0.6, kind: "method", className: "Tree", tier: "simple" }),
    givenRecord({
      source: "pypi:grove@2",
      family: "grove",
      licence: null,
      statements: 41,
      determinacy: null,
      split: "test",
      cluster: "c-000000000002",
      specification: "header",
    }),
  ];
  expect(measureDiversity(records)).toEqual({
    source: { "pypi:grove@2": 1, "pypi:orchard@1": 3 },
    licence: { MIT: 3, none: 1 },
    language: { python: 4 },
    kind: { function: 2, method: 2 },
    tier: { core: 3, simple: 1 },
    split: { test: 1, train: 3 },
    docstring: { no: 1, yes: 3 },
    statements: { "1-2": 1, "3-5": 2, "41+": 1 },
    determinacy: { "0.6-0.7": 1, "0.9-1.0": 1, "1": 1, none: 1 },
    rewrites: { combined: 1, "de-morgan": 2 },
    rewrites_without_occasion: { "while-true": 2 },
    clusters_by_tasks: { "1": 1, "3-5": 1 },
    distinct: { tasks: 4, sources: 2, families: 2, files: 2, classes: 1, clusters: 2 },
  });
});

test("every table but those of clusters, of rewrites and of different ones counts each task once", () => {
  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
  const task = fc.record({ statements: fc.nat({ max: 100 }), determinacy: share });
  fc.assert(
    fc.property(fc.array(task, { maxLength: 20 }), (tasks) => {
      const {
        clusters_by_tasks: clusters,
        rewrites,
        rewrites_without_occasion: missing,
        distinct,
        ...tables
      } = measureDiversity(tasks.map(givenRecord));
      expect([rewrites, missing]).toEqual([{}, {}]);
      expect(distinct?.["tasks"]).toBe(tasks.length);
      expect(Object.values(clusters ?? {}).length).toBe(tasks.length === 0 ? 0 : 1);
      for (const table of Object.values(tables))
        expect(Object.values(table).reduce((sum, count) => sum + count, 0)).toBe(tasks.length);
    }),
    { numRuns: 50 },
  );
});
