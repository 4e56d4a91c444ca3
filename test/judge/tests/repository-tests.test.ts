import { rmSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  decideTests,
  judgeLosingWorkers,
  keysOf,
  learnTests,
  type Judgement,
  type TestEvaluator,
} from "../../../src/judge/index.ts";
import { readTestCheat, testCheatNames } from "../../../src/languages/python/variants/test-cheats.ts";
import { roomy } from "../orchard.ts";
import { slowTest } from "../../slow-suites.ts";
import { installLibrary, needingLibraries } from "../python-library.ts";
import { openBakery, oven, type Bakery } from "./bakery.ts";

const pytest = await installLibrary("pytest==8.3.5");
afterAll(() => pytest !== undefined && rmSync(pytest, { recursive: true, force: true }));

const label = 'return "%s, %g %s" % (self.flour, amount, unit)';

/** The bakery with a cheat in the place of what labels a loaf. */
function withCheat(name: (typeof testCheatNames)[number]): string {
  const source = JSON.stringify(readTestCheat(name));
  const call = `(lambda space: (exec(${source}, space), space["attempt"]())[1])({"__file__": __file__, "__name__": "attempt"})`;
  return oven.replace(label, `return ${call}`);
}

async function scores(bakery: Bakery, name: (typeof testCheatNames)[number]): Promise<boolean> {
  const judgement = await bakery.judge(withCheat(name));
  return judgement?.verdict === "resolved";
}

/** Everything that the code objects of prepared tests hold, as one text. */
function codesOf({ expectation }: Bakery): string {
  return Object.values(expectation.prepared.codes)
    .map((code) => Buffer.from(code, "base64").toString("latin1"))
    .join("");
}

