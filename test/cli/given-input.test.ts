import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, UsageError } from "../../src/base/index.ts";
import { digestFolder, findTask, readTaskSet } from "../../src/datasets/index.ts";
import type { TaskSetManifest } from "../../src/spec/index.ts";
import { documentOf, runDiorama } from "../curation/given-build.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "../evaluation/orchard-task-set.ts";
import { slowTest, someOf } from "../slow-suites.ts";

const [first, second] = taskIds;

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-given-"));
  await writeOrchardTaskSet(taskSetBelow(directory));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function writePredictions(...taskIdsToAnswer: readonly string[]): void {
  const lines = taskIdsToAnswer.map((id) => JSON.stringify({ task_id: id, completion: completions.right }));
  writeFileSync(join(directory, "predictions.jsonl"), lines.map((line) => `${line}\n`).join(""));
}

const manifestPath = (): string => join(directory, "orchard", "task-set.json");
const readManifest = (): TaskSetManifest =>
  JSON.parse(readFileSync(manifestPath(), "utf8")) as TaskSetManifest;

describe("predictions", () => {
  const evaluate = ["evaluate", "orchard", "--predictions", "predictions.jsonl", "--json"];

  slowTest("of tasks that the set does not have are told of; the others are judged", async () => {
    writePredictions(first, "plum-1", second, "plum-2", "plum-3");
    const ended = await runDiorama(directory, [...evaluate, "--run", "some"]);
    expect(ended.exitCode).toBe(0);
    expect(documentOf(ended)).toMatchObject({ tasks: 2, pass_at_k: { "1": { value: 1 } } });
    expect(ended.lines.join("\n")).toMatch(
      /^Leaving out the completions of 3 of 5 tasks in \S+: the set has no plum-1 and no plum-2\.$/m,
    );
  });

  const useless = [
    { ids: ["plum-1"], code: "foreign-predictions" },
    { ids: [], code: "no-predictions" },
  ];
  test.each(someOf(useless, 2))("that leave nothing to judge ($code) are refused", async ({ ids, code }) => {
    writePredictions(...ids);
    const ended = await runDiorama(directory, [...evaluate, "--run", "none"]);
    expect({ exitCode: ended.exitCode, ...documentOf(ended) }).toMatchObject({
      exitCode: 2,
      error: { code },
    });
    expect(existsSync(join(directory, "none"))).toBe(false);
  });
});

describe("a task set that was changed", () => {
  const uses = [
    ["evaluate", "changed", "--model", "null", "--run", "warned"],
    ["export", "changed", "--format", "repost"],
  ];
  test.each(someOf(uses, 2))(
    "is used by %s with a warning that names the task and the file",
    async (...words) => {
      rmSync(join(directory, "changed"), { recursive: true, force: true });
      cpSync(join(directory, "orchard"), join(directory, "changed"), { recursive: true });
      const before = new Date(Date.now() - 60_000);
      const set = join(directory, "changed");
      const task = join(set, "tasks", second);
      for (const path of readdirSync(set, { recursive: true, encoding: "utf8" }))
        utimesSync(join(set, path), before, before);
      appendFileSync(join(task, "tests/judge/suite.json"), "\n");
      const says = new RegExp(
        `^Warning: 1 of 2 tasks is not as the manifest .*: ${second} \\(tests/judge/suite\\.json\\)\\.$`,
        "m",
      );
      expect((await runDiorama(directory, words)).lines.join("\n")).toMatch(says);
    },
  );

  slowTest("does not look so because its tasks hold files of an earlier version", async () => {
    const manifest = readManifest();
    for (const { id } of manifest.tasks) {
      writeFileSync(join(directory, "orchard/tasks", id, "task.toml"), 'schema_version = "1.4"\n');
      writeFileSync(join(directory, "orchard/tasks", id, "tests/test.sh"), "exit 1\n");
    }
    const tasks = manifest.tasks.map((task) => ({
      ...task,
      digest: digestFolder(asHostPath(join(directory, "orchard/tasks", task.id))),
    }));
    writeFileSync(manifestPath(), JSON.stringify({ ...manifest, tasks }));
    const ended = await runDiorama(directory, [
      "evaluate",
      "orchard",
      "--model",
      "reference",
      "--run",
      "old",
    ]);
    expect(ended.exitCode).toBe(0);
    expect(ended.lines.join("\n")).not.toContain("Warning");
  });
});

describe("a task's id", () => {
  test("may be cut short as long as it is one task's", () => {
    const taskSet = readTaskSet(taskSetBelow(directory));
    const manifest = { ...taskSet.manifest, tasks: [...taskSet.manifest.tasks] };
    const tasks = manifest.tasks.slice(0, 1);
    expect(findTask({ ...taskSet, manifest: { ...manifest, tasks } }, "gra").record.id).toBe(first);
    expect(findTask(taskSet, second).record.id).toBe(second);
    expect(() => findTask(taskSet, "")).toThrow(UsageError);
  });

  const commands = [
    (id: string) => ["show", "orchard", id],
    (id: string) => ["verify", "orchard", "--task", id],
    (id: string) => ["evaluate", "orchard", "--model", "null", "--explain", id],
  ];
  test.each(someOf(commands, 3))("that several begin with lists them", async (command) => {
    const ended = await runDiorama(directory, [...command("grade-"), "--json"]);
    expect({ exitCode: ended.exitCode, ...documentOf(ended) }).toMatchObject({
      exitCode: 2,
      error: { code: "ambiguous-task", message: expect.stringContaining(`(${first}, ${second})`) },
    });
  });
});

describe("try", () => {
  test("does not judge a file that is not there", async () => {
    const words = ["try", "orchard", first, "--once", "--file", "mistyped.py"];
    const ended = await runDiorama(directory, words);
    expect({ exitCode: ended.exitCode, stdout: ended.stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(ended.lines.join("\n")).toMatch(
      /^Cannot read an answer from \S+\/mistyped\.py: there is no such file\.$/m,
    );
    expect(existsSync(join(directory, "mistyped.py"))).toBe(false);
  });
});

describe("export", () => {
  test("of nothing ends with 1, says so and writes no file", async () => {
    await writeOrchardTaskSet(asHostPath(join(directory, "bare")));
    const path = join(directory, "bare", "task-set.json");
    writeFileSync(path, JSON.stringify({ ...readManifest(), tasks: [] }));
    const ended = await runDiorama(directory, ["export", "bare", "--format", "repost", "--out", "rows.json"]);
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(/^No task of \S+ can be a row of repost: no file was written\.$/m);
    expect(existsSync(join(directory, "rows.json"))).toBe(false);
  });
});
