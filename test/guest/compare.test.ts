import { execFileSync } from "node:child_process";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { compareObservations } from "../../src/judge/compare.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import type { ComparisonPolicy, Observation } from "../../src/spec/index.ts";
import {
  AGREEING_PAIRS,
  anyValue,
  DEFAULTING,
  DIFFERING_PAIRS,
  HOSTILE_VALUES,
  object,
  policy,
  raised,
  returned,
} from "../judge/compare-cases.ts";
import { findInterpreters, guestDirectory } from "./values/interpreters.ts";

interface Pair {
  readonly expected: Observation;
  readonly actual: unknown;
  readonly policy: ComparisonPolicy;
}

const pairOf = (expected: unknown, actual: unknown, rules = policy): Pair => ({
  expected: returned(expected),
  actual: returned(actual),
  policy: rules,
});

/** An object with and without what it may remember, right and wrong. */
const REMEMBERING = [{}, { total: true }, { total: false }, { other: true }].flatMap((memos) =>
  [{}, { total: 1 }, { total: 2 }].map((state) => ({ object: { class: "shop:Item", state, memos } })),
);

/** Where each pair parts, as the guest's comparison says; null where it does not. */
function comparedByGuest(python: string, pairs: readonly Pair[]): (string | null)[] {
  const text = execFileSync(python, ["-B", join(import.meta.dirname, "compare.py"), guestDirectory], {
    encoding: "utf8",
    input: JSON.stringify(pairs),
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(text) as (string | null)[];
}

const language = await loadLanguage("python");

function comparedByJudge({ expected, actual, policy: rules }: Pair): string | null {
  return (
    compareObservations("case-001", expected, actual as Observation, { policy: rules, language })?.path ??
    null
  );
}

describe.each(findInterpreters())("the check's comparison under CPython $version", ({ python }) => {
  it("agrees with the judge's on every case of its tests", () => {
    const both: ComparisonPolicy["output"] = ["printed", "logged"];
    const strict = { ...policy, private_attributes: ["_cache", "_file"], messages: true, output: both };
    const lazy = { ...policy, gives_iterators: true };
    const ofTruth = { ...policy, truth_only: true };
    const copying = { ...policy, allows_copies: true };
    const fresh = { ...policy, fresh_results: true };
    const alike = { ...policy, bytes_alike: true };
    const texts = [
      { bytes: "a" },
      { bytearray: "a" },
      "a",
      { object: { class: "builtins:str", own: "", base: "a", state: {} } },
    ];
    const [one, two] = [raised("builtins:KeyError", "one"), raised("builtins:KeyError", "two")];
    const rest = { positional: [[1]], keywords: { items: [] }, receiver: 1, files: { a: "x" } };
    const others = { positional: [[2]], keywords: { items: [1] }, receiver: 2, files: { a: null } };
    const outcomes = [
      one,
      two,
      raised("shop:Gone"),
      ...[1, 2].map((at) => ({
        ...raised("shop:Gone"),
        receiver: { object: { class: "shop:Item", state: { _cache: at } } },
      })),
      raised("shop:Gone", "", { code: 1 }),
      raised("shop:Gone", "", { code: 2, since: [1.5] }),
      returned(null),
      returned({ iterator: [], end: { class: "shop:Gone" } }),
      returned({ iterator: [1], end: { class: "shop:Gone" } }),
      returned({ iterator: [], end: "stop" }),
      returned({ async_iterator: [], end: { class: "shop:Gone" } }),
      returned(null, { awaited: true }),
      { ...one, awaited: true },
      returned(null, { printed: "one\n", logged: [] }),
      returned(null, { printed: "one\n", logged: ["INFO: one"] }),
      returned(null, { printed: "two\n", logged: ["INFO: two", "INFO: three"] }),
      ...Object.entries(rest).map(([name, value]) => returned(null, { [name]: value })),
      ...Object.entries(others).map(([name, value]) => returned(null, { [name]: value })),
      ...[{ argument: 0 }, { argument: "items" }, { receiver: true }, [1], [], 1].map((value) =>
        returned(value, rest),
      ),
      returned([1], { ...rest, shares: true }),
      ...texts.flatMap((text) => [returned({ iterator: [text] }), returned(null, { receiver: text })]),
    ];
    const pairs: Pair[] = [
      ...[[], null, "", { dict: [] }, [1]].flatMap((held) =>
        ["_cache", "cache"].flatMap((name) => {
          const [a, b] = [
            { object: { class: "shop:Item", state: { [name]: held } } },
            { object: { class: "shop:Item", state: {} } },
          ];
          return [pairOf(a, b, strict), pairOf(b, a, strict)];
        }),
      ),
      ...DEFAULTING.flatMap((a) =>
        DEFAULTING.flatMap((b) =>
          ["_cache", "cache"].map((name) => pairOf(object({ [name]: [a] }), object({ [name]: [b] }), strict)),
        ),
      ),
      ...REMEMBERING.flatMap((a) =>
        REMEMBERING.flatMap((b) => [pairOf(a, b), pairOf({ set: [a] }, { set: [b] })]),
      ),
      ...[...DIFFERING_PAIRS, ...AGREEING_PAIRS].flatMap(([a, b]) =>
        [policy, strict, ofTruth].flatMap((rules) => [
          pairOf(a, b, rules),
          pairOf(b, a, rules),
          pairOf(a, a, rules),
        ]),
      ),
      ...texts.flatMap((a) => texts.flatMap((b) => [policy, alike].map((rules) => pairOf([a], [b], rules)))),
      ...HOSTILE_VALUES.flatMap((hostile) =>
        [1, { object: { class: "shop:Item", state: {} } }, { dict: [[1, 2]] }, { set: [1] }].flatMap(
          (wanted) => [
            pairOf(wanted, hostile),
            pairOf(wanted, hostile, ofTruth),
            { expected: returned(wanted), actual: hostile, policy },
          ],
        ),
      ),
      ...outcomes.flatMap((expected) =>
        outcomes.flatMap((actual) =>
          [policy, strict, lazy, ofTruth, copying, fresh, alike].map((rules) => ({
            expected,
            actual,
            policy: rules,
          })),
        ),
      ),
    ];
    expect(comparedByGuest(python, pairs)).toEqual(pairs.map(comparedByJudge));
  });

  it("agrees with the judge's on values that nobody thought of", () => {
    const samples = fc.sample(fc.tuple(anyValue, anyValue, fc.jsonValue()), { numRuns: 400, seed: 4 });
    const pairs = samples.flatMap(([a, b, hostile]) => [
      pairOf(a, a),
      pairOf(a, b),
      pairOf([{ set: [a, b] }], [{ set: [b, a] }]),
      pairOf(
        {
          dict: [
            ["x", a],
            [1, b],
          ],
        },
        {
          dict: [
            [1, b],
            ["x", b],
          ],
        },
      ),
      pairOf(a, hostile),
    ]);
    const isOther = (path: string | null): boolean => path !== null;
    expect(comparedByGuest(python, pairs).map(isOther)).toEqual(pairs.map(comparedByJudge).map(isOther));
  });
});