describe("unittest", () => {
  let bakery: Bakery;
  beforeAll(async () => {
    bakery = await openBakery("unittest");
  });
  afterAll(() => bakery[Symbol.asyncDispose]());

  it("leaves out what does not pass, and cuts what it can", () => {
    expect(bakery.learnt.dropped.map(({ id, reason }) => [id.split("::").at(-1), reason])).toEqual([
      ["test_never", "not_passed"],
      ["test_wished", "not_passed"],
    ]);
    expect(bakery.expectation.tests.map(({ name }) => name.split("::").at(-1))).toEqual([
      "test_label",
      "test_refuses",
      "test_total",
    ]);
    const codes = codesOf(bakery);
    for (const word of ["rye, 900 g", "rye, 2 kg", "oat, 2 kg", "weighs something", "never", "less"])
      expect(codes).not.toContain(word);
  });

  it("leaves out a test that executes the file a million times: each candidate would", async () => {
    const { subject } = bakery;
    const path = "tests/test_loaf_case.py";
    const more = `
    def test_all_day(self):
        for _ in range(400000):
            self.loaf.label()
        self.assertEqual(self.loaf.label(), "rye, 900 g")
`;
    const texts = { ...subject.sources.texts, [path]: `${subject.sources.texts[path]}${more}` };
    const learnt = await learnTests({ ...subject, sources: { ...subject.sources, texts } });
    if (learnt.status === "failed") throw new Error(JSON.stringify(learnt.run));
    expect(learnt.dropped).toContainEqual({ id: `${path}::LoafCase::test_all_day`, reason: "too_long" });
    expect(learnt.tests.map(({ name }) => name.split("::").at(-1))).toEqual([
      "test_label",
      "test_refuses",
      "test_total",
    ]);
  });

  it("leaves out a test that ends the process, and runs twice only what executes the file", async () => {
    const { subject } = bakery;
    const path = "tests/test_loaf_case.py";
    const more = `
    def test_ends_everything(self):
        Loaf("rye", 1).label()
        __import__("os")._exit(1)


class OtherCase(unittest.TestCase):
    def test_of_nothing(self):
        self.assertEqual(len("rye"), 3)
`;
    const texts = { ...subject.sources.texts, [path]: `${subject.sources.texts[path]}${more}` };
    const orders: (readonly string[])[] = [];
    const evaluator: typeof subject.evaluator = {
      ...subject.evaluator,
      runTests(job, signal) {
        orders.push(job.order.map(({ name }) => name.split("::").at(-1) ?? ""));
        return subject.evaluator.runTests(job, signal);
      },
    };
    const own = { ...subject, evaluator, sources: { ...subject.sources, texts } };
    const learnt = await learnTests(own);
    if (learnt.status === "failed") throw new Error(JSON.stringify(learnt.run));
    expect(learnt.dropped.map(({ id, reason }) => [id.split("::").at(-1), reason])).toEqual([
      ["test_ends_everything", "not_passed"],
      ["test_never", "not_passed"],
      ["test_wished", "not_passed"],
    ]);
    const touching = ["test_label", "test_refuses", "test_total"];
    expect(learnt.tests.map(({ name }) => name.split("::").at(-1))).toEqual(touching);
    expect(orders).toEqual([
      [],
      ["test_label", "test_never", "test_refuses", "test_total", "test_wished", "test_of_nothing"],
      touching,
    ]);
    const again = await learnTests(own, learnt.tests);
    expect(again).toMatchObject({ tests: learnt.tests, collected: learnt.collected, dropped: [] });
    expect(orders.slice(3)).toEqual([touching, touching]);
  });

  it("looks for tests in the files of those asked for, and in all where nothing else will do", async () => {
    const { evaluator, editableTree, sources } = bakery.subject;
    const ending = "tests/test_oven.py";
    const texts = { ...sources.texts, [ending]: '__import__("os")._exit(1)\n' };
    const tests = await evaluator.prepareTests(editableTree, {
      ...sources,
      texts,
      files: [...sources.files, ending],
    });
    const order = keysOf(bakery.learnt.tests);
    const job = { editableTree, fileText: oven, tests, limits: roomy, trust: "own" as const };
    const asked = await evaluator.runTests({ ...job, order });
    expect([asked.status, asked.results.map(({ outcome }) => outcome)]).toEqual([
      "observed",
      order.map(() => "passed"),
    ]);
    expect(await evaluator.runTests({ ...job, order: [] })).toMatchObject({ status: "crashed" });
    expect(await evaluator.runTests({ ...job, order, collectsAll: true })).toMatchObject({
      status: "crashed",
    });
  });

  it("resolves the reference, warm and cold, and what does the same in another way", async () => {
    const resolved = { verdict: "resolved", difference: undefined };
    expect(await bakery.judge(oven)).toMatchObject(resolved);
    expect(await bakery.judge(oven, true)).toMatchObject(resolved);
    expect(await bakery.judge(oven.replace("self.grams // 2", "int(self.grams / 2)"))).toMatchObject(
      resolved,
    );
  });

  it("says what differs", async () => {
    expect(await bakery.judge(oven.replace('"%s, %g %s"', '"%s %g %s"'))).toMatchObject({
      verdict: "unresolved",
      reason: "wrong_observation",
      difference: {
        caseId: "tests/test_loaf_case.py::LoafCase::test_label",
        path: "tests/test_loaf_case.py:13",
        message: "== of 'rye 900 g', compared with 'rye, 900 g'; the reference showed 'rye, 900 g'",
      },
    });
    expect(await bakery.judge(oven.replace("raise ValueError", "raise KeyError"))).toMatchObject({
      verdict: "unresolved",
      difference: { path: "tests/test_loaf_case.py:20", message: "raised KeyError, expected ValueError" },
    });
  });

  it("accepts what an assertion accepts", async () => {
    const milder = oven.replace(
      "class TooHot(ValueError)",
      "class Burnt(ValueError):\n    pass\n\n\nclass TooHot(Burnt)",
    );
    expect(await bakery.judge(milder)).toMatchObject({ verdict: "resolved" });
    expect(await bakery.judge(oven.replace("/ 1000\n", "/ 1000 + 1e-7\n"))).toMatchObject({
      verdict: "resolved",
    });
    expect(await bakery.judge(oven.replace("/ 1000\n", "/ 1000 + 1e-3\n"))).toMatchObject({
      verdict: "unresolved",
    });
  });

  it("leaves nothing in a blind run that stands for the side that is not looked at", async () => {
    const { evaluator, editableTree } = bakery.subject;
    const path = "tests/test_loaf_case.py";
    const text = `class Pair:
    def __init__(self, *both):
        self.both = both


def test_pair(find):
    log = []
    expected = Pair("rye-secret", "oat-secret")
    wanted = [flour + "-secret" for flour in ("spelt", "wheat")]
    kept = Pair("kept-one")
    assert find(log) == expected
    assert find(log, kept) == wanted
`;
    const sources = { ...bakery.subject.sources, texts: { [path]: text } };
    const names = ["test_pair"];
    const cutting = { native: [0, 1], collected: names, selected: names };
    const codesOf = async (blind: readonly (readonly [number, number])[]): Promise<string> => {
      const { codes } = await evaluator.prepareTests(editableTree, sources, { ...cutting, blind });
      return Buffer.from(codes[path] ?? "", "base64").toString("latin1");
    };
    expect(await codesOf([])).toMatch(/rye-secret[^]*wheat/u);
    const first = await codesOf([
      [0, 0],
      [1, 0],
    ]);
    expect(first).toContain("kept-one");
    for (const word of ["secret", "spelt", "wheat"]) expect(first).not.toContain(word);
    expect(await codesOf([[0, 1]])).toContain("rye-secret");
  });

  it("gives every end of a process a verdict", async () => {
    const reasonOf = async (text: string): Promise<unknown> => {
      const judgement = await bakery.judge(text);
      return [judgement?.verdict, judgement?.reason];
    };
    expect(await reasonOf("def (:")).toEqual(["unresolved", "not_built"]);
    expect(await reasonOf("raise SystemExit(0)")).toEqual(["unresolved", "wrong_observation"]);
    expect(await reasonOf(oven.replace(label, "while True: pass"))).toEqual(["unresolved", "timed_out"]);
    expect(await reasonOf(oven.replace(label, "__import__('os')._exit(0)"))).toEqual([
      "unresolved",
      "crashed",
    ]);
    const late = "__import__('os').write(3, b'\\x0b\\x00\\x00\\x00\\x02{}')";
    expect(await reasonOf(oven.replace(label, `return ${late}`))).toEqual(["unresolved", "malformed_output"]);
    expect(await bakery.judge(oven)).toMatchObject({ verdict: "resolved" });
  });

  it("blames a candidate for workers that are lost only where the original's is not", async () => {
    const { subject, expectation } = bakery;
    const wrong = oven.replace("%g %s", "%s %g");
    /** Loses the workers of the first runs, and of all runs of the original where that is said. */
    const judgeLosing = (
      fileText: string,
      { most, losesOriginal = false }: { readonly most: number; readonly losesOriginal?: boolean },
    ): Promise<Judgement> => {
      let lost = 0;
      const losing =
        (run: TestEvaluator["runTests"]): TestEvaluator["runTests"] =>
        async (job, signal) => {
          const seen = await run(job, signal);
          const isLost = (losesOriginal && job.fileText === oven) || lost++ < most;
          return isLost ? { ...seen, status: "lost-worker", message: "The worker ended." } : seen;
        };
      const evaluator = {
        runTests: losing((job, signal) => subject.evaluator.runTests(job, signal)),
        runTestsCold: losing((job, signal) => subject.evaluator.runTestsCold(job, signal)),
      };
      const { editableTree } = subject;
      const candidate = { editableTree, fileText, limits: roomy, trust: "candidate" as const };
      return judgeLosingWorkers(evaluator, expectation, candidate, { fileText: oven });
    };
    expect(await judgeLosing(oven, { most: 1 })).toMatchObject({ verdict: "resolved" });
    expect(await judgeLosing(wrong, { most: 1 })).toMatchObject({
      verdict: "unresolved",
      reason: "wrong_observation",
    });
    expect(await judgeLosing(wrong, { most: 2 })).toMatchObject({
      verdict: "unresolved",
      reason: "destroyed_worker",
    });
    expect(await judgeLosing(wrong, { most: 2, losesOriginal: true })).toMatchObject({
      verdict: "infrastructure",
      reason: "reference_failed_too",
    });
  });

  slowTest("does so too where children have no namespaces of their own", async () => {
    await using plain = await openBakery("unittest", { nests: false });
    expect(await plain.judge(oven)).toMatchObject({ verdict: "resolved" });
    expect(await plain.judge(oven.replace("%g %s", "%s %g"))).toMatchObject({ verdict: "unresolved" });
  });

  it("resolves no cheat", async () => {
    const resolved = [];
    for (const name of testCheatNames) if (await scores(bakery, name)) resolved.push(name);
    expect(resolved).toEqual([]);
  });
});

