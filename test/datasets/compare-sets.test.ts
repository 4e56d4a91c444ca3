import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { joinPath, readableJson, type HostPath } from "../../src/base/index.ts";
import { givenRecord } from "./given-task.ts";
import { makeTestFolder, writeTasks } from "./given-tasks.ts";
import { slowTest } from "../slow-suites.ts";

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = join(import.meta.dirname, "../../scripts/compare-sets.mjs");

/** A task that hides what stands at `start` of a file, and is graded by calls: each argument with what is returned for it. */
interface GivenTarget {
  readonly name: string;
  readonly start: number;
  readonly calls: readonly (readonly [argument: number, result: number])[];
}

interface GivenSet {
  readonly tasks: readonly GivenTarget[];
  /** Reasons by names of targets. */
  readonly rejected: Readonly<Record<string, string>>;
  /** Whether it is of the version before this one. */
  readonly isEarlier?: true;
}

function writeSet(name: string, { tasks, rejected, isEarlier }: GivenSet): HostPath {
  const path = joinPath(folder, name);
  const idOf = (target: GivenTarget): string => `orchard-${target.name}-${name}`;
  writeTasks(path, Object.fromEntries(tasks.map((target) => [idOf(target), filesOf(target, idOf(target))])));
  const tried = { event: "target-tried", source: "pypi:orchard@1", path: "orchard/tree.py", line: 1 };
  const lines = [
    ...tasks.map((target) => ({ ...tried, name: target.name, outcome: "accepted", task_id: idOf(target) })),
    ...Object.entries(rejected).map(([target, reason]) => ({
      ...tried,
      name: target,
      outcome: "rejected",
      reason,
      detail: "so it is",
    })),
  ];
  writeFileSync(joinPath(path, "journal.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;

  function filesOf({ name: target, start, calls }: GivenTarget, id: string) {
    const { graders, ...record } = givenRecord({ id });
    const [first] = record.targets;
    const ours = {
      ...record,
      targets: [{ ...first, name: target }],
      edits: [{ path: "orchard/tree.py", span: { start, end: start + 9 }, placeholder: "..." }],
    };
    const cases = calls.map(([argument], index) => ({
      id: `case-${index}`,
      origin: "observed",
      recipe: { positional: [argument] },
    }));
    const observations = calls.map(([argument, value], index) => [
      `case-${index}`,
      { status: "returned", value, positional: [argument], keywords: {}, files: {} },
    ]);
    const documents = {
      "diorama.json": isEarlier
        ? { ...ours, format: "task/1", grader: graders[0] }
        : { ...ours, graders: [...graders] },
      "tests/judge/suite.json": { format: "suite/1", cases },
      "tests/judge/observations.json": {
        format: `observations/${isEarlier ? 1 : 2}`,
        observations: Object.fromEntries(observations),
      },
    };
    return Object.fromEntries(
      Object.entries(documents).map(([file, document]) => [file, { content: readableJson(document) }]),
    );
  }
}

function compare(...words: string[]): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...words], { encoding: "utf8" });
  return { status, lines: stdout.trimEnd().split("\n") };
}

const pick: GivenTarget = {
  name: "pick",
  start: 0,
  calls: [
    [1, 2],
    [3, 4],
  ],
};
const shake: GivenTarget = { name: "shake", start: 50, calls: [[1, 1]] };

test("sets of two versions are the same where all but names and digests is", () => {
  const rejected = { climb: "no_input" };
  const before = writeSet("before", { tasks: [pick, shake], rejected, isEarlier: true });
  const after = writeSet("after", { tasks: [shake, pick], rejected });
  const { status, lines } = compare(before, after);
  expect(lines).toEqual(["A 2 tasks, 1 rejected; B 2 tasks, 1 rejected; 2 tasks in both; differences: 0"]);
  expect(status).toBe(0);
});

test("what differs is told by target", () => {
  const before = writeSet("one", {
    tasks: [pick, shake, { ...pick, name: "rake" }],
    rejected: { climb: "no_input", prune: "trivial" },
  });
  const after = writeSet("other", {
    tasks: [
      {
        ...pick,
        calls: [
          [1, 2],
          [3, 5],
          [6, 7],
        ],
      },
      { ...shake, start: 60 },
      { ...pick, name: "prune" },
    ],
    rejected: { climb: "no_tests", rake: "answer_reachable" },
  });
  const { status, lines } = compare(before, after);
  expect(lines).toEqual([
    "task only in A: orchard/tree.py:shake (not tried in the other)",
    "task only in A: orchard/tree.py:rake (answer_reachable: so it is)",
    "task only in B: orchard/tree.py:shake (not tried in the other)",
    "task only in B: orchard/tree.py:prune (trivial: so it is)",
    "rejected otherwise: pypi:orchard@1 orchard/tree.py:1:climb (A no_input: so it is; B no_tests: so it is)",
    "differs: orchard/tree.py:pick (suite: 2 and 3, 2 in both; observations: 1 of 2)",
    "A 3 tasks, 2 rejected; B 3 tasks, 2 rejected; 1 tasks in both; differences: 6",
  ]);
  expect(status).toBe(1);
});

slowTest("what is no task set is told", () => {
  expect(compare(folder).status).toBe(2);
  expect(compare(folder, joinPath(folder, "nothing")).status).toBe(2);
});
