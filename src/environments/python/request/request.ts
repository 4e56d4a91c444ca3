import { z } from "zod";

import { describeKnownNames, UsageError } from "../../../base/index.ts";
import { findFrameworkOf, testFrameworks } from "../../../languages/index.ts";
import type { EnvironmentRequest } from "../../../spec/index.ts";
import { parseRequirementLine } from "../requirement.ts";
import { isPythonRequest } from "../version-specifier.ts";
import { readTestCommand } from "./test-command.ts";
import { findVariableProblem } from "./variables.ts";

// What a user may ask for where environments are made on their own: by options, or in a `diorama.toml` whose keys are
// the options' names. Values are checked where they are read, so that nothing is installed before a mistake is told.

/** The keys of a `diorama.toml`. */
const requestKeys = z.object({
  with: z.array(z.string("a list of texts is expected"), "a list of texts is expected").optional(),
  python: z.string("a text is expected, in quotes").optional(),
  "test-command": z.string("a text is expected").optional(),
  env: z
    .record(z.string(), z.string("a text is expected, in quotes"), "a table of texts is expected")
    .optional(),
  submodules: z.boolean("true or false is expected").optional(),
});

/** Names of everything that can be asked for, as options and files spell them. */
export const REQUEST_KEYS: readonly string[] = Object.keys(requestKeys.shape);

/**
 * Reads what was asked for. `where` names its origin in errors (a file; undefined: the command line). Throws `unknown-setting` and
 * `bad-setting`.
 */
export function parseRequest(
  values: Readonly<Record<string, unknown>>,
  where: string | undefined,
): EnvironmentRequest {
  const unknown = Object.keys(values).find((key) => !REQUEST_KEYS.includes(key));
  if (unknown !== undefined)
    throw new UsageError(
      "unknown-setting",
      `Cannot use ${where ?? "the options"}: there is no key "${unknown}".`,
      {
        hint: describeKnownNames(unknown, REQUEST_KEYS),
      },
    );
  const { success, data, error } = requestKeys.safeParse(values);
  if (!success) {
    const [issue] = error.issues;
    throw badSetting(issue?.path.join(".") ?? "", issue?.message ?? "it cannot be read", where);
  }
  const refuse = (key: string, problem: string | undefined): void => {
    if (problem !== undefined) throw badSetting(key, problem, where);
  };
  for (const text of data.with ?? []) refuse("with", findRequirementProblem(text));
  if (data.python !== undefined && !isPythonRequest(data.python))
    refuse("python", `"${data.python}" is no release: write 3.9, 3.9.18 or bounds such as >=3.8,<3.10`);
  for (const [name, value] of Object.entries(data.env ?? {})) refuse("env", findVariableProblem(name, value));
  const { "test-command": command, ...rest } = data;
  if (command !== undefined) {
    const framework = findFrameworkOf(command.trim().split(/\s/)[0] ?? "");
    const isOther = framework !== undefined && framework !== testFrameworks.pytest;
    const read = isOther ? undefined : readTestCommand(command);
    refuse("test-command", read?.status === "refused" ? read.problem : undefined);
  }
  return onlyGiven({ ...rest, test_command: command });
}

/** Both together: lists add up, of two values for the same thing that of `stronger` holds. */
export function mergeRequests(weaker: EnvironmentRequest, stronger: EnvironmentRequest): EnvironmentRequest {
  const required = [...(weaker.with ?? []), ...(stronger.with ?? [])];
  const env = { ...weaker.env, ...stronger.env };
  return onlyGiven({
    ...weaker,
    ...stronger,
    with: required.length === 0 ? undefined : [...new Set(required)],
    env: Object.keys(env).length === 0 ? undefined : env,
  });
}

/** True where nothing was asked for. */
export function isEmptyRequest(request: EnvironmentRequest): boolean {
  return Object.keys(request).length === 0;
}

/** Without what says nothing, so that asking for nothing is the same however it was typed. */
function onlyGiven(request: {
  readonly [K in keyof EnvironmentRequest]: EnvironmentRequest[K] | undefined;
}): EnvironmentRequest {
  const { with: required, python, test_command: command, env, submodules, directory } = request;
  return {
    ...(required === undefined || required.length === 0 ? {} : { with: required }),
    ...(python === undefined ? {} : { python }),
    ...(command === undefined ? {} : { test_command: command }),
    ...(env === undefined || Object.keys(env).length === 0 ? {} : { env }),
    ...(submodules === true ? { submodules } : {}),
    ...(directory === undefined ? {} : { directory }),
  };
}

function findRequirementProblem(text: string): string | undefined {
  const line = parseRequirementLine(text);
  if (line.kind !== "ignored") return undefined;
  const reason = { empty: "it is empty" }[line.reason] ?? line.reason;
  return `"${text}" is no requirement that can be installed (${reason}): write NAME, NAME==VERSION, .[EXTRA] or -r FILE`;
}

function badSetting(key: string, problem: string, where: string | undefined): UsageError {
  const what = where === undefined ? `--${key}` : `"${key}" in ${where}`;
  return new UsageError("bad-setting", `Cannot use ${what}: ${problem}.`);
}