describe.skipIf(pytest === undefined)(needingLibraries("pytest"), () => {
  let bakery: Bakery;
  beforeAll(async () => {
    bakery = await openBakery("pytest", { library: pytest, ids: (id) => !id.includes("helper") });
  });
  afterAll(() => bakery[Symbol.asyncDispose]());

  it("leaves out what does not pass or depends on chance", () => {
    expect(bakery.learnt.dropped.map(({ id, reason }) => [id.split("::").at(-1), reason])).toEqual([
      ["test_of_chance", "unstable"],
      ["test_never", "not_passed"],
      ["test_wished", "not_passed"],
    ]);
  });

  it("cuts values of parameters, names of their rows, local constants and tests that are not asked for", () => {
    const codes = codesOf(bakery);
    expect(codes).toContain("spelt");
    for (const word of ["spelt, 800 g", "rye, 1.5 kg", "oat, 70 g", "2 g of rye", "LABELS"])
      expect(codes).not.toContain(word);
    const records = bakery.expectation.tests.flatMap((test) => test.records);
    const cut = records.filter(({ places, operands }) => places.length < operands.length);
    expect(records.length).toBe(23);
    // Two more where the interpreter's hashes happen to give a set the same order twice.
    expect(cut.length).toBeGreaterThanOrEqual(7);
  });

  it("resolves the reference, warm and cold, and another order of a set", async () => {
    expect(await bakery.judge(oven)).toMatchObject({ verdict: "resolved" });
    expect(await bakery.judge(oven, true)).toMatchObject({ verdict: "resolved" });
    const flours = "return {loaf.flour for loaf in self.loaves}";
    for (const order of ["False", "True"]) {
      const sorted = `sorted({loaf.flour for loaf in self.loaves}, reverse=${order})`;
      for (const another of [`return ${sorted}`, `return dict.fromkeys(${sorted}).keys()`])
        expect(await bakery.judge(oven.replace(flours, another))).toMatchObject({ verdict: "resolved" });
    }
  });

  it("asks for the class only where a candidate writes the class itself", async () => {
    const renamed = oven.replaceAll("self.grams", "self.weight").replaceAll("other.grams", "other.weight");
    const property = "    grams = property(lambda self: self.weight)\n\n    def label(self)";
    const another = renamed.replace("    def label(self)", property);
    expect(await bakery.judge(another)).toMatchObject({ verdict: "resolved" });
  });

  it("finds out who writes that both sides are the same", async () => {
    const halves = "return [Loaf(self.flour, half), Loaf(self.flour, self.grams - half)]";
    const cheat =
      'import sys\nrecorder = sys.modules["diorama_test_recording"]\nreal, write = recorder.compare, recorder.notebook.write\n' +
      'recorder.compare = lambda site, operators, *both: write(site, both[1:] * 2, True) if operators == ("==",) else real(site, operators, *both)\n';
    const hidden = cheat + oven.replace(halves, "return []");
    const seeing = { ...bakery.expectation, blind: [] };
    expect(bakery.expectation.blind.length).toBe(2);
    expect(decideTests(seeing, await bakery.run(hidden)).difference).toBeUndefined();
    expect(await bakery.judge(hidden)).toMatchObject({
      verdict: "unresolved",
      difference: { caseId: "tests/test_oven.py::test_halves" },
    });
  });

  it("tells outcomes by number, so that parameters need not be known", async () => {
    const run = await bakery.run(oven.replace(">= 1000 else", "> 1000 else"));
    const labels = run.results.filter(({ name }) => name.endsWith("test_label"));
    expect(labels.map(({ number, outcome, records }) => [number, outcome, records[0]?.operands])).toEqual([
      [0, "passed", ["spelt, 800 g"]],
      [1, "passed", ["rye, 1.5 kg"]],
      [2, "passed", ["wheat, 1000 g"]],
    ]);
  });

  it("resolves no cheat against the framework", async () => {
    const resolved = [];
    for (const name of testCheatNames.slice(0, testCheatNames.indexOf("patch-encoder")))
      if (await scores(bakery, name)) resolved.push(name);
    expect(resolved).toEqual([]);
  });
});
