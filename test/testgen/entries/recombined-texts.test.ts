import { describe, expect, test } from "vitest";

import { createRandom } from "../../../src/base/index.ts";
import { featuresOfText } from "../../../src/testgen/entries/notation-features.ts";
import { recombinedText } from "../../../src/testgen/entries/recombined-texts.ts";

function recombined(text: string, donors: readonly string[], count = 3_000): ReadonlySet<string> {
  const random = createRandom("recombined");
  return new Set(
    Array.from({ length: count }, () => recombinedText(text, { donors, constants: ["?"] }, random)),
  );
}

describe("recombined texts", () => {
  const donors = ["a[0]", "b[*].c", "{d: e, f: g}", "h || i"];

  test.each([
    ["left out", "a[]"],
    ["added behind another", "a[0][*]"],
    ["in the place of another", "a[*]"],
    ["in the place of a word", "h || i[0]"],
    ["spliced where both have the same", "a[*].c"],
    ["repeated", "a[0]]"],
    ["alone", "[0]"],
    ["spaced out", "a [0]"],
    ["what nearly every notation has", "a[-1]"],
    ["what the code compares with", "a[?0]"],
    ["in another case", "A[0]"],
  ])("have pieces %s: %s", (_, expected) => {
    expect(recombined("a[0]", donors)).toContain(expected);
  });

  test("end what is bracketed with a separator of their own, and what is quoted with an escape", () => {
    expect(recombined("{d: e, f: g}", donors)).toContain("{d: e, f: g,}");
    expect(recombined('"a"', ['"b"'])).toContain(String.raw`"a\\"`);
  });

  test("have other white space for a blank, or a comment that another text has", () => {
    const texts = recombined("a b", ["c -- d\ne", "f /* g */ h"]);
    expect([...texts]).toEqual(expect.arrayContaining(["a\nb", "a\tb", "a -- d\nb", "a /* g */ b"]));
  });

  test("have signs beyond ASCII only where a text has", () => {
    const wide = ["a［0]", "a[０]", "a[0]］"];
    expect([...recombined("a[0]", [...donors, "é"], 9_000)]).toEqual(expect.arrayContaining(wide));
    expect([...recombined("a[0]", donors, 9_000)].filter((text) => /\P{ASCII}/u.test(text))).toEqual([]);
    expect(featuresOfText("0 -")).not.toEqual(featuresOfText("０\u3000－"));
  });

  test.each([
    ["a head again with another rest", "k: a\nk: b\nm: b"],
    ["an item within an item", "k: a\n  m: b\nm: b"],
    ["a line in two", "k:\na\nm: b"],
    ["an empty line between", "k: a\n\nm: b"],
    ["blanks between", "k: a\n    \nm: b"],
    ["a line end behind all", "k: a\nm: b\n"],
    ["blanks at the end of a line", "k: a  \nm: b"],
    ["lines swapped", "m: b\nk: a"],
    ["a line of another text", "k: a\n- c\nm: b"],
    ["both one behind the other", "k: a\nm: b\n\n- c\n- d"],
    ["all lines from one on further in", "  k: a\n  m: b"],
  ])("have %s", (_, expected) => {
    expect(recombined("k: a\nm: b", ["- c\n- d"], 6_000)).toContain(expected);
  });

  test("are made of some lines of a long one", () => {
    const line = "word ".repeat(20).trim();
    const long = Array.from({ length: 40 }, (_, at) => `${at} ${line}`).join("\n");
    const lengths = Array.from(recombined(long, [long], 200), (text) => text.length);
    expect(Math.max(...lengths.filter((length) => length < long.length))).toBeLessThan(1_300);
    expect(lengths.filter((length) => length < long.length).length).toBeGreaterThan(150);
  });

  test("are trimmed, by lines where there are several", () => {
    const texts = recombined("a b\nc d\ne f\ng h\ni j\nk l\nm n", ["o"]);
    for (const text of ["a b\nk l\nm n", "a b\nc d\ne f\ng h"]) expect(texts).toContain(text);
  });

  test("are as long as the longest that was given, or as 120 signs", () => {
    for (const text of recombined("a(b)", ["c(d)".repeat(30)])) expect(text.length).toBeLessThanOrEqual(120);
  });

  test("depend on the seed alone", () => {
    expect([...recombined("a[0]", donors, 50)]).toEqual([...recombined("a[0]", donors, 50)]);
  });
});

describe("features of texts", () => {
  const added = (text: string, beside: string): ReadonlySet<string> =>
    new Set(featuresOfText(text)).difference(new Set(featuresOfText(beside)));

  test("are none that differ where only words and numbers do", () => {
    expect(added("bcd[12] | e", "a[0] | bb").size).toBe(0);
    expect(added("b: c\n  d: e", "a: b\n  c: d").size).toBe(0);
  });

  test.each([
    ["how far in a line is", "a\n  b", "a\nb"],
    ["an empty line that has blanks", "a\n  \nb", "a\n\nb"],
    ["a head that comes again", "a: b\na: c", "a: b\nb: c"],
    ["blanks at the end of a line", "a  \nb", "a\nb"],
  ])("tell %s", (_, text, beside) => {
    expect(added(text, beside).size).toBeGreaterThan(0);
  });

  test.each([
    ["{a: b, c: d,}", "{a: b, c: d}"],
    ["f()", "f(a)"],
    ["{a: b | c}", "{a: b} | c"],
    [String.raw`"a\\"`, '"a"'],
    ["a| |b", "a||b"],
  ])("tell %s from %s", (text, beside) => {
    expect(added(text, beside).size).toBeGreaterThan(0);
  });
});
