import { InvalidArgumentError, type Command } from "commander";

import { asHostPath } from "../base/index.ts";
import type { Asked } from "../curation/index.ts";
import { askedReleases, type LanguageName } from "../languages/index.ts";
import type { CommandContext } from "./command.ts";

/** What is said of a source's environment, as commander parsed it. */
export type EnvironmentRequestFlags = { readonly [Name in LanguageName]?: string } & {
  readonly with?: string[];
  readonly testCommand?: string;
  readonly env?: Record<string, string>;
  readonly submodules?: boolean;
  readonly config?: string;
};

/** Adds what can be said of a source's environment. The same keys stand in a `diorama.toml`. */
export function addEnvironmentOptions(command: Command): Command {
  command.option(
    "--with <requirement>",
    'install this too: a requirement, ".[EXTRA]" or "-r FILE"; may be repeated',
    (text: string, before?: string[]) => [...(before ?? []), text],
  );
  for (const [name, how] of Object.entries(askedReleases)) command.option(`--${name} <version>`, how);
  return command
    .option("--test-command <command>", "how the tests are run: the framework, options and what to run")
    .option(
      "--env <name=value>",
      "variable that programs of the source see; stored in the task set, so no secrets; may be repeated",
      readVariable,
    )
    .option("--submodules", "bring the submodules of a git source, each from its own URL")
    .option("--config <file>", "read these options from here (default: diorama.toml at the source's root)");
}

function readVariable(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("NAME=VALUE is expected.");
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** What was asked for, with the lines of files that the user has. Throws `bad-setting`, `unknown-setting`, `unreadable-settings`. */
export async function readAsked(
  { with: required, testCommand, env, submodules, config, ...flags }: EnvironmentRequestFlags,
  { logger, progress }: Pick<CommandContext, "logger" | "progress">,
): Promise<Asked> {
  const { looksSecret, mergeRequests, parseRequest, readRequestFile, withFilesOf } =
    await import("../environments/index.ts");
  const releases = Object.entries(flags).filter(([name]) => Object.hasOwn(askedReleases, name));
  const typed = {
    with: required,
    ...Object.fromEntries(releases),
    "test-command": testCommand,
    env,
    submodules,
  };
  const given = Object.entries(typed).filter(([, value]) => value !== undefined);
  const ofFile = config === undefined ? {} : readRequestFile(config, logger);
  const ofFlags = parseRequest(Object.fromEntries(given), undefined);
  const requested = mergeRequests(ofFile, withFilesOf(asHostPath(process.cwd()), ofFlags, logger));
  for (const name of Object.keys(requested.env ?? {}).filter(looksSecret))
    progress.note(`Warning: the value of ${name} is stored as it is in the task set. Give no secrets.`);
  return { requested, hasFile: config !== undefined };
}
