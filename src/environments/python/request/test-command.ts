import { splitWords, withoutLeftOut } from "../pytest-configuration.ts";
import type { RepositoryFiles } from "../../repository-files.ts";

// Tests run under pytest, in the sandbox, with plug-ins of ours that see every outcome and call. So a test command is a
// command line of pytest's: what it selects and its options are used, the program itself is started as always.

/** A test command as words after the program. */
export type TestCommand =
  | { readonly status: "read"; readonly words: readonly string[] }
  | { readonly status: "refused"; readonly problem: string };

const SHELL = /^(?:&&|\|\|?|;|&|[<>].*|\d?>.*|.*;)$/;

/** Reads the text of a test command. Options that report, measure, stop early or spread tests over processes are left out. */
export function readTestCommand(text: string): TestCommand {
  const words = splitWords(text);
  const refused = (problem: string): TestCommand => ({ status: "refused", problem });
  if (words[0] !== undefined && /^[A-Za-z_]\w*=/.test(words[0]))
    return refused(`variables are given by env (${words[0]}), not before the command`);
  const rest = withoutProgram(words);
  if (rest === undefined)
    return refused(
      `"${text}" is no command line of pytest's: write pytest, its options and what to run, as in "pytest tests/unit -k 'not slow'" (tests of unittest run under pytest too)`,
    );
  if (rest.some((word) => SHELL.test(word)) || /[`$]/.test(text))
    return refused("one command of pytest's is expected, without a shell's && | ; > $");
  return { status: "read", words: withoutLeftOut(rest) };
}

function withoutProgram(words: readonly string[]): readonly string[] | undefined {
  const [first = "", second, third] = words;
  if (/^(?:pytest|py\.test)$/.test(first)) return words.slice(1);
  const isModule =
    /^python(?:3(?:\.\d+)?)?$/.test(first) && second === "-m" && /^(?:pytest|py\.test)$/.test(third ?? "");
  return isModule ? words.slice(3) : undefined;
}

/** Options of pytest's own whose value is the next word. */
const TAKES_VALUE =
  /^(?:-k|-m|-p|-o|-W|--override-ini|--ignore|--ignore-glob|--deselect|--import-mode|--pythonwarnings|--keyword)$/;

/**
 * Tells options from what is to be run: a word is an option's value behind an option that takes one, and behind any other
 * option where it is no file or folder of the tree.
 */
export function splitTestCommand(
  words: readonly string[],
  files: RepositoryFiles,
): { readonly options: readonly string[]; readonly selection: readonly string[] } {
  const options: string[] = [];
  const selection: string[] = [];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? "";
    const isBehindOption = before.startsWith("-") && !before.includes("=");
    const isValue = isBehindOption && (TAKES_VALUE.test(before) || !isInTree(word, files));
    (word.startsWith("-") || isValue ? options : selection).push(word);
  }
  return { options, selection };
}

function isInTree(word: string, files: RepositoryFiles): boolean {
  const path = (word.split("::")[0] ?? "").replace(/^\.\//, "").replace(/\/$/, "");
  return path === "." || files.has(path) || files.paths.some((known) => known.startsWith(`${path}/`));
}
