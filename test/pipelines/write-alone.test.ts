import { describe, expect, test } from "vitest";

import { loadParts } from "../../src/languages/index.ts";
import type { ModelOutcome } from "../../src/models/index.ts";
import {
  createAloneWriter,
  DEFAULT_WRITING,
  summariseSandboxing,
  type LoneTarget,
  type SandboxedRecord,
  type TriedTest,
} from "../../src/pipelines/index.ts";
import { modelOf } from "./scripted-model.ts";

const language = await loadParts("python", ["syntax", "structure", "rewriting"], "test");

const TEXT = `def price(fruit):
    """Cents of a fruit."""
    found = shop.ask(fruit)
    return 0 if found is None else found  # free`;
const SLICE = `import shop\n\n\n${TEXT}\n`;
const FILE = `class shop:
    @staticmethod
    def ask(fruit):
        return PRICES.get(fruit)


PRICES = {}


${TEXT}
`;
const TEST = `def test_price():
    assert price("pear") == price_new_implementation("pear")
`;
const fenced = (text: string): string => `Here it is.\n\n\`\`\`python\n${text}\`\`\`\n`;

const whole: TriedTest = {
  status: "ran",
  calls: 2,
  reached: { branch: 1, line: 1, missedLines: [], partlyLeft: [] },
  survivors: [],
};

/** A target whose tests give one result after another; the stages that it tries its files in are remembered. */
function targetOf(
  results: readonly TriedTest[],
  more: Partial<LoneTarget> = {},
): LoneTarget & { readonly programs: string[] } {
  const programs: string[] = [];
  return {
    programs,
    source: "folder:shop",
    path: "fruit.py",
    name: "price",
    line: 4,
    text: TEXT,
    slice: [{ path: "fruit.py", text: SLICE }],
    packages: ["shop"],
    services: [],
    language,
    rival: "price_new_implementation",
    test: "test_price",
    join: (script, own) => `${script}\n${own}`,
    tryScript: async () => undefined,
    async tryTest(program) {
      programs.push(program);
      return results[programs.length - 1] ?? whole;
    },
    ...more,
  };
}

