import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { readTaskSet } from "../../src/datasets/index.ts";
import { asHostPath } from "../../src/base/index.ts";
import { resultRow, type ResultRow } from "../../src/spec/index.ts";
import { documentOf, runDiorama } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

/** The longest of all: on a busy machine it takes more than what the others are given. */
const TIMEOUT_MS = 2_700_000;

/** Share of correct alternatives that may be rejected (the project's goal). */
const MOST_REJECTED = 0.02;

interface Alternative {
  readonly source: string;
  readonly path: string;
  readonly name: string;
  readonly approach: string;
  readonly completion: string;
}

const fixtures = join(import.meta.dirname, "../fixtures/alternatives");
const alternatives = readdirSync(fixtures)
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) => readFileSync(join(fixtures, name), "utf8").trimEnd().split("\n"))
  .map((line) => JSON.parse(line) as Alternative);
const folder = mkdtempSync(join(tmpdir(), "diorama-alternatives-"));
const missing = await whyNothingCanBeInstalled();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds the tasks of a source's targets and judges its alternatives; the rows, with what was judged. */
async function judge(source: string): Promise<{ judged: { alternative: Alternative; row: ResultRow }[] }> {
  const own = alternatives.filter((one) => one.source === source);
  const name = source.replaceAll(/\W+/g, "-");
  const targets = [...new Set(own.map((one) => `${one.path}:${one.name}`))];
  const words = ["build", source, "--tier", "simple", "--per-cluster", "9", "--target", targets.join(",")];
  await runDiorama(folder, [...words, "--out", name, "--json"]);
  using taskSet = readTaskSet(asHostPath(join(folder, name)));
  const predictions = taskSet.manifest.tasks.flatMap(({ id, path, name: target }) =>
    own
      .filter((one) => one.path === path && one.name === target)
      .map((alternative, sample) => ({
        alternative,
        task_id: id,
        sample,
        completion: alternative.completion,
      })),
  );
  const lines = predictions.map(({ task_id, sample, completion }) =>
    JSON.stringify({ task_id, sample, completion }),
  );
  writeFileSync(join(folder, `${name}.jsonl`), `${lines.join("\n")}\n`);
  const evaluated = await runDiorama(folder, ["evaluate", name, "--predictions", `${name}.jsonl`, "--json"]);
  const { results } = documentOf(evaluated) as { results: string };
  const rows = readFileSync(resolve(folder, results), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => resultRow.parse(JSON.parse(line)));
  return {
    judged: predictions.flatMap(({ alternative, task_id, sample }) => {
      const row = rows.find((one) => one.task_id === task_id && one.sample === sample);
      return row === undefined ? [] : [{ alternative, row }];
    }),
  };
}

describe.skipIf(missing !== undefined)(`correct alternatives (${missing ?? "installed"})`, () => {
  test("are hardly ever rejected", { timeout: TIMEOUT_MS }, async () => {
    const judged = [];
    for (const source of new Set(alternatives.map((one) => one.source)))
      judged.push(...(await judge(source)).judged);
    const rejected = judged.filter(({ row }) => row.verdict !== "resolved");
    const told = rejected.map(
      ({ alternative, row }) =>
        `${alternative.name} (${alternative.approach}): ${row.reason ?? ""} ${row.feedback.map(({ text }) => text).join(" ")}`,
    );

    expect(judged.length).toBeGreaterThanOrEqual(0.9 * alternatives.length);
    expect(rejected.length / judged.length, told.join("\n")).toBeLessThanOrEqual(MOST_REJECTED);
  });
});
