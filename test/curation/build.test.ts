import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { BuildReport, VerifyReport } from "../../src/curation/index.ts";
import { evidenceRecord, resultRow, parseTaskRecord, type TaskRecord } from "../../src/spec/index.ts";
import { CHECK_PROGRAM } from "../../src/languages/python/check-program.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { bytesOf, DESK, diorama, filesBelow, givenFolder, linesOf, type Ended } from "./desk.ts";
import { bytesOfTaskSet } from "./given-build.ts";
import { isSlowRun, slowTest } from "../slow-suites.ts";

const obstacle = await whyNothingCanBeInstalled();
const title = `the main job on a small repository (${obstacle ?? "installed"})`;

/** What the default suite builds: each is proven in ten seconds or more. */
const ASKED = isSlowRun ? [] : ["overdue", "Shelf.place"];

describe.skipIf(obstacle !== undefined)(title, () => {
  let folder: string;
  let directory: string;
  let taskSet: string;
  let built: Ended;
  let report: BuildReport;
  let tasks: readonly TaskRecord[];

  beforeAll(async () => {
    folder = givenFolder(["first", "second"]);
    directory = join(folder, "first");
    taskSet = join(directory, "set");
    built = await diorama(directory, buildWords(2));
    if (built.exitCode !== 0) throw new Error(`build ended with ${built.exitCode}:\n${built.stderr}`);
    report = JSON.parse(built.stdout) as BuildReport;
    tasks = filesBelow(taskSet, "tasks")
      .filter((path) => path.endsWith("/diorama.json"))
      .map((path) => parseTaskRecord(JSON.parse(readFileSync(join(taskSet, path), "utf8"))));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("counts everything: found is filtered plus tried, tried is accepted plus rejected", () => {
    const [source] = report.sources;
    if (source === undefined) throw new Error("The report has no source.");
    const sum = (counts: Readonly<Record<string, number>>): number =>
      Object.values(counts).reduce((total, count) => total + count, 0);
    expect(report).toMatchObject({ task_set: taskSet, accepted: tasks.length, was_finished: false });
    expect(source.found).toBe(sum(source.filtered) + source.tried);
    expect(source.tried).toBe(source.accepted + sum(source.rejected));
    expect(source).toMatchObject({
      environment: { status: "verified", tests: { passed: 15, failed: 0, skipped: 0 } },
      ...(isSlowRun
        ? { filtered: { dunder: 1, test_code: 7 }, tried: 8, reached: 8 }
        : { tried: ASKED.length, reached: ASKED.length }),
    });
  });

  slowTest("grows inputs that show something where the repository's own calls show nothing", () => {
    expect(tasks.map(({ targets: [target] }) => target?.name)).toContain("tidy");
  });

  test("makes a task of every kind of function", () => {
    const shapes = tasks.map(({ targets: [target] }) => [
      target?.name,
      target?.kind,
      target?.is_async,
      target?.is_generator,
    ]);
    const wanted = Object.entries({
      late_fee: ["function", false, false],
      check_code: ["function", false, false],
      overdue: ["function", false, true],
      remind: ["function", true, false],
      "Shelf.place": ["method", false, false],
      "Shelf.fullness": ["getter", false, false],
      tidy: ["function", false, false],
    });
    expect(Object.fromEntries(shapes.map(([name, ...shape]) => [name, shape]))).toEqual(
      Object.fromEntries(wanted.filter(([name]) => ASKED.length === 0 || ASKED.includes(name))),
    );
    for (const { evidence, repository } of tasks) {
      expect(repository).toMatchObject({ source: "folder:lending-desk", licence: "MIT" });
      expect(evidence.level).toBe("verified");
      expect(evidence.mutation.score).toBeGreaterThanOrEqual(0.8);
      expect(evidence.coverage.branch).toBeGreaterThanOrEqual(0.8);
      expect({ ...evidence.trivial, tried: 0 }).toEqual({ tried: 0, resolved: 0 });
      expect(evidence.rewrites.tried).toBeGreaterThan(0);
      expect(evidence.rewrites.resolved).toBe(evidence.rewrites.tried);
      expect(evidence.cheats.tried).toBeGreaterThanOrEqual(12);
      expect(evidence.cheats.resolved).toBe(0);
      expect(evidence.shortcuts.tried).toBeGreaterThanOrEqual(3);
      expect(evidence.shortcuts.names).toHaveLength(evidence.shortcuts.tried);
      expect(evidence.shortcuts.names).toContain("table");
      expect(evidence.shortcuts.resolved).toBe(0);
    }
    const kinds = new Set(tasks.flatMap(({ evidence }) => evidence.rewrites.kinds));
    expect(kinds.size).toBeGreaterThanOrEqual(4);
  });

  test("leaves out test code, lists it, and nothing else", () => {
    for (const { id, removed } of tasks) {
      expect(removed).toEqual([{ path: "tests/test_desk.py", reason: "test code" }]);
      const tree = filesBelow(join(taskSet, "tasks", id, "environment", "repository"), "");
      const product = (path: string): boolean => path.startsWith("lending_desk-0.3.0.dist-info/");
      const all = [...removed.map(({ path }) => path), ...tree.filter((path) => !product(path))];
      expect(all.toSorted()).toEqual(filesBelow(DESK, ""));
    }
  });

  test("writes each task's files", () => {
    for (const { id, targets } of tasks) {
      expect(id).toMatch(/^[a-z0-9-]{1,60}-[0-9a-f]{12}$/);
      const files = filesBelow(join(taskSet, "tasks", id), "");
      expect(files).toEqual(
        [
          "LICENSES/LICENSE",
          "diorama.json",
          "environment/Dockerfile",
          ...CHECK_PROGRAM.map((name) => `environment/check/${name}`),
          "environment/check/visible.json",
          "environment/recipe.json",
          "environment/repository/LICENSE",
          "environment/repository/lending/__init__.py",
          "environment/repository/lending/fees.py",
          "environment/repository/lending/shelf.py",
          "environment/repository/lending_desk-0.3.0.dist-info/METADATA",
          "environment/repository/lending_desk-0.3.0.dist-info/top_level.txt",
          "environment/repository/pyproject.toml",
          "environment/requirements.lock",
          "instruction.md",
          `solution/files/${targets[0]?.path}`,
          "solution/reference.txt",
          "solution/solve.sh",
          "tests/judge/evidence.json",
          "tests/judge/observations.json",
          "tests/judge/suite.json",
        ].toSorted(),
      );
    }
  });

  test("shows no line of a hidden body to a candidate, and nothing of this machine to anybody", () => {
    for (const task of tasks) {
      const base = join(taskSet, "tasks", task.id);
      const offered = ["diorama.json", "instruction.md", ...filesBelow(base, "environment")];
      const own = offered.filter(
        (path) => !CHECK_PROGRAM.some((name) => path === `environment/check/${name}`),
      );
      const hidden = hiddenLines(task, base);
      expect(hidden.length).toBeGreaterThanOrEqual(3);
      for (const path of own) {
        const text = readFileSync(join(base, path), "utf8");
        expect(hidden.filter((line) => text.includes(line)).map((line) => [path, line])).toEqual([]);
      }
      for (const path of filesBelow(base, ""))
        expect(readFileSync(join(base, path), "utf8")).not.toContain(directory);
    }
  });

  test("names the lines of calls as they stand in the tree that a candidate gets", () => {
    const called = tasks.flatMap(({ id, targets: [target] }) => {
      const base = join(taskSet, "tasks", id);
      const instruction = readFileSync(join(base, "instruction.md"), "utf8");
      return [...instruction.matchAll(/^`([^`:]+):(\d+)`, in `/gmu)].map(([, path = "", line = ""]) => {
        const text = readFileSync(join(base, "environment", "repository", path), "utf8");
        return [target?.name, text.split("\n")[Number(line) - 1]?.trim()];
      });
    });
    expect(called).toEqual([["overdue", "for title, late in overdue(loans, today):"]]);
  });

  slowTest("gives the candidate a program that tells whether the examples agree, and where not", () => {
    for (const task of tasks) {
      const base = join(taskSet, "tasks", task.id);
      const { edits, targets } = task;
      const [edit, target] = [edits[0], targets[0]];
      if (edit === undefined || target === undefined) throw new Error("The task hides nothing.");
      const tree = join(folder, "tree", task.id);
      cpSync(join(base, "environment", "repository"), tree, { recursive: true });
      const masked = readFileSync(join(tree, edit.path), "utf8");
      cpSync(join(base, "solution", "files"), tree, { recursive: true });
      const total = task.visible_examples.length;
      expect(runCheck(base, tree)).toMatchObject({ status: 0, last: `${total} of ${total} examples agree.` });
      writeFileSync(join(tree, edit.path), masked.replace(edit.placeholder.trim(), wrongBody(target)));
      const wrong = runCheck(base, tree);
      expect(wrong).toMatchObject({
        status: 1,
        last: expect.stringMatching(/^\d of \d examples agree\.$/) as unknown,
      });
      expect(wrong.lines.find((line) => line.startsWith("FAIL"))).toMatch(/^FAIL example-\d: .*, expected /);
    }
  });

  slowTest("killed in two stages and gone on with by one worker, gives the same bytes", async () => {
    const other = join(folder, "second");
    const journal = join(other, "set", "journal.jsonl");
    const events = (name: string): number => linesOf(journal).filter(({ event }) => event === name).length;
    const killedEarly = await diorama(other, buildWords(1), () => events("targets-found") === 1);
    expect({ signal: killedEarly.signal, built: events("environment-built") }).toEqual({
      signal: "SIGKILL",
      built: 0,
    });
    const killedLate = await diorama(other, buildWords(2), () => events("target-tried") >= 2);
    expect(killedLate.signal).toBe("SIGKILL");
    expect(existsSync(join(other, "set", "task-set.json"))).toBe(false);
    const tried = events("target-tried");
    expect(tried).toBeLessThan(8);
    const finished = await diorama(other, buildWords(1));
    expect({ exitCode: finished.exitCode, stderr: finished.stderr }).toMatchObject({ exitCode: 0 });
    expect(events("target-tried")).toBe(8);
    expect(bytesOf(join(other, "set"))).toEqual(bytesOf(taskSet));
    expect(JSON.parse(finished.stdout)).toMatchObject({
      accepted: tasks.length,
      sources: [{ tried: 8, rejected: report.sources[0]?.rejected }],
    });
  });

  slowTest("says that it is finished when asked again, and refuses other options", async () => {
    const before = bytesOf(taskSet);
    const again = await diorama(directory, buildWords(2));
    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.stdout)).toEqual({ ...report, was_finished: true });
    expect(bytesOf(taskSet)).toEqual(before);
    const refused = await diorama(directory, [...buildWords(2), "--seed", "1"]);
    expect({ exitCode: refused.exitCode, error: JSON.parse(refused.stdout) as unknown }).toMatchObject({
      exitCode: 2,
      error: { error: { code: "other-options" } },
    });
  });

  slowTest("proves every task again from nothing", async () => {
    const { exitCode, stdout } = await diorama(directory, ["verify", taskSet, "--json"]);
    expect(JSON.parse(stdout) as VerifyReport).toEqual({
      task_set: taskSet,
      upgraded: 0,
      tasks: tasks.length,
      proven: tasks.length,
      failed: [],
      retired: { tasks: [], cases: {} },
    });
    expect(exitCode).toBe(0);
  });

  slowTest("proves them again from shards, too, and unpacking them gives the same bytes", async () => {
    const [packed, unpacked] = [join(directory, "packed"), join(directory, "unpacked")];
    expect(await diorama(directory, ["pack", taskSet, "--out", packed])).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await diorama(directory, ["verify", packed, "--json"]);
    expect(JSON.parse(stdout) as VerifyReport).toMatchObject({ proven: tasks.length, failed: [] });
    expect(exitCode).toBe(0);
    expect(await diorama(directory, ["unpack", packed, "--out", unpacked])).toMatchObject({ exitCode: 0 });
    expect(bytesOfTaskSet(unpacked)).toEqual(bytesOfTaskSet(taskSet));
  });

  slowTest("reference scores 1 on every task", () => expectRewards("reference", 1));

  for (const model of ["null", "stub", "cheat:delegate", "shortcut:table"])
    slowTest(`${model} scores 0 on every task`, () => expectRewards(model, 0));

  async function expectRewards(model: string, reward: number): Promise<void> {
    const rows = await evaluate(model);
    expect(Object.fromEntries(rows.map((row) => [row.task_id, row.reward]))).toEqual(
      Object.fromEntries(tasks.map(({ id }) => [id, reward])),
    );
  }

  slowTest("mutant scores what the stored mutation scores leave over", async () => {
    const rows = await evaluate("mutant");
    for (const { id, evidence } of tasks) {
      const own = rows.filter(({ task_id }) => task_id === id);
      expect(own).toHaveLength(evidence.mutation.counted);
      const passed = own.filter(({ reward }) => reward === 1).length;
      expect(passed / own.length).toBeCloseTo(1 - (evidence.mutation.score ?? Number.NaN), 12);
    }
    for (const { id, evidence } of tasks) {
      const stored = readFileSync(join(taskSet, "tasks", id, "tests/judge/evidence.json"), "utf8");
      const { mutants } = evidenceRecord.parse(JSON.parse(stored));
      expect(mutants.filter(({ status }) => status === "survived")).toHaveLength(evidence.mutation.survived);
    }
  });

  slowTest(
    "mutating a task gives the figures of its proof, and a target of the source what its tests miss",
    async () => {
      const task = tasks.find(({ targets: [target] }) => target?.name === "late_fee");
      if (task === undefined) throw new Error("There is no task of late_fee.");
      const own = await diorama(directory, ["mutate", taskSet, task.id.slice(0, -3), "--json"]);
      const { killed, timed_out, survived, score } = task.evidence.mutation;
      expect({ exitCode: own.exitCode, document: JSON.parse(own.stdout) as unknown }).toMatchObject({
        exitCode: 0,
        document: {
          target: "lending/fees.py:late_fee",
          judged_by: "cases",
          killed,
          timed_out,
          survived,
          score,
        },
      });

      const words = ["mutate", DESK, "late_fee", "--operators", "comparison-boundary,integer-constant"];
      const byTests = await diorama(directory, [...words, "--out", "report"]);
      expect({ exitCode: byTests.exitCode, stderr: byTests.stderr }).toMatchObject({ exitCode: 0 });
      const report = readFileSync(join(directory, "report", "mutation-report.json"), "utf8");
      const { files } = JSON.parse(report) as { files: Record<string, { mutants: { status: string }[] }> };
      const statuses = files["lending/fees.py"]?.mutants.map(({ status }) => status) ?? [];
      expect(new Set(statuses)).toContain("Killed");
      const survivors = statuses.filter((status) => status === "Survived").length;
      expect(byTests.stdout).toMatch(/^lending\/fees.py:late_fee: mutation score 0\.\d\d, by \d+ tests/);
      expect(byTests.stdout).toContain(`Survived: ${survivors}\n`);
      expect(readFileSync(join(directory, "report", "mutation-report.html"), "utf8")).toContain("late_fee");
    },
  );

  slowTest("mutants of another tool are judged by a task's cases as by the repository's tests", async () => {
    const task = tasks.find(({ targets: [target] }) => target?.name === "late_fee");
    const body = (text: string): string => `if days < 0:\n    raise ValueError("no")\n${text}`;
    const given = [
      { id: "same", completion: referenceBody },
      { id: "free", operator: "Number", completion: body("return 0") },
      { id: "other-way-of-writing", completion: referenceBody.replace("500:", "500 :") },
      { id: "ünlucky", completion: referenceBody.replace("days * 20", "days * 21  # ü") },
      { id: "boundary", completion: referenceBody.replace("> 500", ">= 500") },
      { id: "torn", completion: "return (" },
    ];
    const file = join(directory, "mutants.jsonl");
    writeFileSync(file, given.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const wanted = {
      exitCode: 0,
      document: {
        killed: 2,
        timed_out: 0,
        survived: 1,
        ignored: 3,
        not_covered: 0,
        score: 2 / 3,
        operators: { Number: { killed: 1 }, given: { killed: 1, survived: 1 } },
        undetected: [{ id: "boundary", line: 21, operator: "given" }],
      },
    };
    for (const words of [
      [taskSet, task?.id ?? ""],
      [DESK, "late_fee"],
    ]) {
      const ended = await diorama(directory, ["mutate", ...words, "--mutants", file, "--json"]);
      const document = JSON.parse(ended.stdout) as { undetected: { diff: string }[] };
      expect({ exitCode: ended.exitCode, document }).toMatchObject(wanted);
      expect(document.undetected[0]?.diff).toContain("-    if cents > 500:\n+    if cents >= 500:\n");
    }
  });

  slowTest("a file of mutants that cannot be read is refused with its line", async () => {
    const file = join(directory, "bad-mutants.jsonl");
    const one = JSON.stringify({ id: "a", completion: "pass" });
    for (const [text, code] of [
      [`${one}\n{"id": "b"}\n`, "bad-mutant"],
      [`${one}\n\n${one}\n`, "duplicate-mutant"],
    ] as const) {
      writeFileSync(file, text);
      const ended = await diorama(directory, ["mutate", DESK, "late_fee", "--mutants", file, "--json"]);
      const { error } = JSON.parse(ended.stdout) as { error: { code: string; message: string } };
      expect([ended.exitCode, error.code]).toEqual([2, code]);
      expect(error.message).toContain(code === "bad-mutant" ? "line 2" : "line 3");
    }
    for (const [words, code] of [
      [["--mutants", join(directory, "none.jsonl")], "unreadable-mutants"],
      [["--mutants", file, "--limit", "3"], "bad-command-line"],
    ] as const) {
      const ended = await diorama(directory, ["mutate", DESK, "late_fee", ...words, "--json"]);
      expect([ended.exitCode, JSON.parse(ended.stdout)]).toMatchObject([2, { error: { code } }]);
    }
  });

  slowTest("mutating nothing is a no, and what does not exist cannot be mutated", async () => {
    const none = await diorama(directory, [
      "mutate",
      DESK,
      "late_fee",
      "--operators",
      "await-removal",
      "--json",
    ]);
    expect({ exitCode: none.exitCode, document: JSON.parse(none.stdout) as unknown }).toMatchObject({
      exitCode: 1,
      document: { score: null, undetected: [] },
    });
    for (const [words, code] of [
      [["mutate", DESK, "early_fee"], "unknown-target"],
      [["mutate", DESK, "late_fee", "--operators", "await"], "unknown-operator"],
      [["mutate", taskSet, "early_fee"], "unknown-task"],
    ] as const) {
      const ended = await diorama(directory, [...words, "--json"]);
      expect([ended.exitCode, JSON.parse(ended.stdout)]).toMatchObject([2, { error: { code } }]);
    }
  });

  async function evaluate(model: string) {
    const run = join(directory, "runs", model.replace(":", "-"));
    const ended = await diorama(directory, ["evaluate", taskSet, "--model", model, "--run", run, "--json"]);
    expect({ exitCode: ended.exitCode, stderr: ended.stderr }).toMatchObject({ exitCode: 0 });
    const { results } = JSON.parse(ended.stdout) as { results: string };
    return linesOf(results).map((row) => resultRow.parse(row));
  }
});

