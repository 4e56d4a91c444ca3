import { expect, test } from "vitest";

import { askedValuesIn } from "../../../../src/languages/python/inputs/asked-values.ts";
import { literalsOf } from "../../../../src/languages/python/inputs/literals.ts";

test("keys that may not be there are read from the text", () => {
  const asked = askedValuesIn('a.get("x"); b["y"]; if "z" in c: d.pop(\'w\', 1)');
  expect([...asked.optionalKeys].toSorted()).toEqual(["w", "x", "z"]);
});

test("escapes in a target's texts are what they stand for", () => {
  expect(literalsOf(String.raw`"a\n" + '\t\'' + r"\d+" + "\x41"`).texts).toEqual([
    "a\n",
    "\t'",
    String.raw`\d+`,
    String.raw`\x41`,
  ]);
});
