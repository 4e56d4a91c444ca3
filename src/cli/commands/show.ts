import { resolve } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { findTask, readTaskSet, type LoadedTask, type TaskSet } from "../../datasets/index.ts";
import type { AddCommand, CommandResult } from "../command.ts";
import { renderTable } from "../table.ts";

/** `diorama show TASKSET [TASK]`: a task as a person reads it, or the list of tasks. */
export const addShow: AddCommand = (program, attach) => {
  const command = program
    .command("show")
    .summary("print a task as a person reads it")
    .description(
      "Prints what a solver reads, and below it what only the judge knows: evidence, surviving mutants, difficulty, errata. Without a task, lists the tasks of the set.",
    )
    .argument("<taskset>", "folder of the task set")
    .argument("[task]", "id of a task, or the start of one")
    .option("--reference", "print the reference implementation too");
  attach<[string, string | undefined], { reference?: boolean }>(
    command,
    async (_context, [path, id], { reference }) => {
      using taskSet = readTaskSet(asHostPath(resolve(path)));
      return id === undefined
        ? listTasks(taskSet)
        : await showTask(taskSet, findTask(taskSet, id), reference === true);
    },
  );
};

function listTasks(taskSet: TaskSet): CommandResult {
  const { tasks, name } = taskSet.manifest;
  const { tasks: retired, cases } = taskSet.retired;
  const rows = tasks.map(({ id, tier, path, name: target }) => [
    id,
    retired.has(id) ? "retired" : tier,
    `${path}:${target}`,
  ]);
  const headings = ["task", "tier", "target"].map((heading) => ({ heading }));
  return {
    exitCode: 0,
    document: {
      ...taskSet.manifest,
      retired: [...retired.keys()],
      retired_cases: Object.fromEntries(Array.from(cases, ([id, own]) => [id, [...own.keys()]])),
    },
    text: `${renderTable(headings, rows)}\n\n${rows.length} tasks in ${name}${retired.size === 0 ? "" : `, ${retired.size} of them retired`}${cases.size === 0 ? "" : `; cases of ${cases.size} tasks are retired`}`,
  };
}

async function showTask(taskSet: TaskSet, task: LoadedTask, withReference: boolean): Promise<CommandResult> {
  const { readTaskPage, renderTaskPage, survivorsOf } = await import("../task-page.ts");
  const page = await readTaskPage(taskSet, task);
  const { evidence, rates, errata, isRetired } = page;
  const reference = withReference ? { reference: task.referenceText() } : {};
  return {
    exitCode: 0,
    document: {
      record: task.record,
      instruction: task.instruction,
      location: task.location,
      survivors: survivorsOf(evidence),
      surviving_mistakes: evidence.mistakes?.survivors ?? [],
      undetermined: evidence.undetermined,
      dropped_cases: evidence.dropped_cases,
      rates,
      errata,
      is_retired: isRetired,
      retired_cases: [...task.retiredCases.keys()],
      ...reference,
    },
    text: [
      renderTaskPage(page),
      ...(withReference ? ["", "-- Reference implementation --", "", task.referenceText().trimEnd()] : []),
    ].join("\n"),
  };
}
