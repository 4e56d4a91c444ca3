import { describe, expect, test } from "vitest";

import { keyedEdges } from "../../../src/testgen/breadth/text-pairs.ts";
import { structureEdges } from "../../../src/testgen/breadth/text-parts.ts";

function valuesBeside(text: string): readonly string[] {
  return structureEdges(text).map(({ value }) => value);
}

describe("texts beside one that has a structure", () => {
  test("have one part in another case, empty, gone, twice, or for another", () => {
    expect(valuesBeside("rye@Mill.org")).toEqual(
      expect.arrayContaining(["RYE@Mill.org", "rye@mill.org", "@Mill.org", "Mill.org", "rye@rye@Mill.org"]),
    );
    expect(valuesBeside("a,b,c")).toEqual(expect.arrayContaining(["c,b,a", "b,c,a", "a,b,c,a", "a,,c"]));
  });

  test("have white space before and after each of a sign", () => {
    expect(valuesBeside("a=1;b=2")).toEqual(expect.arrayContaining(["a =1;b =2", "a= 1;b= 2", "a=1 ; b=2"]));
  });

  test("have a key again with something else, with nothing and alone", () => {
    expect(valuesBeside("/shop?id=200&x=1")).toEqual(
      expect.arrayContaining([
        "/shop?id=200&id=other1&x=1",
        "/shop?id=other1&id=200&x=1",
        "/shop?id=200&x=1&id=other1",
        "/shop?id=&x=1",
        "/shop?id&x=1",
        "/shop?id=1&x=1",
      ]),
    );
  });

  test("have other escapes in the place of their first and last", () => {
    expect(valuesBeside(String.raw`a\w+b\.c`)).toEqual(
      expect.arrayContaining([String.raw`a\b+b\.c`, String.raw`a\w+b\nc`, String.raw`a\u0041+b\.c`]),
    );
    expect(valuesBeside("awb").filter((text) => /\\b/u.test(text))).toEqual([]);
  });

  test("have brackets nested, open, empty, twice", () => {
    expect(valuesBeside("f(x)")).toEqual(
      expect.arrayContaining(["f((x))", "f(x", "fx)", "f(x)(x)", "fx", "f"]),
    );
  });

  test("have a sign of its own inside a part", () => {
    expect(valuesBeside("user:pass@mill.org")).toContain("user:p@ass@mill.org");
  });

  test("are none of a single word", () => {
    expect(valuesBeside("bread")).toEqual([]);
  });

  test("have the key of another argument first, last, twice, in another case", () => {
    const values = keyedEdges("/shop?x=1&y=2", "id").map(({ value }) => value);
    expect(values).toEqual(
      expect.arrayContaining([
        "/shop?id=1a&x=1&y=2",
        "/shop?x=1&y=2&id=1a",
        "/shop?id=1a&id=2b&x=1&y=2",
        "/shop?ID=1a&x=1&y=2",
        "/shop?id2=1a&x=1&y=2",
      ]),
    );
    expect(keyedEdges("no pairs", "id")).toEqual([]);
  });
});
