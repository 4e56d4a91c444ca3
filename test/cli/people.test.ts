import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import { openJudge, readRunReport } from "../../src/evaluation/index.ts";
import type { ResultRow } from "../../src/spec/index.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "../evaluation/orchard-task-set.ts";
import { slowTest } from "../slow-suites.ts";

const program = join(import.meta.dirname, "..", "..", "bin", "diorama");
const [first, second] = taskIds;

let directory: string;
let taskSet: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-people-"));
  const path = taskSetBelow(directory);
  taskSet = path;
  await writeOrchardTaskSet(path);
  for (const id of taskIds) showFirstCases(join(path, "tasks", id));
  leaveMistake(join(path, "tasks", first));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Makes visible examples of the first two cases, as the reference showed them. */
function showFirstCases(task: string): void {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(task, path), "utf8")) as Record<string, unknown>;
  const cases = read("tests/judge/suite.json")["cases"] as { id: string }[];
  const observations = read("tests/judge/observations.json")["observations"] as Record<string, unknown>;
  const examples = cases
    .slice(0, 2)
    .map((one, index) => ({ ...one, id: `example-${index + 1}`, observation: observations[one.id] }));
  writeFileSync(
    join(task, "diorama.json"),
    JSON.stringify({ ...read("diorama.json"), visible_examples: examples }),
  );
}

/** Has a mistake survive, which one input tells. */
function leaveMistake(task: string): void {
  const path = join(task, "tests/judge/evidence.json");
  const input = { positional: [4], keywords: { limit: { float: "3.5" } } };
  const survivors = [{ id: "limit-1", operator: "limit", diff: "-days\n+day\n", input }];
  const evidence = JSON.parse(readFileSync(path, "utf8")) as object;
  const mistakes = { tried: 1, told: 0, equivalent: 0, left_out: 0, survivors };
  writeFileSync(path, JSON.stringify({ ...evidence, mistakes }));
}

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real program; whenever it asks to edit again, the next of `answers` is typed, and after the last stdin ends. */
async function diorama(
  words: readonly string[],
  editor = "",
  answers: readonly string[] = [],
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: directory,
    env: { ...process.env, VISUAL: "", EDITOR: editor },
  });
  const left = [...answers];
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    if (!text.includes("Edit again?")) return;
    const answer = left.shift();
    if (answer === undefined) child.stdin.end();
    else child.stdin.write(`${answer}\n`);
  });
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, stdout, stderr };
}

