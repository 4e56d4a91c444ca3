import { expect, test } from "vitest";

import { crossedTexts } from "../../../src/testgen/breadth/crossed-texts.ts";

const valuesOf = (text: string, ...others: readonly string[]): readonly string[] =>
  crossedTexts(text, others).map(({ value }) => value);

test("the beginning of one text goes before the end of another where both have the same separator", () => {
  expect(valuesOf("//host", "//other/../a")).toContain("//other/../a");
  expect(valuesOf("a/b.c", "x/y.z")).toEqual(["a/y.z", "x/b.c", "a/b.z", "x/y.c"]);
});

test("a text without the separator is begun as another one", () => {
  expect(valuesOf("g", "http://a/b")).toEqual(["http://g", "http:g", "http://a/g"]);
});

test("another text, and its beginning up to a separator, stand behind the signs with which a text begins", () => {
  expect(valuesOf(">=1.0", "2.1-rc")).toEqual(expect.arrayContaining([">=2.1-rc", ">=2.1", ">=2"]));
  expect(valuesOf("'a'", "'b-c'")).not.toContain("''b-c'");
});

test("the text itself, longer ones and what is no text are no partners", () => {
  expect(crossedTexts("a/b", ["a/b", `${"x".repeat(90)}/y`, 3, null])).toEqual([]);
});
