import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { throwIfInterrupted, UsageError, type HostPath } from "../base/index.ts";

/** The user's editor as a command line, by the variables that name it everywhere; undefined where none does. */
export function findEditor(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return [environment["VISUAL"], environment["EDITOR"]].find(
    (command) => command !== undefined && command.trim() !== "",
  );
}

/**
 * Opens the editor on a file and waits until it is left. It draws on the terminal that stderr goes to, for stdout holds the result. Throws
 * `UsageError` `editor-failed` where it ends otherwise than with 0.
 */
export async function openEditor(command: string, file: HostPath): Promise<void> {
  const editor = spawn("sh", ["-c", `${command} "$1"`, "sh", file], { stdio: [0, 2, 2] });
  const [exitCode, signal] = (await once(editor, "close")) as [number | null, string | null];
  if (exitCode === 0) return;
  throw new UsageError(
    "editor-failed",
    `Cannot go on: the editor "${command}" ended with ${exitCode ?? signal}.`,
    {
      hint: `What you saved is in ${file}; judge it with --file ${file} --once.`,
    },
  );
}

/** Asks on stderr; an empty answer is yes, the end of stdin is no. Throws `InterruptedError` at Ctrl-C. */
export async function askYesOrNo(question: string, signal: AbortSignal): Promise<boolean> {
  // Not as a terminal: Ctrl-C must reach the program, and the editor opens the terminal anew.
  const reader = createInterface({ input: process.stdin, terminal: false, signal });
  process.stderr.write(question);
  const answer = await new Promise<string | undefined>((resolve) => {
    reader.once("line", resolve);
    reader.once("close", () => resolve(undefined));
  });
  reader.close();
  throwIfInterrupted(signal);
  return answer !== undefined && !/^\s*n/i.test(answer);
}