/** A program that does what an editor would: each time it is opened, it saves the next of `texts`. */
function editorThatWrites(name: string, texts: readonly string[]): string {
  const path = join(directory, name);
  texts.forEach((text, index) => writeFileSync(`${path}.${index}`, text));
  writeFileSync(`${path}.turn`, "0");
  const script = `#!/bin/sh\nturn=$(cat '${path}.turn')\ncp "$1" '${path}.found.'"$turn"\ncp '${path}.'"$turn" "$1"\necho $((turn + 1)) > '${path}.turn'\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

describe("show", () => {
  test("has on one page what a solver reads and what only the judge knows, in 100 columns", async () => {
    const { exitCode, stdout } = await diorama(["show", taskSet, first]);
    expect(exitCode).toBe(0);
    for (const part of [
      ">>> grade(1)\n'fresh'",
      "-- Contract --",
      "determinacy   1.00",
      "Surviving mutants: 0",
      "limit-1 (limit), told by\n>>> grade(4, limit=3.5)\n-days\n+day",
      "measured      never",
    ])
      expect(stdout).toContain(part);
    expect(stdout.split("\n").filter((line) => line.length > 100 && !line.startsWith("place"))).toEqual([]);
  });
});

describe("try", () => {
  slowTest(
    "opens the editor again until it is solved, and tells what differed without the hidden cases",
    async () => {
      const late = "def grade(days, limit=3):\n    return 'fresh' if days < 5 else 'old'\n";
      const editor = editorThatWrites("solver", [
        completions.none,
        completions.wrong,
        late,
        completions.right,
      ]);
      const { exitCode, stdout, stderr } = await diorama(["try", taskSet, first], editor, ["", "", "y"]);
      expect({ exitCode, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
        exitCode: 0,
        last: expect.stringMatching(/^Solved; judged in \d/) as unknown,
      });
      expect(stderr).toContain("Not judged as code:");
      expect(stderr).toContain("Visible examples: 1 of 2 agree.");
      expect(stderr).toContain("    >>> grade(5)\n    'old'\nYours returned 'fresh', expected 'old'.");
      expect(stderr).toContain("Visible examples: 2 of 2 agree.\nHidden cases: 4 of 5 pass.");
      expect(stderr).toContain(
        "it returned where the original raises, or raised where the original returns.",
      );
      expect(`${stdout}${stderr}`).not.toMatch(/ValueError|grade\(-1\)|case-00/);
      const start = readFileSync(`${editor}.found.0`, "utf8");
      expect(start).toContain("#     >>> grade(1)\n#     'fresh'\n");
      expect(start).toMatch(
        /^def grade\(days, limit=3\):\n {4}"""Grade a fruit by its days."""\n {4}pass\n$/m,
      );
    },
  );

  slowTest("without an editor judges a file once", async () => {
    const file = join(directory, "answer.py");
    writeFileSync(file, completions.wrong);
    const { exitCode, stdout } = await diorama(["try", taskSet, first, "--file", file, "--json"]);
    expect({ exitCode, document: JSON.parse(stdout) as unknown }).toMatchObject({
      exitCode: 1,
      document: {
        task_id: first,
        verdict: "unresolved",
        attempts: 1,
        visible: { passed: 1, total: 2, difference: { caseId: "example-2" } },
        hidden: { passed: 3, total: 5 },
      },
    });
  });

  test("without an editor and a file says what to type", async () => {
    const { exitCode, stderr } = await diorama(["try", taskSet, first]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /neither VISUAL nor EDITOR is set\.\nEdit (\S+), then type: \S*diorama try .* --file \1/,
    );
  });
});

describe("a retired task", () => {
  slowTest(
    "is left out of new and old runs until it is restored; rates and statistics tell of the others",
    async () => {
      const predictions = join(directory, "predictions.jsonl");
      const rows = [
        { task_id: first, completion: completions.right },
        { task_id: second, completion: completions.wrong },
      ];
      writeFileSync(predictions, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      const evaluate = ["evaluate", taskSet, "--predictions", predictions, "--json"];
      const run = join(directory, "run");
      const before = await diorama([...evaluate, "--run", run, "--record-rates", "oak"]);
      expect(JSON.parse(before.stdout)).toMatchObject({ tasks: 2, retired: [], rates_recorded: 2 });
      const bytes = readFileSync(join(run, "results.jsonl"), "utf8");

      const reason = "depends on the season";
      expect((await diorama(["retire", taskSet, second, "--reason", reason])).exitCode).toBe(0);
      const manifest = readFileSync(join(taskSet, "task-set.json"), "utf8");
      const old = await diorama(["report", run, "--json", "--html", join(directory, "report.html")]);
      expect(JSON.parse(old.stdout)).toMatchObject({
        runs: [
          {
            tasks: 1,
            pass_at_k: { "1": { value: 1 } },
            with_retired: { tasks: 2, pass_at_k: { "1": { value: 0.5 } } },
            retired: [{ task_id: second, reason }],
          },
        ],
      });
      const again = await diorama([...evaluate, "--run", run]);
      expect(again.stderr).toContain("Leaving out 1 retired of 2 tasks.");
      expect(JSON.parse(again.stdout)).toMatchObject({ tasks: 1, retired: [{ task_id: second, reason }] });
      expect(readFileSync(join(run, "results.jsonl"), "utf8")).toBe(bytes);
      expect(readFileSync(join(taskSet, "task-set.json"), "utf8")).toBe(manifest);

      const stats = await diorama(["stats", taskSet, "--json", "--html", join(directory, "stats.html")]);
      expect(JSON.parse(stats.stdout)).toMatchObject({
        tasks: 1,
        retired: [{ task_id: second, reason }],
        funnel: null,
        difficulty: { measured: [{ solver: "oak", tasks: 1, samples: 1, rate: { value: 1 } }] },
      });
      expect(readFileSync(join(directory, "stats.html"), "utf8")).toContain("<h2>Difficulty</h2>");

      expect((await diorama(["retire", taskSet, second, "--undo"])).exitCode).toBe(0);
      expect(readRunReport(asHostPath(run))).toMatchObject({ tasks: 2, with_retired: null, retired: [] });
    },
  );

  slowTest("tells apart the rates of solvers that were told less", async () => {
    const told = {
      format: "solve-rate/1",
      task_id: first,
      task_digest: "",
      solver: "elm",
      specification: "signature",
      context: "none",
      n: 4,
      passed: 1,
      date: "2026-01-02",
      run: "",
    };
    appendFileSync(join(taskSet, "rates.jsonl"), `${JSON.stringify(told)}\n`);
    const page = await diorama(["show", taskSet, first]);
    expect(page.stdout.replaceAll(/\s+/g, " ")).toContain(
      "1 of 4 by elm (specification signature, context none)",
    );
    expect((await diorama(["stats", taskSet])).stdout).not.toContain("elm");
    const less = await diorama(["stats", taskSet, "--specification", "signature", "--context", "none"]);
    expect(less.stdout).toMatch(/solver \(specification signature, context none\).*\nelm/s);
  });

  test("names the solver of predictions, for a file does not", async () => {
    const predictions = join(directory, "unnamed.jsonl");
    writeFileSync(predictions, `${JSON.stringify({ task_id: first, completion: completions.right })}\n`);
    const words = ["evaluate", taskSet, "--predictions", predictions, "--record-rates"];
    const { exitCode, stderr } = await diorama(words);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("--record-rates NAME") as unknown,
    });
  });
});

describe("a retired case", () => {
  const careless = "def grade(days, limit=3):\n    return 'fresh' if days <= limit else 'old'\n";
  const ending =
    "def grade(days, limit=3):\n    if days < 0:\n        import os\n        os._exit(0)\n    return 'fresh' if days <= limit else 'old'\n";
  const samples = [completions.right, careless, ending, completions.wrong];
  const words = (text: string): string => text.replaceAll(/\s+/g, " ");
  let evaluate: string[];
  let run: string;
  beforeAll(async () => {
    const predictions = join(directory, "samples.jsonl");
    const rows = samples.map((completion, sample) => ({ task_id: first, sample, completion }));
    writeFileSync(predictions, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    run = join(directory, "case-run");
    evaluate = [
      "evaluate",
      taskSet,
      "--predictions",
      predictions,
      "--record-rates",
      "yew",
      "--run",
      run,
      "--json",
    ];
    await diorama(evaluate);
  });

  const verdictsOf = (path: string): unknown[] =>
    readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ResultRow)
      .filter(({ task_id }) => task_id === first)
      .map(({ verdict, reason, tests_total }) => [verdict, reason, tests_total]);

  test("needs a name that grades, and a reason", async () => {
    const unknown = await diorama(["retire", taskSet, first, "--case", "case-03", "--reason", "wrong"]);
    expect({ ...unknown, stdout: "" }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Did you mean case-003?") as unknown,
    });
    const silent = await diorama(["retire", taskSet, first, "--case", "case-003"]);
    expect(silent.exitCode).toBe(2);
    expect(silent.stderr).toContain("Cannot retire anything without a reason.");
  });

  slowTest(
    "changes the score of an old run where the other cases tell, and says where they do not",
    async () => {
      const results = join(run, "results.jsonl");
      expect(verdictsOf(results)).toEqual([
        ["resolved", null, 7],
        ["unresolved", "wrong_observation", 7],
        ["unresolved", "crashed", 7],
        ["unresolved", "wrong_observation", 7],
      ]);
      const reason = "nobody grades a day before the harvest";
      const retired = await diorama(["retire", taskSet, first, "--case", "case-003", "--reason", reason]);
      expect(retired).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("1 case of this task is retired now.") as unknown,
      });
      const report = readRunReport(asHostPath(run));
      expect(report).toMatchObject({
        verdicts: { grader_failed: 1, resolved: 2, unresolved: 2 },
        not_judged: 1,
        retired: [],
        retired_cases: [{ task_id: first, case_id: "case-003", reason }],
        to_judge_again: 1,
        with_retired: { verdicts: { resolved: 1, unresolved: 4 } },
      });
      const told = await diorama(["report", run]);
      expect(told.stdout).toContain(
        "1 samples must be judged again without them: give the same evaluate command",
      );
      expect((await diorama(["stats", taskSet])).stdout).toContain("Left out: 2 rates");
    },
  );

  slowTest(
    "grades nobody any more: the same evaluation judges again what it must, and nothing else",
    async () => {
      const again = await diorama(evaluate);
      expect(again.stderr).toContain("Leaving out 1 retired cases.");
      expect(JSON.parse(again.stdout)).toMatchObject({
        verdicts: { resolved: 3, unresolved: 2 },
        retired_cases: [{ case_id: "case-003" }],
        rates_recorded: 1,
        work: { evaluated: 1 },
      });
      expect(verdictsOf(join(run, "results.jsonl"))).toEqual([
        ["resolved", null, 7],
        ["unresolved", "wrong_observation", 7],
        ["resolved", null, 6],
        ["unresolved", "wrong_observation", 7],
      ]);
      expect(readRunReport(asHostPath(run))).toMatchObject({ to_judge_again: 0, not_judged: 0 });
      const stats = JSON.parse((await diorama(["stats", taskSet, "--json"])).stdout) as unknown;
      expect(stats).toMatchObject({
        retired_cases: [{ case_id: "case-003" }],
        difficulty: {
          outdated: 1,
          measured: expect.arrayContaining([
            expect.objectContaining({
              solver: "yew",
              samples: 4,
              rate: expect.objectContaining({ value: 0.75 }) as unknown,
            }),
          ]) as unknown,
        },
      });
      await using judge = await openJudge({ taskSet, workers: 1 });
      const { verdict, outcomes } = await judge.judge(first, careless);
      expect([verdict, "case-003" in outcomes]).toEqual(["resolved", false]);
    },
  );

  slowTest("is told of by show, verify and export", async () => {
    const page = await diorama(["show", taskSet, first]);
    expect(words(page.stdout)).toContain("but not by case-003, which is retired: nobody grades");
    expect(words(page.stdout)).toContain("case retired case-003: nobody grades");
    expect(JSON.parse((await diorama(["show", taskSet, "--json"])).stdout)).toMatchObject({
      retired_cases: { [first]: ["case-003"] },
    });
    const verified = await diorama(["verify", taskSet, "--task", first]);
    expect(verified.stdout).toContain("retired since, and in no score: 1 cases of 1 others");
    const file = join(directory, "rows.json");
    const exported = await diorama(["export", taskSet, "--format", "r2e", "--out", file, "--json"]);
    expect(JSON.parse(exported.stdout)).toMatchObject({
      rows: 2,
      retired_cases: [{ task_id: first, case_id: "case-003" }],
    });
    const casesOf = (text: string): number => text.split(/def test_/).length - 1;
    const [one = "", other = ""] = (JSON.parse(readFileSync(file, "utf8")) as unknown[]).map((row) =>
      JSON.stringify(row),
    );
    expect(casesOf(other) - casesOf(one)).toBeGreaterThan(0);
  });

  slowTest(
    "grades again once it is given back, over which nobody was judged who passed without it",
    async () => {
      expect((await diorama(["retire", taskSet, first, "--case", "case-003", "--undo"])).exitCode).toBe(0);
      expect(readRunReport(asHostPath(run))).toMatchObject({
        verdicts: { grader_failed: 1, resolved: 1, unresolved: 3 },
        retired_cases: [],
        to_judge_again: 1,
      });
      expect(JSON.parse((await diorama(evaluate)).stdout)).toMatchObject({
        verdicts: { resolved: 1, unresolved: 4 },
        work: { evaluated: 1 },
      });
    },
  );

  slowTest("is never the last one", async () => {
    for (const id of ["case-001", "case-002", "case-004", "case-005", "example-1", "example-2"])
      expect((await diorama(["retire", taskSet, second, "--case", id, "--reason", "wrong"])).exitCode).toBe(
        0,
      );
    const last = await diorama(["retire", taskSet, second, "--case", "case-003", "--reason", "wrong"]);
    expect(last.exitCode).toBe(2);
    expect(last.stderr).toContain("it is the last that grades the task");
  });
});
