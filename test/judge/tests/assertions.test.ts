import { describe, expect, it } from "vitest";

import { findFault, type AssertionPolicy, type ExpectedRecord } from "../../../src/judge/tests/assertions.ts";
import { decideTests, type TestExpectation } from "../../../src/judge/tests/judge-tests.ts";
import type {
  AssertionRecord,
  AssertionSite,
  PreparedTests,
  TestRun,
} from "../../../src/judge/tests/test-run.ts";
import { loadLanguage } from "../../../src/languages/index.ts";
import { comparisonPolicy } from "../../../src/spec/index.ts";

const language = await loadLanguage("python");
const policy: AssertionPolicy = { ...comparisonPolicy.parse({}), free_classes: ["tea:Pot"] };
const pot = (state: Record<string, unknown>): unknown => ({ object: { class: "tea:Pot", state } });
const cup = (state: Record<string, unknown>): unknown => ({ object: { class: "tea:Cup", state } });
const raised = (name: string, ...bases: string[]): unknown => ({
  exception: { class: name, bases: [name, ...bases], message: "spilt" },
});
const accident = { named: "builtins:ValueError" };

function siteOf(kind: string, operators: readonly string[] = [], options = {}): AssertionSite {
  return { path: "tests/test_tea.py", line: 7, kind, operators, options, actual: [0] };
}

/** Kind, operators; the reference's operands, which of them are recorded; what a candidate shows there. */
type Row = readonly [
  site: AssertionSite,
  operands: readonly unknown[],
  places: readonly number[],
  shown: readonly unknown[],
];

const equal = siteOf("compare", ["=="]);
const good: readonly Row[] = [
  [equal, ["mint", "mint"], [0], ["mint"]],
  [equal, [{ float: "2.0" }, 2], [0], [2]],
  [equal, [{ float: "0.3" }, { float: "0.3" }], [0], [{ float: "0.30000000000000004" }]],
  [
    equal,
    [{ value: ["collections.OrderedDict", { dict: [["a", 1]] }] }, { dict: [["a", 1]] }],
    [0],
    [{ dict: [["a", 1]] }],
  ],
  [siteOf("compare", [">"]), [7, 3], [0], [4]],
  [siteOf("compare", ["<", "<="]), [1, 2, 3], [1], [3]],
  [siteOf("compare", ["in"]), ["mint", "mint tea"], [1], ["tea of mint"]],
  [siteOf("compare", ["!="]), ["a", "b"], [0], ["c"]],
  [siteOf("compare", ["is"]), [null, null], [0], [null]],
  [siteOf("true"), [3], [0], [["any"]]],
  [siteOf("not none"), [3], [0], [cup({ size: 9 })]],
  [siteOf("almost", [], { places: 2 }), [{ float: "1.0" }, 1], [0], [{ float: "1.004" }]],
  [
    siteOf("same items"),
    [
      [1, 2],
      [2, 1],
    ],
    [0],
    [{ tuple: [2, 1] }],
  ],
  [
    siteOf("raises"),
    [accident, raised("builtins:ValueError")],
    [0, 1],
    [accident, raised("tea:Spilt", "builtins:ValueError")],
  ],
  [
    siteOf("instance"),
    [pot({ size: 1 }), { named: "tea:Pot" }],
    [0, 1],
    [pot({ volume: 2 }), { named: "tea:Pot" }],
  ],
  [equal, [cup({ size: 1 }), cup({ size: 1 })], [0, 1], [cup({ size: 1 }), cup({ size: 1 })]],
  [equal, [cup({ size: 1 }), cup({ size: 1 })], [0, 1], [cup({ width: 1 }), cup({ width: 1 })]],
  [siteOf("compare", ["<"]), [pot({ size: 1 }), pot({ size: 2 })], [0, 1], [pot({ volume: 1 }), pot({})]],
];
const bad: readonly Row[] = [
  [equal, ["mint", "mint"], [0], ["Mint"]],
  [equal, ["mint", "mint"], [0], [cup({})]],
  [equal, [1, 1], [0], [{ special: "Ellipsis" }]],
  [siteOf("compare", [">"]), [7, 3], [0], [3]],
  [siteOf("compare", [">"]), [7, 3], [0], ["7"]],
  [siteOf("compare", ["in"]), ["mint", "mint tea"], [1], ["tea"]],
  [siteOf("compare", ["is"]), [null, null], [0], [false]],
  [siteOf("true"), [3], [0], [0]],
  [siteOf("none"), [null], [0], [cup({})]],
  [siteOf("almost", [], { places: 2 }), [{ float: "1.0" }, 1], [0], [{ float: "1.006" }]],
  [
    siteOf("same items"),
    [
      [1, 2],
      [2, 1],
    ],
    [0],
    [[2, 2]],
  ],
  [
    siteOf("raises"),
    [accident, raised("builtins:ValueError")],
    [0, 1],
    [accident, raised("builtins:KeyError")],
  ],
  [siteOf("raises"), [accident, raised("builtins:ValueError")], [0, 1], [accident, null]],
  [siteOf("instance"), [pot({}), { named: "tea:Pot" }], [0, 1], [cup({}), { named: "tea:Pot" }]],
  [equal, [cup({ size: 1 }), cup({ size: 1 })], [0, 1], [cup({ size: 2 }), cup({ size: 1 })]],
  [
    siteOf("compare", ["<"]),
    [cup({ size: 1 }), cup({ size: 2 })],
    [0, 1],
    [cup({ size: 0 }), cup({ size: 2 })],
  ],
];

