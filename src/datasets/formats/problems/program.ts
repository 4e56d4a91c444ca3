import { readFileSync } from "node:fs";

import type { Problem, ProblemSuite } from "./problem.ts";

let checker: string | undefined;

/** How a program that checks a solution says that it ended: none of these where the solution ended it. */
export type CheckEnd =
  | { readonly status: "passed" }
  | { readonly status: "cut-short" }
  | { readonly status: "not-built" | "import-failed" | "failed"; readonly message: string };

/**
 * The program that runs a solution with a suite of its problem. It ends with an exit message that begins with `word`, which the solution is not told: solution
 * and tests share the process, so that a solution that looks for it can find it.
 */
export function writeCheckProgram(
  { entryPoint, reference }: Problem,
  { checks }: ProblemSuite,
  { solution, word }: { readonly solution: string; readonly word: string },
): string {
  checker ??= readFileSync(new URL("check_solution.py", import.meta.url), "utf8");
  const job = {
    word,
    solution,
    checks,
    entry_point: entryPoint,
    ...(checks.kind === "inputs" ? { reference } : {}),
  };
  return `${checker}\n\ncheck(json.loads(${JSON.stringify(JSON.stringify(job))}))\n`;
}

const END = /^(?<status>passed|not-built|import-failed|failed)(?: (?<message>.*))?$/s;

/** Reads the exit message of such a program. */
export function readCheckEnd(exitMessage: string, word: string): CheckEnd {
  const said = exitMessage.startsWith(`${word} `) ? END.exec(exitMessage.slice(word.length + 1)) : null;
  const { status, message = "" } = said?.groups ?? {};
  if (status === "passed") return { status };
  if (status === "not-built" || status === "import-failed" || status === "failed") return { status, message };
  return { status: "cut-short" };
}
