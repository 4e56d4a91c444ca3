import { execFileSync } from "node:child_process";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  areEqual,
  contains,
  haveSameItems,
  isTrue,
  orderOf,
  plainValue,
  type PlainValue,
} from "../../../src/languages/python/relations/plain-values.ts";
import { findPython } from "../../judge/orchard.ts";

/** Values with their observation and their Python literal. */
interface Sample {
  readonly observed: unknown;
  readonly source: string;
}

const scalar: fc.Arbitrary<Sample> = fc.oneof(
  fc.constantFrom<Sample>(
    { observed: null, source: "None" },
    { observed: true, source: "True" },
    { observed: false, source: "False" },
    { observed: { float: "1.0" }, source: "1.0" },
    { observed: { float: "-0.0" }, source: "-0.0" },
    { observed: { float: "inf" }, source: "float('inf')" },
    { observed: { int: "123456789012345678901234567890" }, source: "123456789012345678901234567890" },
    { observed: { bytes: "ab" }, source: "b'ab'" },
    { observed: { bytearray: "ab" }, source: "bytearray(b'ab')" },
  ),
  fc.integer({ min: -2, max: 3 }).map((value) => ({ observed: value, source: String(value) })),
  fc
    .constantFrom("", "a", "ab", "b", "😀", "\uffff")
    .map((text) => ({ observed: text, source: JSON.stringify(text) })),
);

const listOf = (items: readonly Sample[]): string => items.map(({ source }) => `${source},`).join("");
const observedOf = (items: readonly Sample[]): unknown[] => items.map(({ observed }) => observed);
const { value: sample } = fc.letrec<{ value: Sample }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc
      .array(tie("value"), { maxLength: 3 })
      .map((items) => ({ observed: observedOf(items), source: `[${listOf(items)}]` })),
    fc
      .array(tie("value"), { maxLength: 3 })
      .map((items) => ({ observed: { tuple: observedOf(items) }, source: `(${listOf(items)})` })),
    fc.uniqueArray(fc.constantFrom("a", "ab", "b"), { maxLength: 3 }).map((items) => ({
      observed: { set: items },
      source: `{*(${items.map((item) => `'${item}',`).join("")})}`,
    })),
    fc.dictionary(fc.constantFrom("a", "ab", "b"), tie("value"), { maxKeys: 3 }).map((items) => ({
      observed: { dict: Object.entries(items).map(([key, { observed }]) => [key, observed]) },
      source: `{${Object.entries(items)
        .map(([key, { source }]) => `'${key}': ${source}`)
        .join(", ")}}`,
    })),
  ),
}));

const program = `
import json, sys

def attempt(relate):
    try:
        return relate()
    except (TypeError, ValueError):
        return None

print(json.dumps([[
    one == other, attempt(lambda: one < other), attempt(lambda: one <= other), attempt(lambda: one in other), bool(one),
] for one, other in eval(sys.stdin.read())]))
`;

describe("relations of plain data", () => {
  it("are Python's, wherever they are known", () => {
    const pairs = fc.sample(fc.tuple(sample, sample), { numRuns: 3000, seed: 11 });
    const source = `[${pairs.map(([one, other]) => `(${one.source}, ${other.source})`).join(",\n")}]`;
    const answers = JSON.parse(
      execFileSync(findPython(), ["-c", program], { input: source, encoding: "utf8" }),
    ) as (boolean | null)[][];
    const wrong: unknown[] = [];
    let ordered = 0;
    for (const [index, [one, other]] of pairs.entries()) {
      const [equal, less, atMost, inside, truth] = answers[index] ?? [];
      const [left, right] = [plainValue(one.observed), plainValue(other.observed)] as [
        PlainValue,
        PlainValue,
      ];
      const order = orderOf(left, right);
      const found = {
        equal: areEqual(left, right, 0),
        less: order === undefined ? less : order < 0,
        atMost: order === undefined ? atMost : order <= 0,
        // What cannot be hashed Python refuses to look for; here it is just not there.
        inside: inside === null ? inside : (contains(right, left, 0) ?? inside),
        truth: isTrue(left),
      };
      if (order !== undefined) ordered += 1;
      if (JSON.stringify(found) !== JSON.stringify({ equal, less, atMost, inside, truth }))
        wrong.push([one.source, other.source, found]);
    }
    expect(wrong).toEqual([]);
    expect(ordered).toBeGreaterThan(150);
  });

  it("are not known of what only code can compare", () => {
    const object = { object: { class: "orchard:Tree", state: {} } };
    for (const value of [object, [object], { refused: "mock" }, { ref: 0 }, { int: "x" }, { a: 1, b: 2 }])
      expect(plainValue(value)).toBeUndefined();
    const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], 1);
    expect(plainValue(deep)).toBeUndefined();
  });

  it("allow floats the policy's tolerance, and count items", () => {
    const value = (observed: unknown): PlainValue => plainValue(observed) as PlainValue;
    expect(areEqual(value({ float: "0.30000000000000004" }), value({ float: "0.3" }), 1e-9)).toBe(true);
    expect(areEqual(value({ float: "0.3001" }), value({ float: "0.3" }), 1e-9)).toBe(false);
    expect(haveSameItems(value([1, 2, 1]), value({ tuple: [1, 1, 2] }), 0)).toBe(true);
    expect(haveSameItems(value([1, 2, 1]), value([1, 2, 2]), 0)).toBe(false);
  });
});
