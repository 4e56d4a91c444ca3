import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  chooseTests,
  createJudging,
  judgeCandidate,
  learnTests,
  referenceFile,
  testId,
  type EvaluationJob,
  type Grader,
  type JudgedTarget,
} from "../../src/judge/index.ts";
import { getTestFramework, loadLanguage, type SpliceOutcome } from "../../src/languages/index.ts";
import { comparisonPolicy, DEFAULT_LIMITS } from "../../src/spec/index.ts";
import { someOf } from "../slow-suites.ts";
import { call, plantOrchard, roomy, type Orchard } from "./orchard.ts";

/** Files of a package that two of them are edited of, one of them at two places, and one that depends on both. */
const FILES = {
  "shop/__init__.py": "",
  "shop/rates.py": 'RATES = {"food": 5, "book": 7}\nDEFAULT = 19\n',
  "shop/prices.py":
    "from shop.rates import DEFAULT, RATES\nfrom shop.rounding import rounded\n\n\ndef gross(net, kind):\n    rate = RATES.get(kind, DEFAULT)\n    return rounded(net + net * rate / 100)\n",
  "shop/rounding.py": "def rounded(value):\n    return round(value, 2)\n",
  "shop/receipt.py":
    "from shop.prices import gross\n\n\ndef line(net):\n    return f'{gross(net, None):.2f}'\n",
  "tests/test_shop.py":
    "import unittest\n\nfrom shop.prices import gross\nfrom shop.receipt import line\n\n\nclass GrossTest(unittest.TestCase):\n    def test_rates(self):\n        self.assertEqual(gross(100, 'food'), 105)\n        self.assertEqual(gross(100, 'book'), 107)\n\n    def test_line(self):\n        self.assertEqual(line(100), '119.00')\n",
};

/** What is masked: two stretches of one file, one of another. */
const SPANS = [
  ["shop/prices.py", "RATES.get(kind, DEFAULT)"],
  ["shop/prices.py", "net + net * rate / 100"],
  ["shop/rates.py", "19"],
] as const;
const REFERENCE = SPANS.map(([, text]) => text);

/** A kind of completion for this test: the text of each span in its order, between lines of dashes. */
function fill(completion: string): SpliceOutcome {
  const parts = completion.split("\n---\n");
  if (parts.length !== SPANS.length)
    return {
      status: "refused",
      reason: "no_code",
      message: `${parts.length} parts for ${SPANS.length} spans.`,
    };
  const edits = SPANS.map(([path, old], index) => {
    const start = Buffer.byteLength(FILES[path].slice(0, FILES[path].indexOf(old)));
    return { path, start, end: start + Buffer.byteLength(old), text: parts[index] ?? "" };
  });
  return { status: "spliced", edits };
}

const write = (...parts: readonly string[]): string => parts.join("\n---\n");

describe.each(someOf([[true], [false]], 2))(
  "a completion that fills spans of two files (nesting: %s)",
  (nests) => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-test-"));
    let orchard: Orchard;
    let subjects: Record<Grader["kind"], JudgedTarget>;

    beforeAll(async () => {
      for (const [path, text] of Object.entries(FILES)) {
        mkdirSync(join(folder, path, ".."), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      orchard = await plantOrchard({
        ...(nests ? {} : { nests }),
        other: {
          source: folder,
          editedFile: "shop/prices.py",
          otherFiles: ["shop/rates.py"],
          isTest: (path) => path.startsWith("tests/"),
        },
      });
      const { evaluator, editableTree } = orchard;
      const language = await loadLanguage("python");
      const originalText = FILES["shop/prices.py"];
      const [definition] = language.syntax.parse("shop/prices.py", originalText).definitions;
      if (definition === undefined) throw new Error("There is no definition.");
      const target = {
        language,
        editableTree,
        definition,
        module: "shop.prices",
        originalText,
        otherFiles: { "shop/rates.py": FILES["shop/rates.py"] },
        fill,
      };
      const { lines, ...files } = referenceFile(target);
      const suite = [call("case-001", [100, "food"]), call("case-002", [10, null])];
      const job: EvaluationJob = {
        editableTree,
        target: { module: target.module, name: "gross", kind: "function", lines },
        ...files,
        cases: suite,
        limits: roomy,
        output: [],
        trust: "own",
      };
      const { results } = await evaluator.evaluate(job);
      const expected = Object.fromEntries(results.map(({ id, observation }) => [id, observation]));
      const policy = comparisonPolicy.parse({});
      const observed = { kind: "observed" as const, suite, expected, policy, limits: DEFAULT_LIMITS };
      const sources = {
        framework: "unittest",
        texts: { "tests/test_shop.py": FILES["tests/test_shop.py"] },
        files: ["tests/test_shop.py"],
        arguments: getTestFramework("unittest").judgeArguments({ configuration: "plain", addopts: [] }),
      };
      const tested = { ...target, evaluator, sources, limits: roomy };
      const learnt = await learnTests(tested);
      if (learnt.status === "failed") throw new Error(JSON.stringify(learnt.run));
      const { expectation } = await chooseTests(tested, learnt, new Set(learnt.tests.map(testId)));
      if (expectation === undefined) throw new Error("No test can be used.");
      const tests = { kind: "tests" as const, expectation, runner: evaluator, limits: DEFAULT_LIMITS };
      subjects = {
        observed: { ...target, evaluator, grader: observed },
        tests: { ...target, evaluator, grader: tests },
      };
    });
    afterAll(async () => {
      await orchard[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });

    it.each([
      ["as the original has them", write(...REFERENCE), "resolved"],
      [
        "otherwise, of both files",
        write("DEFAULT if kind not in RATES else RATES[kind]", "net * (100 + rate) / 100", "20 - 1"),
        "resolved",
      ],
      ["otherwise wrong in the first file", write("DEFAULT", "net + net * rate / 100", "19"), "unresolved"],
      ["otherwise wrong in the other file", write(...REFERENCE.slice(0, 2), "18"), "unresolved"],
      ["so that the other file cannot be read", write(...REFERENCE.slice(0, 2), "("), "unresolved"],
      ["but not all of them", write(...REFERENCE.slice(0, 2)), "unresolved"],
    ])("%s is judged by calls and by tests", async (_, completion, verdict) => {
      for (const subject of Object.values(subjects)) {
        const judgement = await judgeCandidate(subject, completion);
        expect([subject.grader.kind, judgement.verdict]).toEqual([subject.grader.kind, verdict]);
      }
    });

    it("is not taken for one that differs in the other file alone", async () => {
      const judging = createJudging(1);
      const judged = [
        await judging.judge(subjects.observed, write(...REFERENCE.slice(0, 2), "18")),
        await judging.judge(subjects.observed, write(...REFERENCE.slice(0, 2), "19")),
        await judging.judge(subjects.observed, write(...REFERENCE.slice(0, 2), "19")),
      ];
      expect(judged.map(({ verdict, isDuplicate }) => [verdict, isDuplicate])).toEqual([
        ["unresolved", false],
        ["resolved", false],
        ["resolved", true],
      ]);
    });
  },
);
