import { decideTests, testId, type ExpectedRecord, type TestExpectation } from "../../src/judge/index.ts";
import { TestReportReader } from "../../src/judge/tests/test-report.ts";
import { loadLanguage, readTestEvents } from "../../src/languages/index.ts";
import { comparisonPolicy } from "../../src/spec/index.ts";
import { damage, frameOf } from "./bytes.ts";
import type { Fuzz } from "./fuzz.ts";
import { outcomeOf } from "./heard.ts";
import { observedTexts } from "./observed.ts";

const operands: readonly (readonly [
  kind: string,
  operators: readonly string[],
  operands: readonly unknown[],
])[] = [
  [
    "compare",
    ["=="],
    [
      [1, "a"],
      [1, "a"],
    ],
  ],
  ["compare", ["<", "<="], [1, 2, { float: "2.5" }]],
  ["compare", ["in"], ["a", { set: ["a", "b"] }]],
  ["compare", ["is"], [null, null]],
  ["true", [], [[1]]],
  ["almost", [], [{ float: "1.0" }, { float: "1.00000001" }]],
  [
    "same items",
    [],
    [
      [1, 2],
      [2, 1],
    ],
  ],
  ["instance", [], [{ dict: [["a", 1]] }, { named: "builtins:dict" }]],
  [
    "raises",
    [],
    [{ named: "builtins:ValueError" }, { exception: { class: "builtins:ValueError", bases: [] } }],
  ],
  [
    "compare",
    ["=="],
    [
      { object: { class: "shop:Shelf", state: { a: 1 } } },
      { object: { class: "shop:Shelf", state: { a: 1 } } },
    ],
  ],
];
const sites = operands.map(([kind, operators], line) => ({
  path: "test_a.py",
  line,
  kind,
  operators,
  options: {},
  actual: [0],
}));
const records = operands.map(([, , given], site): ExpectedRecord => {
  return { site, operands: given, truth: true, places: given.map((_, index) => index) };
});
const tests = [0, 1].map((number) => ({
  name: "test_a.py::test_all",
  number,
  outcome: "passed" as const,
  records,
  isUnordered: number === 1,
}));
const expectation: TestExpectation = {
  prepared: {
    framework: "pytest",
    files: [],
    arguments: [],
    plugins: [],
    codes: {},
    codesTree: "/",
    sites,
    failed: {},
    digest: "",
  },
  tests,
  language: await loadLanguage("python"),
  policy: { ...comparisonPolicy.parse({}), free_classes: ["shop:Shelf"] },
  blind: [],
};
const WORDS = ["collected", "collection-error", "started", "finished", "ended"];

/** Reports of tests: of candidates, against the verdict by tests; of a repository's own run, against its reader. */
export function reportsFuzz(): Fuzz {
  let texts: readonly string[] = [];
  return {
    make: (random) => {
      if (texts.length === 0 || random.next() < 0.001) texts = observedTexts(random);
      const value = (): string => random.pick(texts);
      if (random.next() < 0.3) {
        const id = (): string => (random.next() < 0.5 ? '"a::b"' : value());
        const lines = Array.from({ length: random.integer(12) }, () => {
          const word = random.pick(WORDS);
          return `{"event": "${word}", "id": ${id()}, "ids": [${id()}], "path": ${id()}, "message": ${value()}, "outcome": "passed", "exit": ${value()}}`;
        });
        const whole = Buffer.from(`L${lines.join("\n")}\n`);
        return random.next() < 0.3 ? damage(random, whole) : whole;
      }
      const share = random.pick([0, 0.02, 0.2]);
      const frames = tests.map((_, index) => {
        const written = records.map(({ site, operands: given }) => {
          const shown = given.map((one) => (random.next() < share ? value() : JSON.stringify(one)));
          const truth = random.next() < share / 2 ? random.pick(["false", "null", "1"]) : "true";
          return `[${random.next() < 0.01 ? random.integer(20) : site}, [${shown.join()}], ${truth}]`;
        });
        return frameOf(
          11,
          `{"index": ${index}, "outcome": "passed", "cpu_seconds": 0, "message": "", "left_out": 0, "records": [${written.join()}]}`,
        );
      });
      let bytes: Buffer = Buffer.concat([frameOf(1, '{"cpu_seconds": 0}'), ...frames, frameOf(7, "{}")]);
      while (random.next() < 0.2) bytes = damage(random, bytes);
      return Buffer.concat([Buffer.from("F"), bytes]);
    },
    check: (input) => {
      if (input[0] !== "L".charCodeAt(0)) return judge(input.subarray(1));
      const { finished, late, interrupted, exit, collected } = readTestEvents(input.toString("utf8", 1));
      return [finished.size, late.length, interrupted?.length, exit, collected?.length].join();
    },
  };
}

function judge(input: Buffer): string {
  const report = new TestReportReader(tests, sites);
  const run = { results: report.results, collected: [], plugins: [], ...outcomeOf(report, input) };
  const { verdict, reason, difference } = decideTests(expectation, run);
  return `${verdict} ${reason ?? ""} ${difference?.message ?? ""} ${report.results.map(testId).length}`;
}
