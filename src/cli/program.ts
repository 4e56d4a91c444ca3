import { Command, CommanderError } from "commander";

import { isSystemError, quoteWord, type LogLevel } from "../base/index.ts";
import { toolVersion } from "../store/index.ts";
import type { AddCommand, Attach, CommandResult } from "./command.ts";
import { loadCommands } from "./commands.ts";
import { describeError, type ErrorDocument } from "./describe-error.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { createLineLogger } from "./log-lines.ts";
import { programName } from "./program-name.ts";
import { showProgress } from "./progress.ts";

/** The streams and the command line of one invocation. */
export interface Invocation {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

interface GlobalOptions {
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

/** Runs one command line and gives the exit code: 0 done, 1 the answer is no, 2 could not, 130 interrupted. */
export async function runProgram(invocation: Invocation): Promise<number> {
  let exitCode = 0;
  // What cannot be printed is no reason to lose work; the result itself is checked where it is written.
  for (const stream of [invocation.stdout, invocation.stderr]) stream.on("error", () => undefined);
  const program = createProgram(invocation, await loadCommands(invocation.argv), (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...invocation.argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (invocation.argv.includes("--json")) writeError(invocation, describeBadLine(error));
      return 2;
    }
    const { text, document } = describeError(error);
    invocation.stderr.write(`${text}\n`);
    if (invocation.argv.includes("--json")) writeError(invocation, document);
    return 2;
  }
}

/** The one document on stdout of a command that could not do its work: `{"error": {"code", "message", "hint"?}}`. */
function writeError({ stdout }: Invocation, error: ErrorDocument): void {
  stdout.write(`${JSON.stringify({ error })}\n`);
}

function describeBadLine({ message }: CommanderError): ErrorDocument {
  return {
    code: "bad-command-line",
    message: message.replace(/^error: /, "").replace(/\s*\n\s*/g, " "),
    hint: "Type the command with --help for its options.",
  };
}

function createProgram(
  invocation: Invocation,
  commands: readonly AddCommand[],
  setExitCode: (code: number) => void,
): Command {
  const program = new Command("diorama")
    .description("Turns code repositories into executable coding tasks that are proven to be good.")
    .version(toolVersion(), "--version", "print the version")
    .option("--json", "print one JSON document on stdout")
    .option("--verbose", "log what happens to stderr")
    .option("--debug", "log everything to stderr")
    .helpOption("--help", "show what a command does and its options")
    .helpCommand(false)
    .showHelpAfterError("Type the command with --help for its options.")
    .configureOutput({
      writeOut: (text) => invocation.stdout.write(text),
      writeErr: (text) => invocation.stderr.write(text),
    })
    .exitOverride();
  const attach: Attach = (command, work) => {
    for (const option of program.options.filter(({ long }) => long !== "--version"))
      command.addOption(option);
    command.action(async (...parsed: unknown[]) => {
      const options: GlobalOptions = command.optsWithGlobals();
      const commandArguments = parsed.slice(0, -2) as unknown as Parameters<typeof work>[1];
      const runWork = (context: Parameters<typeof work>[0]): Promise<CommandResult> =>
        work(context, commandArguments, options as Parameters<typeof work>[2]);
      setExitCode(await runCommand(invocation, options, runWork));
    });
  };
  for (const add of commands) add(program, attach);
  return program;
}

async function runCommand(
  invocation: Invocation,
  options: GlobalOptions,
  work: (context: Parameters<Parameters<Attach>[1]>[0]) => Promise<CommandResult>,
): Promise<number> {
  const { stdout, stderr } = invocation;
  const sayHowToGoOn = (): void => {
    const hint = howToGoOn(invocation.argv);
    stderr.write(`Interrupted. ${hint}\n`);
    if (options.json === true) writeError(invocation, { code: "interrupted", message: "Interrupted.", hint });
  };
  const columns = (): number => stderr.columns;
  using progress = showProgress({ stream: stderr, isTerminal: stderr.isTTY, columns });
  using interrupts = listenForInterrupts(() => {
    progress[Symbol.dispose]();
    sayHowToGoOn();
  });
  const logger = createLineLogger(logLevel(options), (line) => progress.print(line));
  try {
    const result = await work({ progress, logger, signal: interrupts.signal });
    progress[Symbol.dispose]();
    await writeResult(stdout, options.json === true ? JSON.stringify(result.document) : result.text);
    return result.exitCode;
  } catch (error) {
    progress[Symbol.dispose]();
    if (interrupts.exitCode !== undefined) {
      sayHowToGoOn();
      return interrupts.exitCode;
    }
    const { text, document } = describeError(error);
    stderr.write(`${text}\n`);
    if (options.json === true) writeError(invocation, document);
    return 2;
  }
}

/** Rejects where stdout cannot take it (a full disk); a reader that has gone away, as `head` does, wants no more. */
async function writeResult(stdout: NodeJS.WriteStream, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stdout.write(`${text}\n`, (error) => {
      if (error === null || error === undefined || isSystemError(error, "EPIPE")) resolve();
      else reject(error);
    });
  });
}

function logLevel({ verbose, debug }: GlobalOptions): LogLevel {
  return debug === true ? "debug" : verbose === true ? "info" : "warn";
}

function howToGoOn(argv: readonly string[]): string {
  const shell = { directory: process.cwd(), searchPath: process.env["PATH"] ?? "" };
  return `To go on, type: ${[programName(shell), ...argv.map(quoteWord)].join(" ")}`;
}
