import { resolve } from "node:path";

import { asHostPath, findNearestName, UsageError } from "../../base/index.ts";
import { appendErratum, findTask, readRetired, readTaskSet, type LoadedTask } from "../../datasets/index.ts";
import type { Erratum } from "../../spec/index.ts";
import type { AddCommand, CommandResult } from "../command.ts";

interface RetireFlags {
  readonly case?: string;
  readonly reason?: string;
  readonly undo?: boolean;
}

/** `diorama retire TASKSET TASK [--case ID] --reason TEXT`: an erratum beside the manifest, after which the task, or the case, counts nowhere. */
export const addRetire: AddCommand = (program, attach) => {
  const command = program
    .command("retire")
    .summary("take a faulty task or case out of all scores, old ones included")
    .description(
      "Adds an erratum to errata.jsonl beside the manifest. Tasks and manifest stay as they are; evaluate leaves the task, or the case, out, and report counts old runs again without it.",
    )
    .argument("<taskset>", "folder of the task set")
    .argument("<task>", "id of a task, or the start of one")
    .option(
      "--case <id>",
      "one case, example or test of the task instead of all of it, as the rows of runs name it",
    )
    .option("--reason <text>", "what is wrong with it")
    .option("--undo", "take a retirement back");
  attach<[string, string], RetireFlags>(
    command,
    async (_context, [path, id], { case: caseId, reason, undo = false }) => {
      using taskSet = readTaskSet(asHostPath(resolve(path)));
      const task = findTask(taskSet, id);
      const known =
        caseId === undefined ? taskSet.retired.tasks.get(task.record.id) : task.retiredCases.get(caseId);
      const what = caseId === undefined ? task.record.id : `case ${caseId} of ${task.record.id}`;
      refuseRepetition(what, known, undo);
      if (caseId !== undefined && !undo) refuseCase(task, caseId);
      const finding = {
        format: "erratum/1" as const,
        task_id: task.record.id,
        task_digest: task.digest,
        reason: undo ? (reason ?? "") : neededReason(reason),
        date: new Date().toISOString().slice(0, "2026-01-01".length),
      };
      const erratum: Erratum =
        caseId === undefined
          ? { ...finding, action: undo ? "restored" : "retired" }
          : { ...finding, action: undo ? "case_restored" : "case_retired", case_id: caseId };
      appendErratum(taskSet.directory, erratum);
      const now = readRetired(taskSet.directory);
      const ownCases = now.cases.get(task.record.id)?.size ?? 0;
      return describe(
        erratum,
        what,
        caseId === undefined ? { retired_tasks: now.tasks.size } : { retired_cases: ownCases },
      );
    },
  );
};

function refuseRepetition(what: string, known: Erratum | undefined, undo: boolean): void {
  if (undo && known === undefined)
    throw new UsageError("not-retired", `Cannot take back the retirement of ${what}: it is not retired.`);
  if (!undo && known !== undefined) {
    throw new UsageError(
      "already-retired",
      `Cannot retire ${what}: it was retired on ${known.date} (${known.reason}).`,
      { hint: "Take that back with --undo to give another reason." },
    );
  }
}

/** A case that grades nobody cannot be retired, nor the last that does. */
function refuseCase(task: LoadedTask, caseId: string): void {
  const ids = task.gradedIds();
  const { id } = task.record;
  if (!ids.includes(caseId)) {
    const nearest = findNearestName(caseId, ids);
    throw new UsageError(
      "unknown-case",
      `Cannot retire case ${caseId} of ${id}: none of its ${ids.length} cases is called so.`,
      {
        hint:
          nearest === undefined
            ? "The rows of a run name the cases under tests."
            : `Did you mean ${nearest}?`,
      },
    );
  }
  if (ids.length > 1) return;
  throw new UsageError(
    "last-case",
    `Cannot retire case ${caseId} of ${id}: it is the last that grades the task.`,
    {
      hint: "Retire the task itself: leave --case out.",
    },
  );
}

function neededReason(reason: string | undefined): string {
  if (reason !== undefined && reason.trim() !== "") return reason;
  throw new UsageError("reason-needed", "Cannot retire anything without a reason.", {
    hint: 'For example: --reason "the expected result depends on the locale"',
  });
}

type Count = { readonly retired_tasks: number } | { readonly retired_cases: number };

function describe(erratum: Erratum, what: string, count: Count): CommandResult {
  const { action, reason } = erratum;
  const isRetired = action === "retired" || action === "case_retired";
  const text = isRetired ? `Retired ${what}: ${reason}.` : `Restored ${what}.`;
  return {
    exitCode: 0,
    document: { ...erratum, ...count },
    text: `${text.replace(/\.\.$/, ".")}\n${describeCount(count)}`,
  };
}

function describeCount(count: Count): string {
  const [number, noun, whole] =
    "retired_tasks" in count ? [count.retired_tasks, "task", "set"] : [count.retired_cases, "case", "task"];
  return `${number} ${noun}${number === 1 ? "" : "s"} of this ${whole} ${number === 1 ? "is" : "are"} retired now.`;
}