function faultOf(
  [site, operands, places, shown]: Row,
  change: Partial<AssertionRecord> = {},
): string | undefined {
  const expected: ExpectedRecord = { site: 0, operands, truth: true, places };
  const truth = places.length < operands.length ? null : true;
  return findFault(
    site,
    expected,
    { site: 0, places, operands: shown, truth, ...change },
    { policy, language },
  );
}

describe("an assertion", () => {
  it.each(good.map((row) => [JSON.stringify(row.slice(0, 1).concat(row[3])), row] as const))(
    "holds: %s",
    (_, row) => {
      expect(faultOf(row)).toBeUndefined();
    },
  );

  it.each(bad.map((row) => [JSON.stringify(row.slice(0, 1).concat(row[3])), row] as const))(
    "does not hold: %s",
    (_, row) => {
      expect(faultOf(row)).toEqual(expect.any(String));
    },
  );

  it("does not hold of a value that is none of its tag", () => {
    for (const content of [{ toString: 1 }, [[{ valueOf: null }]], null])
      for (const tag of ["refused", "object", "value", "text", "tuple"])
        for (const site of [siteOf("instance"), equal])
          expect(faultOf([site, [1, 1], [0, 1], [{ [tag]: content }, 1]])).toEqual(expect.any(String));
  });

  it("is not what a candidate says it looked at", () => {
    const row: Row = [equal, ["mint", "mint"], [0], ["mint"]];
    const native: Row = [equal, ["mint", "mint"], [0, 1], ["mint", "mint"]];
    expect([faultOf(row), faultOf(native)]).toEqual([undefined, undefined]);
    expect(faultOf(row, { places: [], operands: [] })).toBeDefined();
    expect(faultOf(row, { places: [1] })).toBeDefined();
    expect(faultOf(row, { truth: true })).toBeDefined();
    expect(faultOf(native, { truth: false })).toBeDefined();
    expect(faultOf(native, { truth: null })).toBeDefined();
  });
});

describe("a verdict by tests", () => {
  const sites = [siteOf("compare", ["=="]), siteOf("true")];
  const record = (site: number, value: unknown): ExpectedRecord => ({
    site,
    operands: [value, value],
    truth: true,
    places: [0],
  });
  const shown = (site: number, value: unknown): AssertionRecord => ({
    site,
    operands: [value],
    truth: null,
    places: [0],
  });
  const expectation = (isUnordered: boolean): TestExpectation => ({
    prepared: { sites } as unknown as PreparedTests,
    tests: [
      {
        name: "t",
        number: 0,
        outcome: "passed",
        records: [record(0, 1), record(0, 2), record(0, 2)],
        isUnordered,
      },
    ],
    policy,
    language,
    blind: [],
  });
  const runOf = (records: readonly AssertionRecord[], about: Partial<TestRun> = {}): TestRun =>
    ({
      status: "observed",
      results: [{ name: "t", number: 0, outcome: "passed", cpuSeconds: 0, message: "", records, leftOut: 0 }],
      collected: [],
      plugins: [],
      cpuSeconds: 0,
      peakBytes: 0,
      durationMs: 0,
      ...about,
    }) as TestRun;
  const verdictOf = (
    records: readonly AssertionRecord[],
    isUnordered = false,
    about: Partial<TestRun> = {},
  ): string => decideTests(expectation(isUnordered), runOf(records, about)).verdict;

  it("needs every assertion in its turn, or in any where their order is an accident", () => {
    const [one, two] = [shown(0, 1), shown(0, 2)];
    expect(verdictOf([one, two, two])).toBe("resolved");
    expect(verdictOf([two, one, two])).toBe("unresolved");
    expect(verdictOf([two, one, two], true)).toBe("resolved");
    expect(verdictOf([one, one, two], true)).toBe("unresolved");
    for (const isUnordered of [false, true]) {
      expect(verdictOf([one, two], isUnordered)).toBe("unresolved");
      expect(verdictOf([one, two, two, two], isUnordered)).toBe("unresolved");
      expect(verdictOf([one, two, shown(1, 2)], isUnordered)).toBe("unresolved");
      expect(verdictOf([], isUnordered)).toBe("unresolved");
    }
  });

  it("needs every test with its outcome, and a run that came to its end", () => {
    const records = [shown(0, 1), shown(0, 2), shown(0, 2)];
    expect(verdictOf(records, false, { results: [] })).toBe("unresolved");
    for (const outcome of ["failed", "error", "skipped", "xfailed", "xpassed"] as const) {
      const { results } = runOf(records);
      expect(verdictOf(records, false, { results: results.map((result) => ({ ...result, outcome })) })).toBe(
        "unresolved",
      );
    }
    for (const status of ["crashed", "malformed", "timed-out", "not-built"] as const)
      expect(verdictOf(records, false, { status } as Partial<TestRun>)).toBe("unresolved");
  });
});
