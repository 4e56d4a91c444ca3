import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  chooseTests,
  keysOf,
  judgeByTests,
  learnTests,
  limitsFor,
  testId,
  type Judgement,
  type LearntTests,
  type TestExpectation,
  type TestRun,
  type TestSubject,
  type WarmJudge,
} from "../../../src/judge/index.ts";
import { getTestFramework, loadLanguage, type TestFramework } from "../../../src/languages/index.ts";
import { DEFAULT_LIMITS } from "../../../src/spec/index.ts";
import { plantOrchard, roomy } from "../orchard.ts";

const fixture = fileURLToPath(new URL("../../fixtures/judge/bakery", import.meta.url));
const editedFile = "bakery/oven.py";

/** The bakery's file as it stands. */
export const oven: string = readFileSync(join(fixture, editedFile), "utf8");

/** The bakery judged by its own tests. */
export interface Bakery extends AsyncDisposable {
  readonly subject: TestSubject & { readonly evaluator: WarmJudge };
  readonly learnt: LearntTests;
  readonly expectation: TestExpectation;
  /** The first of the runs that a verdict takes. */
  run(fileText: string): Promise<TestRun>;
  judge(fileText: string, isCold?: boolean): Promise<Judgement | undefined>;
}

/** Learns the tests of one framework. `library` is a folder with pytest; `ids` chooses among the tests, absent: all. */
export async function openBakery(
  framework: TestFramework["name"],
  options: {
    readonly library?: string | undefined;
    readonly ids?: (id: string) => boolean;
    readonly nests?: boolean;
  } = {},
): Promise<Bakery> {
  const isTest = (path: string): boolean => path.startsWith("tests/");
  const { editableTree, evaluator, ...orchard } = await plantOrchard({
    other: { source: fixture, editedFile, isTest },
    ...(options.library === undefined ? {} : { path: options.library }),
    ...(options.nests === undefined ? {} : { nests: options.nests }),
  });
  const names = readdirSync(join(fixture, "tests")).filter((name) => name.endsWith(".py"));
  const texts = Object.fromEntries(
    names.map((name) => [`tests/${name}`, readFileSync(join(fixture, "tests", name), "utf8")] as const),
  );
  const file = framework === "pytest" ? "tests/test_oven.py" : "tests/test_loaf_case.py";
  const sources = {
    framework,
    texts,
    files: [file],
    arguments: getTestFramework(framework).judgeArguments({ configuration: "plain", addopts: [] }),
  };
  const subject: Bakery["subject"] = {
    language: await loadLanguage("python"),
    evaluator,
    editableTree,
    sources,
    originalText: oven,
    limits: roomy,
    freeClasses: ["bakery.oven:Loaf"],
  };
  const learnt = await learnTests(subject);
  if (learnt.status === "failed") throw new Error(`The tests do not run: ${JSON.stringify(learnt.run)}`);
  const ids = learnt.tests.map(testId).filter(options.ids ?? (() => true));
  const { expectation, run: measured } = await chooseTests(subject, learnt, new Set(ids));
  if (expectation === undefined) throw new Error("No test can be used.");
  const limits = limitsFor({ ...DEFAULT_LIMITS, cpu_floor_seconds: 0.3 }, measured);
  const order = keysOf(expectation.tests);
  const run = (fileText: string): Promise<TestRun> =>
    evaluator.runTests({
      editableTree,
      fileText,
      tests: expectation.prepared,
      order,
      limits,
      trust: "candidate",
    });
  return {
    subject,
    learnt,
    expectation,
    run,
    judge: (fileText, isCold = false) =>
      judgeByTests(
        evaluator,
        expectation,
        { editableTree, fileText, limits, trust: "candidate" },
        { isCold },
      ),
    [Symbol.asyncDispose]: () => orchard[Symbol.asyncDispose](),
  };
}
