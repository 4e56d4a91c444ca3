import {
  chooseTests,
  judgeByTests,
  limitsFor,
  testId,
  type EvaluationLimits,
  type LearntTests,
  type TestExpectation,
  type Judgement,
  type TestSubject,
} from "../../src/judge/index.ts";
import { readTestCheat, testCheatNames } from "../../src/languages/python/variants/test-cheats.ts";
import { DEFAULT_LIMITS } from "../../src/spec/index.ts";
import { withCheat, withoutCut, withText, type Cut } from "./spans.ts";

/** What judging by tests did with one class or span. */
export interface Trial {
  readonly cut: Cut;
  readonly tests: number;
  readonly records: number;
  /** Records whose other side is not in the candidate's process. */
  readonly cutRecords: number;
  /** Of three runs. */
  readonly referenceResolved: number;
  readonly nullsResolved: number;
  /** Cheats that scored, by name. */
  readonly cheated: readonly string[];
  readonly cheats: number;
  /** Of the reference's runs, the blind ones included. */
  readonly warmMs: readonly number[];
  readonly cpuMs: readonly number[];
  readonly coldMs: number;
  readonly differsColdly: boolean;
}

/** Why a class or span is not graded. */
export type LeftOut =
  | "no_tests"
  | "null_passes"
  | "not_parsable"
  | "reference_fails"
  | "nothing_recorded"
  | "trivial_passes";

/** What needs no understanding: a span that one of these can stand for is not tested by what runs it. */
const TRIVIAL: Readonly<Record<Cut["kind"], readonly string[]>> = {
  class: [],
  expression: ["True", "False", "0", "1", "''", "[]", "{}"],
  statement: ["return True", "return False", "return self", "return ''", "return []"],
  block: ["return True", "return False", "return self", "return ''", "return []"],
};

/** Most tests that judge one class or span. */
const MOST_TESTS = 25;
const REFERENCE_RUNS = 3;
/** Floors that leave room on a busy machine. */
const limitsPolicy = { ...DEFAULT_LIMITS, cpu_floor_seconds: 0.5 };

/** Judges reference, nothing and every cheat in the place of one class or span, by tests known to fail without it. */
export async function tryCut(subject: TestSubject, learnt: LearntTests, cut: Cut): Promise<Trial | LeftOut> {
  const ids = testsThatRun(learnt, cut);
  if (ids.size === 0) return "no_tests";
  const { expectation, run } = await chooseTests(subject, learnt, ids);
  if (expectation === undefined) return "reference_fails";
  const limits = limitsFor(limitsPolicy, run);
  const judge = (fileText: string): Promise<Judgement> => decideFor(subject, expectation, limits, fileText);
  const nothing = await judge(withoutCut(subject.originalText, cut));
  if (nothing.reason === "not_built") return "not_parsable";
  if (nothing.verdict === "resolved") return "null_passes";
  const records = expectation.tests.flatMap((test) => test.records);
  if (records.length === 0) return "nothing_recorded";
  for (const text of TRIVIAL[cut.kind])
    if ((await judge(withText(subject.originalText, cut, text))).verdict === "resolved")
      return "trivial_passes";

  const warmMs: number[] = [];
  const cpuMs: number[] = [];
  let [referenceResolved, nullsResolved] = [0, 0];
  for (let round = 0; round < REFERENCE_RUNS; round++) {
    const started = performance.now();
    const { verdict, cpuMs: spentMs } = await judge(subject.originalText);
    if (verdict === "resolved") referenceResolved++;
    cpuMs.push(spentMs);
    warmMs.push(performance.now() - started);
    if ((await judge(withoutCut(subject.originalText, cut))).verdict === "resolved") nullsResolved++;
  }
  const cold = performance.now();
  const coldly = await decideFor(subject, expectation, limits, subject.originalText, true);
  const coldMs = performance.now() - cold;
  const cheated: string[] = [];
  const moments = cut.kind === "class" ? (["import", "use"] as const) : (["use"] as const);
  for (const name of testCheatNames)
    for (const moment of moments) {
      const judgement = await judge(withCheat(subject.originalText, cut, readTestCheat(name), moment));
      if (judgement.verdict === "resolved") cheated.push(`${name} (${moment})`);
    }
  return {
    cut,
    tests: expectation.tests.length,
    records: records.length,
    cutRecords: records.filter(({ places, operands }) => places.length < operands.length).length,
    referenceResolved,
    nullsResolved,
    cheated,
    cheats: testCheatNames.length * moments.length,
    warmMs,
    cpuMs,
    coldMs,
    differsColdly: coldly.verdict !== "resolved",
  };
}

/** Tests that execute something of the cut, spread over all of them where there are many. */
function testsThatRun(learnt: LearntTests, { lines, kind }: Cut): ReadonlySet<string> {
  const from = kind === "class" ? lines.start + 1 : lines.start;
  const found = learnt.tests.filter((test) => test.lines.some((line) => line >= from && line <= lines.end));
  const step = Math.max(1, found.length / MOST_TESTS);
  const chosen = Array.from(
    { length: Math.min(found.length, MOST_TESTS) },
    (_, at) => found[Math.floor(at * step)],
  );
  return new Set(chosen.flatMap((test) => (test === undefined ? [] : [testId(test)])));
}

async function decideFor(
  { evaluator, editableTree }: TestSubject,
  expectation: TestExpectation,
  limits: EvaluationLimits,
  fileText: string,
  isCold = false,
): Promise<Judgement> {
  const candidate = { editableTree, fileText, limits, trust: "candidate" as const };
  const judgement = await judgeByTests(evaluator, expectation, candidate, { isCold });
  if (judgement === undefined) throw new Error("A worker was lost.");
  return judgement;
}
