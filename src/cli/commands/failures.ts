import { resolve } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { addAskingOptions, readAskingOptions, type AskingFlags } from "../asking-options.ts";
import type { AddCommand } from "../command.ts";

interface FailuresFlags extends AskingFlags {
  readonly taskSet?: string;
  readonly model?: string;
}

/** `diorama failures RUN`: why answers of a run are wrong. */
export const addFailures: AddCommand = (program, attach) => {
  const command = program
    .command("failures")
    .summary("tell why the wrong answers of a run are wrong")
    .description(
      "Classes each wrong answer of a run: format, wrong function, version mismatch, boundary case, wrong logic, unclear instruction. Rules decide first; a model may be asked where they do not.",
    )
    .argument("<run>", "folder of a run")
    .option("--model <spec>", "the model that is asked where no rule decides (default: nobody is)")
    .option("--task-set <dir>", "where the task set of the run is now");
  addAskingOptions(command);
  attach<[string], FailuresFlags>(command, async (context, [run], flags) => {
    const { classifyFailures, describeFailures } = await import("../../evaluation/index.ts");
    const { model: spec, taskSet } = flags;
    const asking = await readAskingOptions(flags, process.env);
    const report = await classifyFailures(
      {
        run: asHostPath(resolve(run)),
        taskSet: taskSet === undefined ? undefined : asHostPath(resolve(taskSet)),
        model: spec === undefined ? undefined : { spec, asking },
      },
      context,
    );
    return { exitCode: 0, document: report, text: describeFailures(report) };
  });
};
