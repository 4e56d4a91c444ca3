import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

import {
  asHostPath,
  quoteWord,
  readGivenText,
  silentProgress,
  UsageError,
  whileWriting,
  type HostPath,
  type Progress,
} from "../../base/index.ts";
import { findTask, readTaskSet, type LoadedTask } from "../../datasets/index.ts";
import type { Attempt, TaskJudge } from "../../evaluation/index.ts";
import { toolVersion } from "../../store/index.ts";
import type { AddCommand, CommandContext, CommandResult } from "../command.ts";
import { askYesOrNo, findEditor, openEditor } from "../editor.ts";
import { sandboxOption } from "../option-values.ts";
import { writePage } from "../write-page.ts";

interface TryFlags {
  readonly file?: string;
  readonly once?: boolean;
  readonly sandbox: string;
}

/** `diorama try TASKSET TASK`: solve a task by hand. Exit 1 where the last attempt is not resolved. */
export const addTry: AddCommand = (program, attach) => {
  const command = program
    .command("try")
    .summary("solve a task by hand, judged each time you leave the editor")
    .description(
      "Opens $VISUAL or $EDITOR on a starting file, judges what you saved, tells the first difference, and opens it again if you like. Without an editor, judges --file once.",
    )
    .argument("<taskset>", "folder of the task set")
    .argument("<task>", "id of a task, or the start of one")
    .option("--file <path>", "file to write the answer in (default: a new temporary one)")
    .option("--once", "judge the file as it stands, without an editor")
    .addOption(sandboxOption());
  attach<[string, string], TryFlags>(command, async (context, [path, id], flags) => {
    const { createTaskJudge, startingFile } = await import("../../evaluation/index.ts");
    using taskSet = readTaskSet(asHostPath(resolve(path)));
    const task = findTask(taskSet, id);
    const retired = taskSet.retired.tasks.get(task.record.id);
    if (retired !== undefined) context.progress.note(`This task is retired: ${retired.reason}`);
    const start = await startingFile(task);
    const editor = flags.once === true ? undefined : findEditor(process.env);
    if (editor === undefined && flags.file !== undefined) readAnswer(asHostPath(resolve(flags.file)));
    const file = provideFile(flags.file, task, start, context.progress);
    if (editor === undefined && flags.file === undefined) throw noEditor(file, path, id);
    await using judge = createTaskJudge(
      { workers: 1, sandbox: flags.sandbox, tool: toolVersion() },
      { ...context, progress: silentProgress },
    );
    return await solve({ task, file, start, editor, judge, context });
  });
};

/** The file to edit; written where it is not there yet. A temporary one stays: it is the user's work. */
function provideFile(
  given: string | undefined,
  task: LoadedTask,
  start: string,
  progress: Progress,
): HostPath {
  const name = task.record.targets[0]?.name.split(".").at(-1) ?? "answer";
  const extension = extname(task.record.targets[0]?.path ?? "");
  const file = asHostPath(
    given === undefined ? join(makeLastingFolder(), `${name}${extension}`) : resolve(given),
  );
  if (existsSync(file)) return file;
  writePage(file, start);
  progress.note(`The starting file is ${file}`);
  return file;
}

function makeLastingFolder(): string {
  const folder = asHostPath(tmpdir());
  return whileWriting(folder, () => mkdtempSync(join(folder, "diorama-try-")));
}

function noEditor(file: HostPath, taskSet: string, task: string): UsageError {
  return new UsageError("no-editor", "Cannot open an editor: neither VISUAL nor EDITOR is set.", {
    hint: `Edit ${file}, then type: diorama try ${[taskSet, task, "--file", file].map(quoteWord).join(" ")}`,
  });
}

interface Session {
  readonly task: LoadedTask;
  readonly file: HostPath;
  readonly start: string;
  readonly editor: string | undefined;
  readonly judge: TaskJudge;
  readonly context: CommandContext;
}

async function solve({ task, file, start, editor, judge, context }: Session): Promise<CommandResult> {
  const { describeAttempt, isResolved, judgeAttempt } = await import("../../evaluation/index.ts");
  context.progress.note("Preparing the judge.");
  await judgeAttempt(judge, task, start, context.signal);
  for (let attempts = 1; ; attempts++) {
    if (editor !== undefined) await openEditor(editor, file);
    const startedAt = performance.now();
    const attempt = await judgeAttempt(judge, task, readAnswer(file), context.signal);
    const durationMs = Math.round(performance.now() - startedAt);
    const words = `${await describeAttempt(task, attempt)}\n${concludes(attempt, isResolved(attempt), durationMs)}`;
    const isLast = editor === undefined || isResolved(attempt);
    if (!isLast) {
      context.progress.note(`\n${words}`);
      if (await askYesOrNo("Edit again? [Y/n] ", context.signal)) continue;
    }
    return {
      exitCode: isResolved(attempt) ? 0 : 1,
      document: describeDocument({ task, file, attempt, attempts, durationMs }),
      text: isLast
        ? words
        : `Not solved after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}; your file is ${file}`,
    };
  }
}

function readAnswer(file: HostPath): string {
  return readGivenText({
    file,
    what: "an answer",
    codes: { file: "unreadable-file", line: "unreadable-file" },
  });
}

function concludes(attempt: Attempt, isSolved: boolean, durationMs: number): string {
  const time = `judged in ${(durationMs / 1000).toFixed(2)} s`;
  if (isSolved) return `Solved; ${time}.`;
  return attempt.status === "judged" ? `Not solved; ${time}.` : `Not solved.`;
}

interface Tried {
  readonly task: LoadedTask;
  readonly file: HostPath;
  readonly attempt: Attempt;
  readonly attempts: number;
  readonly durationMs: number;
}

function describeDocument({ task, file, attempt, attempts, durationMs }: Tried): unknown {
  const base = { task_id: task.record.id, file, attempts, duration_ms: durationMs };
  if (attempt.status !== "judged") {
    const reason = attempt.status === "refused" ? attempt.reason : "environment_failed";
    const verdict = attempt.status === "refused" ? "unresolved" : "environment_failed";
    return { ...base, verdict, reason, message: attempt.message };
  }
  const { visible, hidden } = attempt;
  const count = ({ outcomes }: { readonly outcomes: Readonly<Record<string, string>> }) => ({
    passed: Object.values(outcomes).filter((outcome) => outcome === "passed").length,
    total: Object.keys(outcomes).length,
  });
  return {
    ...base,
    verdict: hidden.verdict,
    reason: hidden.reason ?? null,
    visible: visible === undefined ? null : { ...count(visible), difference: visible.difference ?? null },
    hidden: count(hidden),
  };
}
