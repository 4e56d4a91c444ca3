import type { ReadRun } from "../clues/runs.ts";
import type { RepositoryFiles } from "../../repository-files.ts";
import { splitTestCommand } from "../request/test-command.ts";

/** Options of pytest, and of plug-ins, that leave out no test. */
const HARMLESS: readonly RegExp[] = [
  /^-p(?!=?no:)/,
  /^-W/,
  /^--(?:import-mode|ds|dc|asyncio-mode|doctest-glob)=/,
  /^--(?:doctest-modules|doctest-plus|reuse-db|create-db|no-?migrations)$/,
];
/** Those whose value is the next word. */
const WITH_VALUE = /^(?:-p|-W|-o|--override-ini)$/;
const SETTING = /^(?:asyncio_mode|filterwarnings|pythonpath)=/;

/** What speaks against a command that is to run all tests; undefined where nothing does. How many it finds is looked at when it has run. */
export function findTestCommandProblem(
  { kind, words }: Extract<ReadRun, { readonly status: "read" }>,
  files: RepositoryFiles,
): string | undefined {
  if (kind === "script") return undefined;
  const { options, selection } = splitTestCommand(words, files);
  const part = selection.find((word) => word.includes("::"));
  if (part !== undefined) return `${part} is a part of the tests: all are to run`;
  const outside = selection.find((word) => !isInTree(word, files));
  if (outside !== undefined) return `${outside} is no file or folder of the repository`;
  const other = options.find((word, index) => !isHarmless(word, options[index - 1] ?? ""));
  return other === undefined
    ? undefined
    : `the option ${other} may leave out tests or is not known: these may be given: -p PLUGIN, -W FILTER, --import-mode=MODE, --ds=MODULE, --asyncio-mode=MODE, --doctest-modules, -o KEY=VALUE of ${SETTINGS}`;
}

const SETTINGS = "asyncio_mode, filterwarnings, pythonpath";

function isHarmless(word: string, before: string): boolean {
  if (before === "-o" || before === "--override-ini") return SETTING.test(word);
  if (before === "-p") return !word.startsWith("no:");
  if (WITH_VALUE.test(before)) return true;
  return WITH_VALUE.test(word) || HARMLESS.some((pattern) => pattern.test(word));
}

function isInTree(word: string, files: RepositoryFiles): boolean {
  const path = word.replace(/^\.\//, "").replace(/\/$/, "");
  return path === "." || files.has(path) || files.paths.some((known) => known.startsWith(`${path}/`));
}