const referenceBody = `if days < 0:
    raise ValueError("a book cannot be late by less than nothing")
if is_member:
    days = max(days - 3, 0)
cents = days * 20
if cents > 500:
    cents = 500
return cents // 2 if is_member else cents
`;

function buildWords(workers: number): string[] {
  const asked = ASKED.flatMap((name) => ["--target", name]);
  return [
    "build",
    DESK,
    ...asked,
    "--tier",
    "simple",
    "--out",
    "set",
    "--workers",
    String(workers),
    "--json",
  ];
}

/** The body of an easy mistake, in the way of the target's kind. */
function wrongBody({ is_generator: isGenerator }: TaskRecord["targets"][number]): string {
  return isGenerator ? "yield 'something else'" : "return 'something else'";
}

/** Runs a task's check program with a tree as its working directory, as an agent does. */
function runCheck(base: string, tree: string): { status: number | null; lines: string[]; last: string } {
  const program = join(base, "environment", "check", "check.py");
  const ended = spawnSync("python3", [program], { cwd: tree, encoding: "utf8" });
  const lines = ended.stdout.trimEnd().split("\n");
  return { status: ended.status, lines, last: lines.at(-1) ?? "" };
}

/** Lines of the hidden body that stand nowhere else in the repository, short ones left out. */
function hiddenLines({ edits: [edit] }: TaskRecord, base: string): string[] {
  if (edit === undefined) throw new Error("The task hides nothing.");
  const original = readFileSync(join(base, "solution", "files", edit.path));
  const { start, end } = edit.span;
  const elsewhere = [original.subarray(0, start), original.subarray(end)].join("\n").split("\n");
  const kept = new Set(elsewhere.map((line) => line.trim()));
  const lines = original.subarray(start, end).toString().split("\n");
  return lines.map((line) => line.trim()).filter((line) => line.length >= 10 && !kept.has(line));
}
