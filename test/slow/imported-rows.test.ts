import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import type { AgreementReport } from "../../src/curation/index.ts";
import { linesOf } from "../curation/desk.ts";
import { HARBOUR_ROWS, writeRows } from "../curation/import/harbour.ts";
import { bytesOfTaskSet, documentOf, runDiorama, startDiorama } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

/** A third of RepoST-Eval, beside the checkout where it is there. */
const SAMPLE = join(import.meta.dirname, "../../../shared/data/repost-eval-sample.json");

const folder = mkdtempSync(join(tmpdir(), "diorama-imported-rows-"));
const missing = await whyNothingCanBeInstalled();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rows that are settled in the journal of the set that is torn. */
function countTried(): number {
  const lines = linesOf(join(folder, "torn", "journal.jsonl"));
  return lines.filter(({ event }) => event === "target-tried").length;
}

describe.skipIf(missing !== undefined)(`imported rows (${missing ?? "installed"})`, () => {
  test("killed after each row and gone on with, an import gives the same bytes; verify proves all of them again", async () => {
    const rows = writeRows(folder, HARBOUR_ROWS);
    const into = (out: string): string[] => ["import", "repost", rows, "--out", out, "--json"];
    await runDiorama(folder, into("whole"));
    let kills = 0;
    for (; kills < 10; kills++) {
      const before = countTried();
      const running = startDiorama(folder, into("torn"));
      const timer = setInterval(() => {
        if (countTried() > before) running.process.kill("SIGKILL");
      }, 5);
      const { signal } = await running.ended;
      clearInterval(timer);
      if (signal === null) break;
    }
    expect(kills).toBeGreaterThan(1);
    expect((await runDiorama(folder, into("torn"))).exitCode).toBe(0);
    expect(bytesOfTaskSet(join(folder, "torn"))).toEqual(bytesOfTaskSet(join(folder, "whole")));
    const verified = documentOf(await runDiorama(folder, ["verify", "whole", "--json"]));
    expect(verified).toMatchObject({ tasks: 7, proven: 7, failed: [] });
  });

  test.skipIf(!existsSync(SAMPLE))(
    `a third of RepoST-Eval: most rows are accepted, with strong suites (${existsSync(SAMPLE) ? "there" : "not there"})`,
    async () => {
      const words = ["import", "repost", SAMPLE, "--out", "sample", "--report", "sample.json", "--json"];
      await runDiorama(folder, words);
      const { rows, totals } = JSON.parse(
        readFileSync(join(folder, "sample.json"), "utf8"),
      ) as AgreementReport;
      expect(totals.accepted).toBeGreaterThanOrEqual(0.7 * totals.original_passes);
      const survived = totals.mutants.neither + totals.mutants.only_row;
      const killed =
        totals.mutants.both + totals.mutants.only_task.own_input + totals.mutants.only_task.other_input;
      expect(survived / (survived + killed)).toBeLessThanOrEqual(0.04);
      expect([totals.empty_passes.task, totals.delegate_passes]).toEqual([0, 0]);
      expect(rows.filter(({ outcome, detail }) => outcome !== "accepted" && detail === null)).toEqual([]);
    },
  );
});
