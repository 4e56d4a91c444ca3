import { describe, expect, test } from "vitest";

import {
  notationTextsIn,
  patternTextsIn,
  readsOneLine,
  takesPatterns,
  textsOfPattern,
} from "../../../../src/languages/python/inputs/pattern-examples.ts";

describe("texts for the patterns of a source", () => {
  const CODE = String.raw`
AMOUNT = re.compile(r"^(?P<sign>[+-])?(\d{1,3})(?:,\d{3})*(?:\.\d*)?\s*\Z")
WORD = re.compile(
    r"""
    (?<![a-z])   # a comment with ( a bracket
    [a-z]+  \b (?!\d)
    """,
    re.VERBOSE | re.IGNORECASE,
)
def f(text): return re.sub('[^"]+x*', "", text)
`;

  test("match them, but for what they look around for", () => {
    const [amounts, words, others] = patternTextsIn(CODE);
    expect(amounts?.matching.length).toBeGreaterThan(10);
    for (const text of amounts?.matching ?? []) expect(text).toMatch(/^[+-]?\d{1,3}(?:,\d{3})*(?:\.\d*)? *$/);
    expect(amounts?.matching.some((text) => text.includes(","))).toBe(true);
    for (const text of words?.matching ?? []) expect(text).toMatch(/^[a-z]+$/i);
    expect(words?.matching.join("")).toMatch(/[A-Z]/);
    for (const text of others?.matching ?? []) expect(text).toMatch(/^[^"]+x*$/);
    expect(amounts?.near.some((text) => !/^[+-]?\d{1,3}(?:,\d{3})*(?:\.\d*)? *$/.test(text))).toBe(true);
  });

  test.each([
    ["a pattern that goes up to the end", "", [String.raw`\d+$`, "a"], 32, true],
    ["one with a comment behind it", "", ["(a|b$)  # the end\n"], 96, true],
    ["patterns that leave the end open", "", [String.raw`\d+\$`, "a"], 32, false],
    ["a pattern that knows of lines", "", [String.raw`\d+$`, String.raw`a\nb`], 32, false],
    ["a pattern of several lines", "", [String.raw`^\d+$`], 40, false],
    ["a definition that knows of lines", "for line in text.splitlines():", [String.raw`\d+$`], 32, false],
  ])("%s says whether one line is read", (_, text, sources, flags, isRead) => {
    const compiled = sources.map((source) => ({ source, flags }));
    expect(readsOneLine(text, compiled)).toBe(isRead);
  });

  test("have each part that may be missing left out, with all others there", () => {
    const [texts] = patternTextsIn(String.raw`re.compile(r"(-)?(\d*)(?:\((\d*)(\.\d+)?\))?(e\d+)?")`);
    const missing = [
      /^\d+\(\d+\.\d+\)e\d+$/,
      /^-\(\d+\.\d+\)e\d+$/,
      /^-\d+e\d+$/,
      /^-\d+\(\.\d+\)e\d+$/,
      /^-\d+\(\d+\)e\d+$/,
      /^-\d+\(\d+\.\d+\)$/,
    ];
    for (const form of missing)
      expect(
        texts?.matching.some((text) => form.test(text)),
        String(form),
      ).toBe(true);
  });

  test("are made of compiled ones too, with their flags", () => {
    const compiled = [
      { source: "[a-z]+ kg  # a weight", flags: 2 | 32 | 64 },
      { source: "[(not a pattern", flags: 32 },
    ];
    const [words, ...others] = patternTextsIn("", compiled);
    expect(others).toEqual([]);
    for (const text of words?.matching ?? []) expect(text).toMatch(/^[a-z]+kg$/i);
    expect(words?.matching.join("")).toMatch(/[A-Z]/);
  });

  test("are the same every time", () => {
    expect(patternTextsIn(CODE)).toEqual(patternTextsIn(CODE));
  });

  test.each([
    ["put together from pieces", `re.compile(PREFIX + "a")`],
    ["of no sign that is ASCII", String.raw`re.compile(r"[^\x00-\x7f]+")`],
    ["not a pattern", `re.compile("(a")`],
    ["longer than a text should be", `re.compile("((a{500}){500}){500}")`],
    ["of a part that comes again", String.raw`re.compile(r"(a|b)\1")`],
  ])("are not made where a pattern is %s", (_, code) => {
    expect(patternTextsIn(code)).toEqual([]);
  });

  test("come at once for a pattern that takes forever to match", () => {
    const [pattern] = patternTextsIn(`re.match("(a+)+(a+)+(b|a+)+$", text)`);
    expect(pattern?.matching.every((text) => /^[ab]+$/.test(text))).toBe(true);
  });
});

describe("a pattern that is data", () => {
  test.each([
    ["re.match(rule, word)", true],
    ["re.search(self.rules[kind], word)", true],
    ["re.match(r'a+', word)", false],
    ["re.sub(RULE, '', word)", false],
    ["re.match(f'{rule}$', word)", false],
    ["re.match(rule + '$', word)", false],
  ])("%s takes one: %s", (code, takes) => expect(takesPatterns(`return ${code}`)).toBe(takes));

  test("has texts that it matches, or none", () => {
    const { matching = [] } = textsOfPattern("^x-[0-9]{2}") ?? {};
    expect(matching.length).toBeGreaterThan(3);
    for (const text of matching) expect(text).toMatch(/^x-[0-9]{2}$/);
    expect(textsOfPattern("(")).toBeUndefined();
  });
});

test("a notation has what the patterns of a file match, in tables too, the shortest and the longest of each", () => {
  const code = String.raw`
WORDS = [
    (r'CREATE(\s+OR\s+REPLACE)?\b', KEYWORD),
    (r"--|# ", COMMENT),
    (r'[a-z]{40}', NAME),
]
path = "C:/no/pattern"
modes = {"r": open(path, "r", encoding="no"), 'r': "no"}
`;
  const texts = notationTextsIn([code]);
  expect(texts).toContain("CREATE");
  expect(texts.some((text) => /^CREATE +OR +REPLACE$/u.test(text))).toBe(true);
  expect(texts).toContain("--");
  expect(texts.some((text) => /no|[a-z]{40}/u.test(text))).toBe(false);
  expect(notationTextsIn(["", code])).toEqual(texts);
});
