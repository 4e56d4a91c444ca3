import { resolve } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { unpackTaskSet } from "../../datasets/index.ts";
import { toolVersion } from "../../store/index.ts";
import type { AddCommand } from "../command.ts";

/** `diorama unpack TASKSET --out DIR`: the folders of a packed set, as they were. */
export const addUnpack: AddCommand = (program, attach) => {
  const command = program
    .command("unpack")
    .summary("make folders of a packed task set again")
    .description("Gives the folders that pack was given, byte for byte, and compares each with its digest.")
    .argument("<taskset>", "folder of the packed task set")
    .requiredOption("--out <dir>", "folder of the task set to make");
  attach<[string], { out: string }>(command, async (context, [path], { out }) => {
    const report = await unpackTaskSet(
      { taskSet: asHostPath(resolve(path)), out: asHostPath(resolve(out)), tool: toolVersion() },
      context,
    );
    return {
      exitCode: 0,
      document: report,
      text: [
        ...(report.was_finished ? ["This task set was unpacked before; nothing was left to do.", ""] : []),
        `${report.tasks} tasks in ${report.task_set}`,
      ].join("\n"),
    };
  });
};
