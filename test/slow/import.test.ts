import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import type { AgreementReport } from "../../src/curation/index.ts";
import { readTaskSet, type LoadedTask } from "../../src/datasets/index.ts";
import { comparisonOf } from "../../src/spec/index.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { documentOf, runDiorama, type Ended } from "../curation/given-build.ts";
import { HARBOUR_ROWS, writeRows } from "../curation/import/harbour.ts";

const folder = mkdtempSync(join(tmpdir(), "diorama-import-"));
const rows = writeRows(folder, HARBOUR_ROWS);
const taskSet = join(folder, "set");
const words = ["import", "repost", rows, "--out", taskSet, "--json"];
const missing = await whyNothingCanBeInstalled();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function taskOf(row: string): LoadedTask {
  using set = readTaskSet(asHostPath(taskSet));
  const found = [...set.tasks()].find(({ record }) => record.provenance.imported?.row === row);
  if (found === undefined) throw new Error(`No task was made of row ${row}.`);
  return found;
}

describe.skipIf(missing !== undefined)(`imported rows (${missing ?? "installed"})`, () => {
  let imported: Ended;
  beforeAll(async () => {
    imported = await runDiorama(folder, [...words, "--report", join(folder, "agreement.json")]);
  });

  test("a row that needs a package is rejected by that name, every other row becomes a task", () => {
    expect(documentOf(imported)).toEqual({
      task_set: taskSet,
      rows: 8,
      accepted: 7,
      rejected: { needs_packages: 1 },
      untried: 0,
      was_finished: false,
    });
  });

  test("a finished import is not made again", async () => {
    expect(documentOf(await runDiorama(folder, words))).toMatchObject({ accepted: 7, was_finished: true });
  });

  test("a row gives the same task whatever rows are beside it", async () => {
    const own = mkdtempSync(join(folder, "alone-"));
    const alone = writeRows(
      own,
      HARBOUR_ROWS.filter(({ idx }) => idx === "40"),
    );
    await runDiorama(own, ["import", "repost", alone, "--out", "set", "--json"]);
    using set = readTaskSet(asHostPath(join(own, "set")));
    expect([...set.tasks()].map(({ digest }) => digest)).toEqual([taskOf("40").digest]);
  });

  test("no candidate finds the test, the rival or a second copy of the original", () => {
    const task = taskOf("3");
    const tree = readFileSync(join(task.maskedTree, "wind_word_3.py"), "utf8");
    expect(tree).toContain("def wind_word(knots):");
    for (const hidden of ["felt", "new_implementation", "test_wind_word", "__main__"])
      expect(tree).not.toContain(hidden);
    expect(task.record.removed).toEqual([{ path: "test_wind_word_3.py", reason: "test code" }]);
    expect(task.record.repository).toMatchObject({
      source: "repost:quay/harbour@0123456789abcdef0123456789abcdef01234567",
      family: "quay/harbour",
      licence: null,
    });
  });

  test("a stand-in that a test defines for itself has a file that candidates get", () => {
    const task = taskOf("20");
    expect(task.imported()?.changes).toEqual(["stand_ins"]);
    const standIns = readFileSync(join(task.maskedTree, "poll_20_stand_ins.py"), "utf8");
    expect(standIns).toMatch(/^import asyncio|^from poll_20 import asyncio/m);
    expect(standIns).toContain("class Buoy:");
  });

  test("a test that asserts nothing gives a task that an empty body and all mutants but few fail", () => {
    const { rows: compared, totals } = JSON.parse(
      readFileSync(join(folder, "agreement.json"), "utf8"),
    ) as AgreementReport;
    const cargo = compared.find(({ row }) => row === "40");
    expect(cargo).toMatchObject({
      outcome: "accepted",
      own: { original: true, empty: true },
      task: { empty: false },
    });
    expect(taskOf("40").imported()?.changes).toEqual(["scratch_folder"]);
    expect(totals).toMatchObject({ prepared: 7, original_passes: 7, accepted: 7, delegate_passes: 0 });
    expect(totals.empty_passes).toEqual({ own: 1, task: 0 });
    const [own, task] = [cargo?.own?.mutants, cargo?.task?.mutants];
    if (own === undefined || task === undefined) throw new Error("The row was not compared.");
    expect(own.passed).toBeGreaterThan(0.6 * own.tried);
    expect(task.passed).toBeLessThan(0.1 * task.tried);
  });

  test("a function that only prints and logs is judged by that, which its task says", () => {
    const task = taskOf("50");
    const comparison = comparisonOf(task.record);
    expect(comparison.output).toEqual(["printed", "logged"]);
    expect(task.record.evidence.mutation.score).toBeGreaterThan(0.9);
    expect(task.instruction).toContain("- the text printed to `sys.stdout` during the call, to the letter");
    expect(task.instruction).toMatch(/^# prints '\w+ comes to berth/m);
    expect(task.instruction).toMatch(/^# logs \['(INFO|WARNING): /m);
    for (const { observation } of task.record.visible_examples)
      expect(observation).toMatchObject({
        printed: expect.any(String) as string,
        logged: expect.any(Array) as [],
      });
    expect(comparisonOf(taskOf("3").record).output).toEqual([]);
  });

  test("what a test makes of the module's state is an input of the calls it makes", () => {
    const task = taskOf("51");
    const cases = [...task.suite().cases, ...task.record.visible_examples];
    const patches = cases
      .filter(({ origin }) => origin === "observed")
      .map(({ recipe }) => (recipe.patches ?? []).map(({ owner, name }) => `${owner} ${name}`));
    expect(patches).not.toEqual([]);
    for (const replaced of patches)
      expect(replaced).toEqual(["list_arrivals_51 ARRIVALS", "list_arrivals_51:Clock hour"]);
    expect(task.record.evidence.mutation.score).toBeGreaterThan(0.9);
  });

  test("a task that compares output is left out where a format has no place for that", async () => {
    const file = join(folder, "functions.json");
    const words = ["export", taskSet, "--format", "r2e", "--out", file, "--json"];
    expect(documentOf(await runDiorama(folder, words))).toMatchObject({ left_out: { compares_output: 1 } });
  });

  test("the check of a task that compares output sees it", () => {
    const task = taskOf("50");
    const tree = join(folder, "announcing");
    cpSync(task.maskedTree, tree, { recursive: true });
    const check = (text: string): number | null => {
      writeFileSync(join(tree, task.record.targets[0]?.path ?? ""), text);
      const program = join(task.directory, "environment", "check", "check.py");
      return spawnSync("python3", [program], { cwd: tree }).status;
    };
    const original = task.originalFileText();
    expect(check(original)).toBe(0);
    expect(check(original.replace("comes to", "goes to"))).toBe(1);
    expect(check(original.replace("announced %d", "heard %d"))).toBe(1);
  });

  test("rows come back with every field, and with the coverage that their own tests reach", async () => {
    const file = join(folder, "exported.json");
    const ended = await runDiorama(folder, [
      "export",
      taskSet,
      "--format",
      "repost",
      "--out",
      file,
      "--json",
    ]);
    expect(documentOf(ended)).toMatchObject({ format: "repost", rows: 7, left_out: {} });
    const exported = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>[];
    const given = HARBOUR_ROWS.filter(({ idx }) => idx !== "21");
    expect(exported).toEqual(
      given.map((row) => ({
        ...row,
        coverage_rate: expect.any(Number) as number,
        coverage_report: expect.stringMatching(/^branches \d+ %, lines \d+ %, in the \d+ calls/) as string,
        diorama: expect.objectContaining({ filters: expect.any(Array) as unknown[] }) as object,
      })),
    );
    const [wind] = exported;
    expect(wind?.["coverage_rate"]).toBe(3 / 4);
  });
});
