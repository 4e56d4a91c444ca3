import { resolve } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { readTaskSet, type LoadedTask, type TaskSet } from "../../datasets/index.ts";
import type { AddCommand, CommandResult } from "../command.ts";
import { formatFraction, renderTable } from "../table.ts";

/** `diorama show TASKSET [TASK]`: a task as a person reads it, or the list of tasks. */
export const addShow: AddCommand = (program, attach) => {
  const command = program
    .command("show")
    .summary("print a task as a person reads it")
    .description("Without a task, lists the tasks of the set.")
    .argument("<taskset>", "folder of the task set")
    .argument("[task]", "id of a task, or the start of one")
    .option("--reference", "print the reference implementation too");
  attach<[string, string | undefined], { reference?: boolean }>(
    command,
    async (_context, [path, id], { reference }) => {
      using taskSet = readTaskSet(asHostPath(resolve(path)));
      return id === undefined ? listTasks(taskSet) : showTask(findTask(taskSet, id), reference === true);
    },
  );
};

/** The only task whose id begins with `id`, else whatever `get` says of an unknown one. */
function findTask(taskSet: TaskSet, id: string): LoadedTask {
  const matches = taskSet.manifest.tasks.filter((task) => task.id.startsWith(id));
  const [only] = matches;
  return taskSet.get(only !== undefined && matches.length === 1 ? only.id : id);
}

function listTasks(taskSet: TaskSet): CommandResult {
  const { tasks, name } = taskSet.manifest;
  const rows = tasks.map(({ id, tier, path, name: target }) => [id, tier, `${path}:${target}`]);
  const headings = ["task", "tier", "target"].map((heading) => ({ heading }));
  return {
    exitCode: 0,
    document: taskSet.manifest,
    text: `${renderTable(headings, rows)}\n\n${rows.length} tasks in ${name}`,
  };
}

function showTask(task: LoadedTask, withReference: boolean): CommandResult {
  const { record } = task;
  const { mutation, coverage, rewrites, trivial, cheats } = record.evidence;
  const facts: [string, string][] = [
    ["task", record.id],
    ["target", record.targets.map(({ path, name, kind }) => `${path}:${name} (${kind})`).join(", ")],
    ["tier", record.tier],
    ["from", `${record.repository.source}, ${record.repository.licence ?? "no known licence"}`],
    ["cases", `${record.hidden_cases.count} hidden, ${record.visible_examples.length} visible`],
    ["evidence", record.evidence.level],
    [
      "  mutants",
      `${mutation.killed + mutation.timed_out} of ${mutation.counted} killed, score ${formatFraction(mutation.score)}`,
    ],
    ["  coverage", `branches ${formatFraction(coverage.branch)}, lines ${formatFraction(coverage.line)}`],
    [
      "  other",
      `rewrites ${rewrites.resolved}/${rewrites.tried} resolved, trivial bodies ${trivial.resolved}/${trivial.tried}, cheats ${cheats.resolved}/${cheats.tried}`,
    ],
    ["place", task.location],
  ];
  const reference = withReference ? { reference: task.referenceText() } : {};
  return {
    exitCode: 0,
    document: { record, instruction: task.instruction, location: task.location, ...reference },
    text: [
      ...facts.map(([label, value]) => `${label.padEnd(12)}${value}`),
      "",
      task.instruction.trimEnd(),
      ...(withReference ? ["", "# Reference implementation", "", task.referenceText().trimEnd()] : []),
    ].join("\n"),
  };
}
