import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { slowTest } from "../slow-suites.ts";
import { runDiorama } from "../curation/given-build.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "../evaluation/orchard-task-set.ts";

const [first, second] = taskIds;
// Right but for one case: what goes wrong first decides.
const endless =
  "def grade(days, limit=3):\n    while days == 5: pass\n    if days < 0: raise ValueError\n    return 'fresh' if days <= limit else 'old'\n";
const rude = "def grade(days, limit=3):\n    return '\\x1b[2J' if days > limit else 'fresh'\n";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "diorama-explain-"));
  await writeOrchardTaskSet(taskSetBelow(folder));
  const answers = [completions.right, completions.wrong, completions.wrong, endless, completions.none, rude];
  const rows = answers.map((completion) => ({ task_id: first, completion }));
  writeFileSync(join(folder, "mine.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const evaluate = (...words: readonly string[]): ReturnType<typeof runDiorama> =>
  runDiorama(folder, ["evaluate", "orchard", "--predictions", "mine.jsonl", ...words]);

test("--explain shows inputs, both observations and the first difference, says that this is hidden, and no row holds it", async () => {
  const { exitCode, stdout } = await evaluate("--explain", first, "--run", "explained");
  expect(exitCode).toBe(0);
  const text = stdout.slice(stdout.indexOf(`${first} explained.`));
  expect(text).toContain("This shows hidden cases. Keep it from every model");
  expect(text).toContain("  sample 0: resolved. Every case showed what the original shows.\n  sample 1");
  expect(text).toContain(
    [
      "  sample 1: unresolved, wrong_observation. Something else was observed than the original shows.",
      "    case-002, the inputs:",
      "      >>> grade(5)",
      "    what the original shows:",
      "      'old'",
      "    what this candidate showed:",
      "      'fresh'",
      "    the first difference:",
      "      value: returned 'fresh', expected 'old'",
    ].join("\n"),
  );
  expect(text).toMatch(/sample 3: unresolved, timed_out\.[^]*>>> grade\(5\)[^]*It did not get to the end\./);
  expect(text).toMatch(/sample 4: unresolved, \w+\. [^]*Cannot use the completion for "grade"/);
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toMatch(/ {2}judged {4}\d+ evaluations, [\d.]+ a second; 1\d\.\d % were duplicates/);

  const rows = readFileSync(join(folder, "explained", "results.jsonl"), "utf8");
  expect(rows).not.toContain("grade(5)");
  const duplicates = rows
    .trimEnd()
    .split("\n")
    .map((row) => (JSON.parse(row) as Record<string, unknown>)["is_duplicate"]);
  expect(duplicates).toEqual([false, false, true, false, false, false, false]);
});

slowTest("--explain with --json is one document, also of a run that has ended", async () => {
  const { exitCode, stdout } = await evaluate("--run", "explained", "--explain", second, "--json");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    explained: {
      task_id: second,
      notice: expect.stringContaining("hidden") as unknown,
      samples: [{ sample: 0, verdict: "unresolved", reason: "no_prediction", case_id: null }],
    },
    work: { evaluated: 0, duplicates: 0, evaluations_per_second: null },
  });
});

test("--explain of a task that is not in the set is refused before anything is judged", async () => {
  const { exitCode, stdout } = await evaluate("--run", "none", "--explain", "pick-000000000009", "--json");
  expect({ exitCode, document: JSON.parse(stdout) as unknown }).toMatchObject({
    exitCode: 2,
    document: { error: { code: "unknown-task" } },
  });
  expect(existsSync(join(folder, "none"))).toBe(false);
});
