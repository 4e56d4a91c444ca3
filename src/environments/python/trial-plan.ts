import type { RepositoryPath } from "../../base/index.ts";
import { parseCause } from "../../languages/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import type { FailureCause } from "../../spec/index.ts";
import type { TrialPlan } from "../build-system.ts";
import { mostCommonCause } from "../causes.ts";
import { failed, made, succeeded, tailOf, type Step } from "../failures.ts";
import type { DeclaredProject } from "./declared.ts";
import { extensionModules, packagesInNamespaces, topLevelModules } from "./import-roots.ts";
import { guestCommand } from "./guests.ts";

/** What a failure says where there is no code at all. */
export const NOTHING_TO_IMPORT = "The repository has no Python module that could be imported.";

/** Imports the repository's top-level modules. */
export function planImport(
  { files }: DeclaredProject,
  importRoots: readonly RepositoryPath[],
): Pick<TrialPlan, "what" | "check" | "readCheck"> {
  const found = [
    topLevelModules(files, importRoots),
    packagesInNamespaces(files, importRoots),
    extensionModules(files),
  ];
  const modules = found.find((names) => names.length > 0) ?? [];
  return {
    what: modules.join(", "),
    check:
      modules.length === 0
        ? failed("import_failed", NOTHING_TO_IMPORT)
        : made((call) => guestCommand("diorama_imports.py", call, modules)),
    readCheck,
  };
}

function readCheck(outcome: CommandOutcome): Step<readonly string[]> {
  const answers = outcome.stdout.split("\n").flatMap(parseAnswer);
  const imported = answers.flatMap(({ module, isImported }) => (isImported ? [module] : []));
  if (imported.length > 0) return made(imported);
  const messages = answers.map(({ module, message }) => `${module}: ${message}`).join("\n");
  const message = succeeded(outcome) ? messages.slice(-4000) : tailOf(outcome);
  return failed("import_failed", message, mostCommonCause(answers.flatMap(({ cause }) => cause ?? [])));
}

interface ImportAnswer {
  readonly module: string;
  readonly isImported: boolean;
  readonly message: string;
  readonly cause: FailureCause | undefined;
}

function parseAnswer(line: string): ImportAnswer[] {
  try {
    const answer = JSON.parse(line) as Record<string, unknown>;
    return [
      {
        module: String(answer["module"]),
        isImported: answer["imported"] === true,
        message: typeof answer["message"] === "string" ? answer["message"] : "",
        cause: parseCause(answer["cause"]),
      },
    ];
  } catch {
    return [];
  }
}
