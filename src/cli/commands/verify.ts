import type { VerifyReport } from "../../curation/index.ts";
import type { AddCommand } from "../command.ts";
import { sandboxOption, workersOption } from "../option-values.ts";
import { renderTable } from "../table.ts";

interface VerifyFlags {
  readonly task?: string;
  readonly upgrade?: boolean;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama verify TASKSET`: proves every task again from nothing. Exit 1 where one fails. */
export const addVerify: AddCommand = (program, attach) => {
  const command = program
    .command("verify")
    .summary("prove a task set again from nothing")
    .description(
      "Builds the environment from its lock, repeats every proof and compares what the reference shows.",
    )
    .argument("<taskset>", "folder of the task set")
    .option("--task <id>", "one task instead of all: its id, or the start of one")
    .option(
      "--upgrade",
      "first write records of earlier formats in today's; old runs judge their tasks again",
    )
    .addOption(workersOption())
    .addOption(sandboxOption());
  attach<[string], VerifyFlags>(command, async (context, [taskSet], { task, upgrade, workers, sandbox }) => {
    const { verifyTaskSet } = await import("../../curation/index.ts");
    const report = await verifyTaskSet({ taskSet, task, upgrade, workers, sandbox }, context);
    const failures = report.failed.map(({ task_id, reason, detail }) => [task_id, reason, detail]);
    const headings = ["task", "reason", "detail"].map((heading) => ({ heading }));
    const written = report.upgraded === 0 ? "" : `${report.upgraded} records written in today's format; `;
    const summary = `${written}${report.proven} of ${report.tasks} tasks proven again in ${report.task_set}${describeRetired(report.retired)}`;
    return {
      exitCode: report.failed.length === 0 ? 0 : 1,
      document: report,
      text: failures.length === 0 ? summary : `${renderTable(headings, failures)}\n\n${summary}`,
    };
  });
};

/** Errata leave tasks and proofs as they are: they take them out of scores. */
function describeRetired({ tasks, cases }: VerifyReport["retired"]): string {
  const ofTasks = tasks.length === 0 ? [] : [`${tasks.length} of these tasks`];
  const ofCases = Object.values(cases).flat().length;
  const all = [
    ...ofTasks,
    ...(ofCases === 0 ? [] : [`${ofCases} cases of ${Object.keys(cases).length} others`]),
  ];
  return all.length === 0 ? "" : `\n  retired since, and in no score: ${all.join(", ")}`;
}
