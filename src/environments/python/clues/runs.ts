import { posix } from "node:path";

import type { RepositoryPath } from "../../../base/index.ts";
import { findTellingLines, type TellingLine } from "../../declared-commands.ts";
import { placeOf, type Place } from "../../evidence-lines.ts";
import { readIni, type RepositoryFiles } from "../../repository-files.ts";
import { splitWords } from "../pytest-configuration.ts";
import { readTestCommand, splitTestCommand } from "../request/test-command.ts";
import { hasOwnTestCommand } from "../setup-script.ts";
import { fromToxRoot } from "../tox-substitutions.ts";
import { configuredNose, readNoseWords, type NoseRun } from "./nose.ts";

/** A command with which a repository's own files run its tests. */
export type DeclaredRun = NoseRun | OtherRun;

interface OtherRun extends Place {
  /** `script`: a program of Python's that runs tests of unittest or Django. */
  readonly kind: "pytest" | "script";
  /** Behind the program: of a script its path, or `-m` and a module, and its own words. */
  readonly words: readonly string[];
}

/** A run as it is typed. */
export function describeRun({ kind, words }: DeclaredRun): string {
  return [PROGRAMS[kind], ...words].join(" ");
}

/** A command of the script of setuptools is a run by itself where the script makes it. */
export const SETUP_SCRIPT = "setup.py";

const PROGRAMS = { pytest: "pytest", nose: "nosetests", script: "python" } as const;

