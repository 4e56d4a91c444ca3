import { resolve } from "node:path";

import { asHostPath, UsageError } from "../../base/index.ts";
import { findTask, appendErratum, findRetired, readErrata, readTaskSet } from "../../datasets/index.ts";
import type { Erratum } from "../../spec/index.ts";
import type { AddCommand, CommandResult } from "../command.ts";

interface RetireFlags {
  readonly reason?: string;
  readonly undo?: boolean;
}

/** `diorama retire TASKSET TASK --reason TEXT`: an erratum beside the manifest, after which the task counts nowhere. */
export const addRetire: AddCommand = (program, attach) => {
  const command = program
    .command("retire")
    .summary("take a faulty task out of all scores, old ones included")
    .description(
      "Adds an erratum to errata.jsonl beside the manifest. Tasks and manifest stay as they are; evaluate leaves the task out, and report counts old runs again without it.",
    )
    .argument("<taskset>", "folder of the task set")
    .argument("<task>", "id of a task, or the start of one")
    .option("--reason <text>", "what is wrong with the task")
    .option("--undo", "take a retirement back");
  attach<[string, string], RetireFlags>(command, async (_context, [path, id], { reason, undo = false }) => {
    using taskSet = readTaskSet(asHostPath(resolve(path)));
    const task = findTask(taskSet, id);
    const known = findRetired(readErrata(taskSet.directory)).get(task.record.id);
    refuseRepetition(task.record.id, known, undo);
    const erratum: Erratum = {
      format: "erratum/1",
      task_id: task.record.id,
      task_digest: task.digest,
      action: undo ? "restored" : "retired",
      reason: undo ? (reason ?? "") : neededReason(reason),
      date: new Date().toISOString().slice(0, "2026-01-01".length),
    };
    appendErratum(taskSet.directory, erratum);
    return describe(erratum, findRetired(readErrata(taskSet.directory)).size);
  });
};

function refuseRepetition(id: string, known: Erratum | undefined, undo: boolean): void {
  if (undo && known === undefined)
    throw new UsageError("not-retired", `Cannot take back the retirement of ${id}: it is not retired.`);
  if (!undo && known !== undefined) {
    throw new UsageError(
      "already-retired",
      `Cannot retire ${id}: it was retired on ${known.date} (${known.reason}).`,
      { hint: "Take that back with --undo to give another reason." },
    );
  }
}

function neededReason(reason: string | undefined): string {
  if (reason !== undefined && reason.trim() !== "") return reason;
  throw new UsageError("reason-needed", "Cannot retire a task without a reason.", {
    hint: 'For example: --reason "the expected result depends on the locale"',
  });
}

function describe(erratum: Erratum, retired: number): CommandResult {
  const { task_id, action, reason } = erratum;
  const text = action === "retired" ? `Retired ${task_id}: ${reason}.` : `Restored ${task_id}.`;
  return {
    exitCode: 0,
    document: { ...erratum, retired_tasks: retired },
    text: `${text.replace(/\.\.$/, ".")}\n${retired} ${retired === 1 ? "task" : "tasks"} of this set ${retired === 1 ? "is" : "are"} retired now.`,
  };
}
