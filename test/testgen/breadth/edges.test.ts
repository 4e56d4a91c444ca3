import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { pythonValues } from "../../../src/languages/python/values/values.ts";
import { isWellFormedRecipe, type ValueRecipe } from "../../../src/spec/index.ts";
import { edgesOf } from "../../../src/testgen/breadth/edges.ts";
import { featuresOfCall } from "../../../src/testgen/breadth/features.ts";
import { STRAY_LINE } from "../../../src/testgen/breadth/text-edge.ts";
import { shapeOf } from "../../../src/testgen/value-shape.ts";

const PATTERNS = [{ matching: ["P1D"], near: ["PD"] }];
const NOTHING = { texts: [], integers: [] };

function edges(
  value: ValueRecipe,
  literals: { texts: string[]; integers: number[] } = NOTHING,
): ValueRecipe[] {
  const source = { literals, patterns: [], siblings: [], values: pythonValues };
  return edgesOf(value, source).flatMap((edge) => (edge.kind.startsWith("as ") ? [] : [edge.value]));
}

describe("the values beside a value", () => {
  const node: fc.Arbitrary<ValueRecipe> = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ float: String(value) })),
    fc.array(fc.integer({ min: -9, max: 9 })),
    fc.array(fc.string(), { maxLength: 5 }).map((tuple) => ({ tuple })),
    fc.uniqueArray(fc.integer()).map((set) => ({ set })),
    fc
      .uniqueArray(fc.string())
      .map((keys) => ({ dict: keys.map((key, index): [string, number] => [key, index]) })),
    fc.constant({ value: ["datetime.datetime", 2023, 11, 14, 10, 0, 0, 0] }),
    fc.constant({ value: ["datetime.timedelta", 1, 2, 3] }),
  );

  test("of a number have groups of its digits as zero, one and alone, and as many digits as something is asked for", () => {
    const source = { literals: { ...NOTHING, lengths: [12] }, patterns: [], siblings: [] };
    const values = edgesOf(1_234_567, source).map((edge) => edge.value);
    expect(values).toEqual(
      expect.arrayContaining([1_234_000, 1_000_567, 1_002_000, 1_000_002, 1_230_567, 99_999_999_999, 1e11]),
    );
    expect(values).toEqual(expect.arrayContaining([2 ** 32 - 1, 2 ** 32]));
    expect(edgesOf(12, source).map((edge) => edge.value)).not.toContain(1e11);
  });

  test("of a text have signs beyond ASCII, all or one kind, where other texts have any", () => {
    const text = '"ab" (1).';
    const foreign = ["＂ab＂ (1).", '"ab" (１).', '"ab" (1)．', '"ab"\u3000(1).'];
    const made = (seen: { siblings?: string[]; isBeyondAscii?: boolean }): ValueRecipe[] =>
      edgesOf(text, { literals: NOTHING, patterns: [], siblings: [], ...seen }).map(({ value }) => value);
    for (const seen of [{ isBeyondAscii: true }, { siblings: ["é"] }])
      expect(made(seen)).toEqual(expect.arrayContaining(foreign));
    for (const other of foreign) expect(made({ siblings: ["e"] })).not.toContain(other);
  });

  test("of lines with keys have one of them again with something else, and alone", () => {
    const values = edges(["Title: a", "Author: b"]);
    expect(values).toContainEqual(["Title: a", "Title: other1", "Author: b"]);
    expect(values).toContainEqual(["Title: a", "Title", "Author: b"]);
    expect(edges(["Title: a"])).not.toContainEqual(["Title: a", "Title: other1"]);
  });

  test("of octets end with a letter in UTF-8, whole and cut off, and features tell these apart", () => {
    const made = edges({ bytes: "ab" });
    const [whole, cut] = [{ bytes: "ab\u00c3\u00a9" }, { bytes: "ab\u00c3" }];
    expect(made).toEqual(expect.arrayContaining([whole, cut]));
    const encodingOf = (value: ValueRecipe): readonly string[] => {
      const recipe = { shared: [], positional: [value], keywords: {}, files: {}, variables: {} };
      return [...featuresOfCall(recipe, { literals: NOTHING, values: pythonValues })].flatMap(
        (feature) => / octets of (.*)$/.exec(feature)?.[1] ?? [],
      );
    };
    expect([{ bytes: "ab" }, whole, cut].flatMap(encodingOf)).toEqual(["ASCII", "UTF-8", "no UTF-8"]);
  });

  test("of octets have the numbers of the reference and those beside them, at every kind of place", () => {
    const made = edgesOf(
      { bytes: "ab" },
      { literals: { ...NOTHING, integers: [128, 4_096] }, patterns: [], siblings: [] },
    );
    const values = made.map(({ value }) => value);
    for (const text of ["ab\u0080", "ab\u007f", "\u0081ab", "a\u0080b", "\u0080b", "a\u0080"])
      expect(values).toContainEqual({ bytes: text });
    expect(made.some(({ kind }) => kind.startsWith("octet 4096"))).toBe(false);
  });

  test("that were seen are of each type, and empty ones of it, before a second of any", () => {
    const siblings = ["a", "b", "", { bytes: "x" }, [1], { frozenset: [] }, { tuple: [] }, null];
    const seen = edgesOf(3, { literals: NOTHING, patterns: [], siblings }).filter(({ kind }) =>
      kind.startsWith("seen"),
    );
    expect(seen.map(({ value }) => value).slice(0, 7)).toEqual(siblings.filter((each) => each !== "b"));
    expect(new Set(seen.map(({ kind }) => kind)).size).toBe(7);
  });

  test("are others, of the same type, and can be built", () => {
    fc.assert(
      fc.property(node, fc.array(fc.string()), fc.array(fc.integer()), (value, texts, integers) => {
        for (const edge of edges(value, { texts, integers })) {
          expect(shapeOf(edge).tag).toBe(shapeOf(value).tag);
          const recipe = { shared: [], positional: [edge], keywords: {}, files: {}, variables: {} };
          expect(isWellFormedRecipe(recipe)).toBe(true);
        }
      }),
    );
  });

  test("of a number lie at both sides of every constant, and on the other side of zero", () => {
    expect(edges(40, { texts: [], integers: [17] })).toEqual(
      expect.arrayContaining([16, 17, 18, -17, -40, 39, 41]),
    );
  });

  test("are as long as the reference tests, one less and one more", () => {
    const source = { literals: { texts: [], integers: [], lengths: [4] }, patterns: [], siblings: [] };
    const beside = (value: ValueRecipe): readonly ValueRecipe[] =>
      edgesOf(value, source).map((edge) => edge.value);
    expect(beside("ab")).toEqual(expect.arrayContaining(["aba", "abab", "ababa"]));
    expect(beside([1, 2])).toEqual(
      expect.arrayContaining([
        [1, 2, 1],
        [1, 2, 1, 2],
        [1, 2, 1, 2, 1],
      ]),
    );
  });

  test("of a text have each constant at either end, inside, alone, and in another case", () => {
    const found = edges("red wine", { texts: ["rice"], integers: [] });
    expect(found).toEqual(
      expect.arrayContaining([
        "ricered wine",
        "red winerice",
        "red ricewine",
        "rice",
        "RICE",
        "arice",
        "red wine rice",
      ]),
    );
    expect(found).toEqual(
      expect.arrayContaining([" red wine", "red wine ", "RED WINE", "Red Wine", "ed wine", "red win"]),
    );
  });

  test("of a text have constants in its quotes and side by side, and more digits than a double keeps", () => {
    const found = edges('@set "utf-8" 7', { texts: ["+", "utf-16"], integers: [] });
    expect(found).toEqual(
      expect.arrayContaining(['@set "utf-16" 7', "+utf-16", '@set "utf-9007199254740993" 7']),
    );
    expect(edges("`a`")).toEqual(expect.arrayContaining(["` a `", "a"]));
  });

  test("of a text have another constant next to the one with which it begins or ends", () => {
    const literals = { texts: ["a/", "b/", ".py"], integers: [] };
    expect(edges("a/till.py", literals)).toEqual(
      expect.arrayContaining(["a/b/till.py", "a/a/till.py", "a/till.py.py", "a/tillb/.py"]),
    );
    expect(edges("till", literals)).not.toContain("a/b/till");
  });

  test("of a text have what its pattern matches and nearly matches", () => {
    const given = { literals: NOTHING, patterns: PATTERNS, siblings: [], values: pythonValues };
    const found = edgesOf("once", given).map(({ value }) => value);
    expect(found).toEqual(expect.arrayContaining(["P1D", "PD", "P1D once", "onceP1D"]));
  });

  test("of a number in a text have other fractions, with and without one of its own", () => {
    expect(edges("5%")).toEqual(expect.arrayContaining(["5.12345%", "5.0%", "05%", "-5%"]));
    expect(edges("5.25%")).toEqual(expect.arrayContaining(["5.12345%", "5.999%"]));
  });

  test("of a number in a text have the reference's own numbers and those next to them", () => {
    const found = edges("host:80/a1", { texts: [], integers: [65_535] });
    expect(found).toEqual(expect.arrayContaining(["host:65535/a1", "host:65536/a1", "host:80/a65534"]));
    expect(JSON.stringify(edges("host", { texts: [], integers: [65_535] }))).not.toContain("65535");
  });

  test("of a dictionary are mappings of another type where any mapping is asked for", () => {
    const given = { literals: NOTHING, patterns: [], siblings: [], values: pythonValues };
    const node = { dict: [["a", 1]] } as const;
    const other = {
      kind: "as types.MappingProxyType",
      value: { value: ["types.MappingProxyType", node] },
      isSpecific: true,
    };
    expect(edgesOf(node, { ...given, otherMappings: ["types.MappingProxyType"] })).toContainEqual(other);
    expect(edgesOf(node, given)).not.toContainEqual(other);
  });

  test("of a whole number are those that code composes of its constants: counts of one, and what is left over", () => {
    const made = edges(7, { texts: [], integers: [100, 10] });
    for (const expected of [1009, 1010, 1011, 1100, 110, 109]) expect(made).toContain(expected);
    expect(edges(7)).not.toContain(1011);
  });

  test("of a text are those without, with and behind each of its parts between signs", () => {
    const made = edges("http://a.b?q=1");
    for (const expected of [
      "http://a.b?q=",
      "http://a.b?=1",
      "://a.b?q=1",
      "http://a.b?q",
      "http://a.b?q=1=1",
    ])
      expect(made).toContain(expected);
  });

  test("of a text are its own signs in its words, and signs of the reference as addresses escape them", () => {
    expect(edges("docs/notes.txt")).toEqual(
      expect.arrayContaining(["do.cs/notes.txt", "docs/notes.tx.t", "do/cs/notes.txt"]),
    );
    expect(edges("a=1", { texts: ["+", "&"], integers: [] })).toEqual(
      expect.arrayContaining(["%2Ba=1", "%26", "a=1%2B"]),
    );
    expect(JSON.stringify(edges("a=1", { texts: ["&"], integers: [] }))).not.toContain("%26");
  });

  test("of a code are other codes with every sign that may check them", () => {
    const found = edges("2336509-6");
    for (const sign of "0123456789X") expect(found).toContain(`3336509-${sign}`);
    expect(edges("23 May")).not.toContain("33 MaX");
  });

  test("of a text with lines have others between two, and other line ends", () => {
    const none = { texts: [], integers: [] };
    expect(edges("a\nb\nc", none)).toEqual(
      expect.arrayContaining(["a\n\nb\nc", "a\nb\n  \nc", "a\nb\n    c", "a\r\nb\nc", "a\f\nb\nc"]),
    );
    expect(
      edges("ab", none).filter((value) => typeof value === "string" && value.includes("\n    ")),
    ).toEqual([]);
  });

  test("of words have other white space for a blank, and a line end where any text of their place has one", () => {
    const source = { literals: NOTHING, patterns: [], values: pythonValues };
    const alone = edgesOf("a b c", { ...source, siblings: ["d"] }).map(({ value }) => value);
    expect(alone).toEqual(expect.arrayContaining(["a\tb c", "a b\tc", "a  b c"]));
    expect(alone).not.toContain("a\nb c");
    const beside = edgesOf("a b c", { ...source, siblings: ["d\ne"] }).map(({ value }) => value);
    expect(beside).toEqual(expect.arrayContaining(["a\nb c", "a b\nc"]));
  });

  test("of a text without lines is an end of line apart from all others", () => {
    const given = { literals: NOTHING, patterns: [], siblings: [], values: pythonValues };
    const kinds = edgesOf("once", given).filter(
      ({ value }) => typeof value === "string" && value.includes("\n"),
    );
    expect(kinds).toEqual([{ kind: STRAY_LINE, value: "once\n" }]);
    expect(edgesOf("one\ntwo", given).map(({ kind }) => kind)).not.toContain(STRAY_LINE);
  });

  test("of a sequence are the same items in other sequences", () => {
    const given = { literals: NOTHING, patterns: [], siblings: [], values: pythonValues };
    const found = edgesOf([1, 2], given).map(({ value }) => value);
    expect(found).toEqual(expect.arrayContaining([{ tuple: [1, 2] }, { iterator: [1, 2] }]));
    const held = edgesOf([1, 2], { ...given, isHeld: true }).map(({ value }) => value);
    expect(held).toContainEqual([2, 1]);
    expect(held).not.toContainEqual({ tuple: [1, 2] });
  });

  test("of a number have no exponent where it has none", () => {
    const given = { literals: NOTHING, patterns: [], siblings: [], values: pythonValues };
    const floats = (value: number): string => JSON.stringify(edgesOf({ float: String(value) }, given));
    expect(floats(1e15)).not.toContain("e+");
    expect(floats(1e20)).toContain("e+");
  });

  test("of a number stand at and beside the reference's own constants, exponents and all", () => {
    const literals = { ...NOTHING, floats: [1e-6] };
    const found = edgesOf({ float: "0.25" }, { literals, patterns: [], siblings: [] });
    const numbers = found.map(({ value }) => Number((value as { float: string }).float));
    expect(numbers).toContain(1e-6);
    expect(numbers.some((each) => each > 0.9e-6 && each < 1e-6)).toBe(true);
    expect(numbers.some((each) => each > 1e-6 && each < 1.1e-6)).toBe(true);
  });

  test("of a sequence repeat, lose, reorder and blunt its items", () => {
    expect(edges([3, 1, 2])).toEqual(
      expect.arrayContaining([
        [],
        [3],
        [2, 1, 3],
        [1, 2, 3],
        [3, 1, 2, 2],
        [1, 2],
        [3, 1],
        [3, 1, 0],
        [1, 3, 2],
      ]),
    );
  });

  test("of rows have the first one's key again, with the rest of another, in a list and with nothing", () => {
    const rows = [{ tuple: ["rye", 1] }, { tuple: ["oat", 2] }];
    expect(edges(rows)).toEqual(
      expect.arrayContaining([
        [...rows, { tuple: ["rye", 2] }],
        [{ tuple: ["rye", 2] }, ...rows],
        [{ tuple: ["rye", [1]] }, { tuple: ["rye", 2] }, { tuple: ["oat", 2] }],
        [{ tuple: ["rye", null] }, ...rows],
      ]),
    );
  });

  test("of a date are where months and years turn, with the zone that it has", () => {
    const zone: ValueRecipe = { value: ["datetime.timezone", { value: ["datetime.timedelta", 0, 3600, 0] }] };
    const found = edges({ value: ["datetime.datetime", 2023, 11, 14, 10, 0, 0, 0, zone] });
    expect(found).toContainEqual({ value: ["datetime.datetime", 2024, 2, 29, 10, 0, 0, 0, zone] });
    expect(found).toContainEqual({ value: ["datetime.datetime", 2023, 11, 14, 23, 59, 59, 999_999, zone] });
  });
});
