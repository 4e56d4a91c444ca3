import type { Command as Commander } from "commander";

import type { Logger, Progress } from "../base/index.ts";

/** What a command is given beside its own arguments and options. */
export interface CommandContext {
  readonly progress: Progress;
  readonly logger: Logger;
  /** Aborted at the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** What a command leaves: the JSON document, the same for a person, and whether the answer is yes. */
export interface CommandResult {
  readonly exitCode: 0 | 1;
  /** Printed alone on stdout with `--json`. */
  readonly document: unknown;
  /** Printed on stdout without `--json`. */
  readonly text: string;
}

/** The work of a command, with arguments and options as commander parsed them. */
export type CommandWork<Arguments extends readonly unknown[], Options> = (
  context: CommandContext,
  commandArguments: Arguments,
  options: Options,
) => Promise<CommandResult>;

/** Gives a commander command its work: what runs once the line has been parsed. */
export type Attach = <Arguments extends readonly unknown[], Options>(
  command: Commander,
  work: CommandWork<Arguments, Options>,
) => void;

/** One command of the program: a file in `commands/` and a line in `commands.ts`. */
export type AddCommand = (program: Commander, attach: Attach) => void;
