import * as fc from "fast-check";
import { expect, test } from "vitest";

import { comparePythonVersions, parsePythonVersion } from "../../../src/sources/python-index/version.ts";

/** In ascending order, from the specification's own examples. */
const ASCENDING = [
  "1.0.dev456",
  "1.0a1",
  "1.0a2.dev456",
  "1.0a12.dev456",
  "1.0a12",
  "1.0b1.dev456",
  "1.0b2",
  "1.0b2.post345.dev456",
  "1.0b2.post345",
  "1.0rc1.dev456",
  "1.0rc1",
  "1.0",
  "1.0+abc.5",
  "1.0+abc.7",
  "1.0+5",
  "1.0.post456.dev34",
  "1.0.post456",
  "1.0.15",
  "1.1.dev1",
  "1.9",
  "1.10",
  "2014.04",
  "1!0.1",
];

test("versions order as PEP 440 says", () => {
  const shuffled = fc.shuffledSubarray(ASCENDING, { minLength: ASCENDING.length });
  fc.assert(
    fc.property(shuffled, (texts) => {
      const versions = texts.map(parsePythonVersion).filter((version) => version !== undefined);
      const sorted = versions.sort(comparePythonVersions).map(({ text }) => text);
      expect(sorted).toEqual(ASCENDING.map((text) => parsePythonVersion(text)?.text));
    }),
  );
});

test.each([
  ["1.0", "1"],
  ["1.0.0", "1.0"],
  ["v1.0-Alpha.2", "1.0a2"],
  ["1.0-1", "1.0.post1"],
  ["1.0.r4", "1.0.post4"],
  ["1.0c", "1.0rc0"],
  ["1.0-preview3", "1.0rc3"],
  ["1.0+Ubuntu-1", "1.0+ubuntu.1"],
  ["0!1.0", "1.0"],
])("%s is the same version as %s", (a, b) => {
  const [left, right] = [parsePythonVersion(a), parsePythonVersion(b)];
  expect(left !== undefined && right !== undefined && comparePythonVersions(left, right)).toBe(0);
});

test.each(["", "latest", "1.0.x", "french toast", "1.0+", "1..0", "-1"])("%j is no version", (text) => {
  expect(parsePythonVersion(text)).toBeUndefined();
});