const PYTEST = /(?:^|[\s"'`/])(?:python[\d.]*\s+-m\s+)?(?:pytest|py\.test)(?=\s|$)/;
const SCRIPT =
  /(?:^|[\s"'`/])(?:(?:coverage\s+run|python[\d.]*|\{?envpython\}?)\s+)(?=(?:-\S+\s+)*(?:\S*(?:manage|run_?tests?|tests?|test_\w+|setup)\.py\b|\S*[-_/]test(?:s|cases?|suite)?(?=\s|$)|-m\s+(?:(?:unittest|django|nose|tests?)\b|[\w.]+\.\w*[Tt]ests?(?=\s|$))))|(?:^|\s)(?=(?:\.\/)?(?:manage|run_?tests)\.py\s)|(?:^|\s)(?=django-admin(?:\.py)?\s+test\b)/;

/** Commands of tox, then of workflows, makefiles and documentation, in the order in which they are believed. */
export function findRuns(files: RepositoryFiles): readonly DeclaredRun[] {
  const lines = [...toxLines(files), ...commandLines(files)];
  const commands = lines.flatMap(({ text, path, line }): DeclaredRun[] => {
    const ofNose = readNoseWords(text);
    if (ofNose !== undefined)
      return coversTests(ofNose, files) ? [{ kind: "nose", words: ofNose, path, line }] : [];
    const script = SCRIPT.exec(text);
    if (script !== null) {
      const words = scriptWords(splitWords(text.slice(script.index + script[0].length)), files);
      return words === undefined ? [] : [{ kind: "script", words, path, line }];
    }
    const pytest = PYTEST.exec(text);
    if (pytest === null) return [];
    const words = splitWords(text.slice(pytest.index + pytest[0].length));
    return words.some((word) => NOT_PLAIN.test(word) || word === "-k") || !coversTests(words, files)
      ? []
      : [{ kind: "pytest", words, path, line }];
  });
  const found = [...commands, ...configuredNose(files)];
  const keys = found.map(({ kind, words }) => [kind, ...words].join(" "));
  return found.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** Whether tests are run by pytest, or written for it. */
export function namesPytest(files: RepositoryFiles, runs: readonly DeclaredRun[]): boolean {
  return (
    runs.some(({ kind }) => kind === "pytest") ||
    files.paths.some((path) => path.endsWith(".py") && IMPORTS_PYTEST.test(files.text(path) ?? ""))
  );
}

const IMPORTS_PYTEST = /^\s*(?:import|from) pytest\b/m;

/** The plainest script of the tree that runs its tests, where nothing is written for pytest, and pytest would find less than half of them by the names of their files. */
export function declaredScript(
  files: RepositoryFiles,
  testFiles: readonly RepositoryPath[],
  runs: readonly DeclaredRun[],
): DeclaredRun | undefined {
  const scripts = runs.filter(
    ({ kind, words: [first = ""] }) => kind === "script" && first.endsWith(".py") && first !== SETUP_SCRIPT,
  );
  if (scripts.length === 0 || namesPytest(files, runs)) return undefined;
  const testsIn = (paths: readonly RepositoryPath[]): number =>
    paths.reduce((sum, path) => sum + (files.text(path)?.match(TEST) ?? []).length, 0);
  const found = testsIn(testFiles.filter((path) => NAMED_FOR_PYTEST.test(path)));
  return found < testsIn(testFiles) / 2
    ? scripts.toSorted((a, b) => a.words.length - b.words.length)[0]
    : undefined;
}

const TEST = /^[ \t]*(?:async[ \t]+)?def test/gmu;
const NAMED_FOR_PYTEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/u;

/** A command as somebody types it, told apart. */
export type ReadRun =
  | ({ readonly status: "read" } & Pick<DeclaredRun, "kind" | "words">)
  | { readonly status: "refused"; readonly problem: string };

/** Reads a command that runs tests: pytest's, nose's, or a program of the tree or of the standard library that does. */
export function readRun(text: string, files: RepositoryFiles): ReadRun {
  const ofNose = readNoseWords(text.trim());
  if (ofNose !== undefined) return { status: "read", kind: "nose", words: ofNose };
  const script = SCRIPT.exec(text.trim());
  if (script?.index !== 0) {
    const read = readTestCommand(text);
    return read.status === "refused" ? read : { status: "read", kind: "pytest", words: read.words };
  }
  const words = scriptWords(splitWords(text.trim().slice(script[0].length)), files);
  if (words !== undefined) return { status: "read", kind: "script", words };
  return { status: "refused", problem: `"${text}" runs no file of the repository that runs tests` };
}

/** What only a shell or a tool would make a word of. */
const NOT_PLAIN = /[{}$`;&|<>()]/;

/** Share of the files that look like tests that must lie where a command looks for them: one of several commands that run a part each says nothing of the whole. */
const MOST = 0.8;

function coversTests(words: readonly string[], files: RepositoryFiles): boolean {
  const { selection } = splitTestCommand(words, files);
  const tests = files.paths.filter(
    (path) => path.endsWith(".py") && /^(?:test_.*|.*_test|tests)\.py$/.test(posix.basename(path)),
  );
  const places = selection.map((word) => (word.split("::")[0] ?? "").replace(/^\.\//, "").replace(/\/$/, ""));
  const covered = tests.filter((path) =>
    places.some((place) => place === "." || path === place || path.startsWith(`${place}/`)),
  );
  return places.length === 0 || covered.length >= MOST * tests.length;
}

function toxLines(files: RepositoryFiles): TellingLine[] {
  return Object.entries(readIni(files, "tox.ini"))
    .filter(([name]) => name.startsWith("testenv"))
    .flatMap(([, { commands = "" }]) => readToxCommands(files, commands));
}

/** The commands of a setting of tox's, each with its line. */
export function readToxCommands(files: RepositoryFiles, commands: string): readonly TellingLine[] {
  const text = files.text("tox.ini") ?? "";
  return commands
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .map((line) => ({ text: withoutSubstitutions(line), ...placeOf("tox.ini", text, line.trim()) }));
}

/** A line of tox's as the commands of others are: without factors, signs and what tox puts in. */
function withoutSubstitutions(line: string): string {
  return fromToxRoot(line)
    .replace(/^\s*(?:[\w{},.!-]+:\s+)?-?\s*/, "")
    .replaceAll(/\{posargs:?([^{}]*)\}|\[\]/g, "$1")
    .replaceAll(/\{envpython\}/g, "python")
    .replaceAll(/\{(?:envbindir|env_bin_dir)\}\//g, "")
    .trim();
}

/** Of workflows, makefiles and documentation, without what stands before a command there. */
function commandLines(files: RepositoryFiles): TellingLine[] {
  return findTellingLines(files, [/^noxfile\.py$/]).flatMap((each) =>
    branchesOf(withoutPrompt(each.text)).map((text) => ({
      ...each,
      text: text.split(/\s(?:&&|\|\|?|;|#)/)[0] ?? "",
    })),
  );
}

/** The commands of a line that a shell runs, of all branches of a condition in it. */
export function plainCommands(line: string): readonly string[] {
  return branchesOf(withoutPrompt(line)).flatMap((text) =>
    (text.split(/\s#/)[0] ?? "")
      .split(/\s*(?:&&|\|\|?|;)\s*/)
      .map((command) => command.trim())
      .filter((command) => command !== ""),
  );
}

/** True for a command that runs tests, or some of them. */
export function isTestRun(text: string): boolean {
  if (/\binstall\s/.test(text)) return false;
  const isOtherSetup = /\bsetup\.py\s+(?!test\b)/.test(text);
  return readNoseWords(text) !== undefined || (SCRIPT.test(text) && !isOtherSetup) || PYTEST.test(text);
}

function withoutPrompt(line: string): string {
  return line.replaceAll(LOOKED_UP, "$1$2").replace(BEFORE_COMMAND, "");
}

/** What a condition in one line chooses between; the line itself where it is none. */
function branchesOf(text: string): readonly string[] {
  return /^if\s.*;\s*then\s/.test(text)
    ? text
        .split(/;\s*(?:then|elif\s.*?;\s*then|else|fi)(?=[\s;]|$)/)
        .slice(1)
        .map((branch) => branch.trim())
    : [text];
}

/** A program by where a shell finds it: "`which django-admin` test". */
const LOOKED_UP = /`(?:which|command -v) ([\w.-]+)`|\$\((?:shell )?(?:which|command -v) ([\w.-]+)\)/g;

const BEFORE_COMMAND = /^\s*(?:-\s+)?(?:(?:run|script|name):\s*)?[@$]?\s*/;

const PYTHON_PROGRAM = /^#!.*\bpython/;

/** A script of the tree with its words, or a module; undefined for anything else. Options of coverage and of the interpreter are left out, and so are a shell's. */
function scriptWords(words: readonly string[], files: RepositoryFiles): readonly string[] | undefined {
  if (words.some((word) => NOT_PLAIN.test(word))) return undefined;
  const first = words.findIndex(
    (word) =>
      (word.endsWith(".py") && !word.startsWith("-")) ||
      word === "-m" ||
      word.startsWith("django-admin") ||
      PYTHON_PROGRAM.test(files.text(word.replace(/^\.\//, "")) ?? ""),
  );
  if (first < 0) return undefined;
  const chosen = words.slice(first);
  if (chosen[0]?.startsWith("django-admin") === true) return ["-m", "django", ...chosen.slice(1)];
  if (chosen[0] === "-m") return isModuleOfTests(chosen[1], files) ? chosen : undefined;
  const path = (chosen[0] ?? "").replace(/^\.\//, "");
  if (!files.has(path)) return undefined;
  if (/(?:^|\/)setup\.py$/.test(path)) {
    if (chosen[1] !== "test") return undefined;
    const isOwn = path === SETUP_SCRIPT && hasOwnTestCommand(files.text(path) ?? "");
    return isOwn ? [path, ...chosen.slice(1)] : ["-m", "unittest", "discover"];
  }
  const isTest = path.endsWith("manage.py") ? chosen[1] === "test" : true;
  return isTest ? [path, ...chosen.slice(1)] : undefined;
}

/** A program of another's, or one of the tree: of a package that says by its name that it tests. */
function isModuleOfTests(module: string | undefined, files: RepositoryFiles): boolean {
  if (module === undefined) return false;
  if (!module.includes(".")) return true;
  const path = module.replaceAll(".", "/");
  const ends = [`${path}.py`, `${path}/__main__.py`];
  return files.paths.some((each) => ends.some((end) => each === end || each.endsWith(`/${end}`)));
}