describe("a target in a file of its own", () => {
  test("is asked for with its slice and what is missing, as data, then tested", async () => {
    const model = modelOf([fenced(FILE), fenced(TEST)]);
    const target = targetOf([]);
    const written = await createAloneWriter(model, DEFAULT_WRITING).write(target);
    expect(model.asked[0]?.messages[1]?.content).toContain(SLICE);
    expect(model.asked[0]?.messages[1]?.content).toContain("Not there: `shop`.");
    expect(model.asked[1]?.messages).toHaveLength(2);
    expect(written).toMatchObject({
      status: "written",
      program: `${FILE}\n${TEST}`,
      found: {
        stage: "covered",
        answers: [{ operation: "write_file" }, { operation: "write_test", calls: 2 }],
      },
    });
  });

  test.each([
    ["a byte of it is another", FILE.replace("  # free", ""), "target_changed", "completed"],
    ["its quotes are others", FILE.replace("Cents of", "Cents  of"), "target_changed", "completed"],
    ["it is not in it", FILE.replace("def price", "def cost"), "no_target", "sliced"],
    ["it is in it twice", `${FILE}\n\n${TEXT}\n`, "no_target", "sliced"],
    [
      "the file leaves out code",
      FILE.replace("PRICES = {}", "# ... rest of the code unchanged"),
      "elided",
      "sliced",
    ],
    ["the file has a syntax error", "def price(:\n", "syntax_error", "sliced"],
  ])("is asked for once more where %s", async (_what, text, reason, stage) => {
    const model = modelOf([fenced(text), fenced(text)]);
    const written = await createAloneWriter(model, DEFAULT_WRITING).write(targetOf([]));
    expect(model.asked).toHaveLength(2);
    expect(model.asked[1]?.messages.at(-1)?.content).toContain("Your file cannot be used");
    expect(written).toMatchObject({
      program: undefined,
      found: {
        stage,
        answers: [
          { operation: "write_file", refused: reason },
          { operation: "mend_file", refused: reason },
        ],
      },
    });
  });

  test("that does not run goes back with what it said", async () => {
    const complaints = [{ reason: "outside", text: "it reaches outside: socket.connect" } as const];
    const model = modelOf([fenced(FILE), fenced(FILE), fenced(TEST)]);
    const target = targetOf([], { tryScript: async () => complaints.pop() });
    const written = await createAloneWriter(model, DEFAULT_WRITING).write(target);
    expect(model.asked[1]?.messages.at(-1)?.content).toContain("it reaches outside: socket.connect");
    expect(written).toMatchObject({ program: `${FILE}\n${TEST}`, found: { stage: "covered" } });
  });

  test("has a test that is mended, then widened by what it does not reach and does not tell, as long as that helps", async () => {
    const ran = { status: "ran", calls: 1, survivors: ["-    return 0\n+    return 1"] } as const;
    const half = { branch: 0.5, line: 0.75, missedLines: [3], partlyLeft: [4] };
    const target = targetOf([
      { status: "refused", complaint: { reason: "test_fails", text: "AssertionError" } },
      { ...ran, reached: half },
      { ...ran, reached: { ...half, branch: 1 } },
      { ...ran, reached: { ...half, branch: 1 } },
    ]);
    const second = TEST.replaceAll("pear", "plum");
    const model = modelOf([FILE, TEST, TEST, TEST, second, TEST, TEST].map(fenced));
    const written = await createAloneWriter(model, { ...DEFAULT_WRITING, rounds: 9 }).write(target);
    const asked = model.asked.map(({ messages }) => messages.at(-1)?.content ?? "");
    expect(asked[2]).toContain("AssertionError");
    expect(asked[3]).toContain("found = shop.ask(fruit)  # not executed");
    expect(asked[3]).toContain("+    return 1");
    expect(asked[4]).not.toContain("not executed");
    // The fifth test told no more than the one before it.
    expect(model.asked).toHaveLength(5);
    expect(written).toMatchObject({
      program: `${FILE}\n${TEST}`,
      found: {
        answers: [
          { operation: "write_file" },
          { operation: "write_test", refused: "test_fails" },
          { operation: "mend_test", branch_coverage: 0.5, survivors: 1 },
          { operation: "extend_test", branch_coverage: 1 },
          { operation: "extend_test", branch_coverage: 1 },
        ],
      },
    });
  });

  test("may get other stand-ins with its test, and stays unchanged then too", async () => {
    const other = FILE.replace("PRICES = {}", 'PRICES = {"pear": 3}');
    const changed = other.replace("  # free", "");
    const survivors: TriedTest = { ...whole, survivors: ["+ a"] };
    const target = targetOf([survivors, whole]);
    const model = modelOf([FILE, TEST, `${changed}\n\n${TEST}`, `${other}\n\n${TEST}`].map(fenced));
    const written = await createAloneWriter(model, DEFAULT_WRITING).write(target);
    expect(written).toMatchObject({
      program: `${other}\n${TEST.trimEnd()}`,
      found: { answers: [{}, {}, { operation: "extend_test", refused: "target_changed" }, { survivors: 0 }] },
    });
  });

  test("is left open where the model fails for now, and not where it fails for good or nothing can be sliced", async () => {
    const failing = (code: "budget-spent" | "bad-key" | "refused"): ModelOutcome => ({
      status: "failed",
      failure: { code, message: "No.", repeat: code === "budget-spent" ? "later" : "never" },
    });
    const write = (answers: readonly (string | ModelOutcome)[], target = targetOf([])) =>
      createAloneWriter(modelOf(answers), DEFAULT_WRITING).write(target);
    expect(await write([fenced(FILE), failing("budget-spent")])).toMatchObject({ status: "unanswered" });
    expect(await write([failing("bad-key")])).toMatchObject({ status: "unanswered" });
    expect(await write([failing("refused")])).toMatchObject({
      found: { stage: "sliced", failure: "refused" },
    });
    expect(await write([], targetOf([], { slice: [] }))).toMatchObject({
      found: { stage: "selected", answers: [] },
    });
  });
});

test("stages are counted over all targets, with services and without", () => {
  const record = (row: string, stage: SandboxedRecord["stage"], services: string[]): SandboxedRecord => ({
    format: "sandboxed/1",
    source: "shop",
    path: "fruit.py",
    name: "price",
    line: 1,
    row,
    reason: "no_input",
    packages: [],
    services,
    stage,
    answers: [{ operation: "write_file", refused: "elided" }],
  });
  const records = [
    record("1", "covered", ["requests"]),
    record("2", "tested", ["socket"]),
    record("3", "completed", []),
  ];
  const outcomes = new Map([
    ["1", "accepted"],
    ["2", "weak_coverage"],
    ["3", "not_sandboxed"],
  ]);
  expect(summariseSandboxing(records, outcomes)).toEqual({
    all: { selected: 3, sliced: 3, completed: 3, unchanged: 2, runs: 2, tested: 2, covered: 1, proven: 1 },
    with_services: {
      selected: 2,
      sliced: 2,
      completed: 2,
      unchanged: 2,
      runs: 2,
      tested: 2,
      covered: 1,
      proven: 1,
    },
    without_services: {
      selected: 1,
      sliced: 1,
      completed: 1,
      unchanged: 0,
      runs: 0,
      tested: 0,
      covered: 0,
      proven: 0,
    },
    answers: 3,
    refused: { elided: 3 },
    rejected: { weak_coverage: 1, not_sandboxed: 1 },
  });
});
