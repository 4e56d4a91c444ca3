import { expect, test } from "vitest";

import { askedValuesIn } from "../../../../src/languages/python/inputs/asked-values.ts";
import { asksForMapping } from "../../../../src/languages/python/inputs/parameter-hints.ts";
import { literalsOf } from "../../../../src/languages/python/inputs/literals.ts";

test("keys that may not be there are read from the text", () => {
  const asked = askedValuesIn('a.get("x"); b["y"]; if "z" in c: d.pop(\'w\', 1)');
  expect([...asked.optionalKeys].toSorted()).toEqual(["w", "x", "z"]);
});

test("what asks whether something is any mapping takes other mappings than dictionaries", () => {
  for (const asked of ["Mapping", "collections.abc.Mapping", "(list, Mapping)"])
    expect(asksForMapping(`if isinstance(parts[0], ${asked}): pass`)).toBe(true);
  for (const asked of ["dict", "MutableMapping", "(dict, list)"])
    expect(asksForMapping(`if isinstance(parts[0], ${asked}): pass`)).toBe(false);
  expect(asksForMapping("isinstance(one, Mapping)", "one")).toBe(true);
  expect(asksForMapping("isinstance(one, Mapping)", "other")).toBe(false);
});

test("powers, products and shifts of a target's numbers are numbers of its own", () => {
  expect(literalsOf("if n > 10 ** 6 or n < 24 * 60 + 1 << 4: pass").integers).toEqual(
    expect.arrayContaining([1_000_000, 1440, 16]),
  );
  expect(literalsOf("a ** 2 * b, 2 ** 3 ** 4, 9 ** 999").integers.every((each) => each < 1000)).toBe(true);
});

test("escapes in a target's texts are what they stand for", () => {
  expect(literalsOf(String.raw`"a\n" + '\t\'' + r"\d+" + "\x41"`).texts).toEqual([
    "a\n",
    "\t'",
    String.raw`\d+`,
    String.raw`\x41`,
  ]);
});
