import { describe, expect, test } from "vitest";

import { sliceDefinition } from "../../../../src/analysis/index.ts";
import { openHarvest, run } from "./harvest.ts";
import { someOf } from "../../../slow-suites.ts";
import { SHAPES } from "./shapes.ts";

describe("a slice alone gives what the whole gives, with", () => {
  for (const [name, shape] of someOf(Object.entries(SHAPES), 4))
    test(name, async () => {
      const { target, importing, expression, given = [] } = shape;
      const files = Object.entries({ "__init__.py": "", ...shape.files }).map(([path, text]) => ({
        path: `src/shapes/${path}`,
        text,
      }));
      const view = await openHarvest(Object.fromEntries(files.map(({ path, text }) => [path, text])));
      const [path = "", definition = ""] = target.split(":");
      const place = { path: `src/shapes/${path}`, name: definition, line: 1 };
      const expected = run(files, importing, expression);
      const slice = sliceDefinition(view, place, { given });
      const written = slice.files.map(({ text }) => text).join("\n");
      expect(run(slice.files, importing, expression)).toBe(expected);
      if (shape.without !== undefined) expect(written).not.toMatch(shape.without);
      const inOne = () => sliceDefinition(view, place, { given, form: "one-file" }).files;
      if (shape.refused === undefined) expect(run(inOne(), importing, expression)).toBe(expected);
      else expect(inOne).toThrow(shape.refused);
    });
});
