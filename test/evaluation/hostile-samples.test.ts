import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { asHostPath, silentProgress, type Logger, type Progress } from "../../src/base/index.ts";
import { evaluateTaskSet, type EvaluateReport } from "../../src/evaluation/index.ts";
import { parseObservations, resultRow, type ResultRow } from "../../src/spec/index.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "./orchard-task-set.ts";
import { slowTest } from "../slow-suites.ts";

const [first, second] = taskIds;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-hostile-samples-"));
  await writeOrchardTaskSet(taskSetBelow(directory));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Evaluates completions of the first task, and a right one of the second. */
async function evaluate(
  name: string,
  given: readonly string[],
  watch: { readonly progress?: Progress; readonly logger?: Logger } = {},
): Promise<{ readonly report: EvaluateReport; readonly rows: readonly ResultRow[] }> {
  const file = asHostPath(join(directory, `${name}.jsonl`));
  const predictions = [
    ...given.map((completion, sample) => ({ task_id: first, sample, completion })),
    { task_id: second, sample: 0, completion: completions.right },
  ];
  writeFileSync(file, predictions.map((row) => JSON.stringify(row)).join("\n"));
  const report = await evaluateTaskSet(
    {
      taskSet: taskSetBelow(directory),
      completions: { kind: "predictions", file },
      run: runOf(name),
      runsDirectory: asHostPath(directory),
      workers: 2,
      sandbox: "auto",
      tool: "diorama 0.1.0",
      explain: first,
    },
    { progress: silentProgress, logger: () => undefined, signal: undefined, ...watch },
  );
  return { report, rows: readRows(report.results) };
}

const runOf = (name: string): ReturnType<typeof asHostPath> => asHostPath(join(directory, "runs", name));

function readRows(path: string): readonly ResultRow[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.filter((line) => line !== "").map((line) => resultRow.parse(JSON.parse(line)));
}

/** Tells in its own words what one case showed, and goes. */
const forged = (caseId: string, observation: string): string => `import os, struct
def grade(days, limit=3):
    text = ('{"id": "${caseId}", "cpu_seconds": 0, "observation": ' + ${observation} + '}').encode()
    os.write(3, struct.pack('>BI', 4, len(text)) + text)
    os._exit(0)
`;
const returned = (value: string): string =>
  `'{"status": "returned", "value": ' + ${value} + ', "positional": [], "keywords": {}, "files": {}}'`;
const observations = [
  returned(`'{"text": [0.5]}'`),
  returned(`'[' * 9999 + ']' * 9999`),
  returned(`'{"object": {"class": "a:b", "state": {"__proto__": ' + '[' * 9999 + ']' * 9999 + '}}}'`),
  returned(`'{"__proto__": 1}'`),
];
const caseIds = ["case-001", "case-002", "case-003", "case-004", "case-005", "example-1"];

slowTest("what a sample says or is costs nobody but itself its reward", async () => {
  const hostile = [
    // Which case runs first depends on the text.
    ...observations.flatMap((observation) => caseIds.map((id) => forged(id, observation))),
    `values = ${"(".repeat(4_000)}${")".repeat(4_000)}\n${completions.right}`,
    `import ${Array.from({ length: 300_000 }, () => "a").join(",")}\n${completions.right}`,
    `${"     pass\n".repeat(5_000)}${completions.right}`,
    `x = "${"\\ud800".repeat(99)}\0"\n${completions.right}`,
  ];
  const again = completions.right.replace("below", "again");
  const { report, rows } = await evaluate("hostile", [completions.right, ...hostile, again]);
  expect(report.not_judged).toBe(0);
  expect(rows).toHaveLength(hostile.length + 3);
  const honest = rows.filter(
    ({ sample, task_id: id }) => id === second || sample === 0 || sample > hostile.length,
  );
  expect(honest.map(({ reward }) => reward)).toEqual([1, 1, 1]);
  const others = rows.filter((row) => !honest.includes(row));
  expect([...new Set(others.map(({ verdict }) => verdict))]).toEqual(["unresolved"]);
  expect(others.every(({ feedback }) => feedback.every(({ text }) => text.length <= 1_000))).toBe(true);
  expect(report.explained?.samples).toHaveLength(hostile.length + 2);
});

slowTest("rows are stored as they come, and stand in order at the end", async () => {
  const slow = "def grade(days, limit=3):\n    while True: pass\n";
  const quick = Array.from({ length: 6 }, (_, at) => `${completions.right}# ${at}\n`);
  const results = join(runOf("stored"), "results.jsonl");
  const seen: [done: number, stored: number][] = [];
  let isCounted = true;
  const progress: Progress = {
    ...silentProgress,
    begin: (what) => void (isCounted = what === "judging predictions"),
    advance: (done) => void (isCounted && seen.push([done, readRows(results).length])),
  };
  const { rows } = await evaluate("stored", [slow, ...quick], { progress });
  expect(seen.length).toBe(rows.length);
  for (const [done, stored] of seen) expect(stored).toBeGreaterThanOrEqual(done);
  expect(rows.map(({ task_id: id, sample }) => [id, sample])).toEqual([
    ...[slow, ...quick].map((_, sample) => [first, sample]),
    [second, 0],
  ]);
  expect(rows.map(({ reward }) => reward)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
});

test("where we fail a sample it is not judged, told of and counted, and the others are judged", async () => {
  // No suite holds a case that cannot be observed: to compare with one is a mistake of ours.
  const file = join(taskSetBelow(directory), "tasks", second, "tests/judge/observations.json");
  const stored = parseObservations(JSON.parse(readFileSync(file, "utf8")));
  const refused = { status: "refused" as const, during: "observation" as const, message: "no" };
  const broken = { ...stored, observations: { ...stored.observations, "case-002": refused } };
  writeFileSync(file, JSON.stringify(broken));
  const told: string[] = [];
  const logger: Logger = (level, event) => void (level === "error" && told.push(event));
  const { report, rows } = await evaluate("broken", [completions.right, completions.wrong], { logger });
  expect(rows.map(({ verdict, reason, reward }) => [verdict, reason, reward])).toEqual([
    ["resolved", null, 1],
    ["unresolved", "wrong_observation", 0],
    ["grader_failed", "judge_failed", null],
  ]);
  expect(report.not_judged).toBe(1);
  expect(told).toContain("judge-failed");
});
