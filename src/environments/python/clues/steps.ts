import { findTellingLines, isWorkflow, type TellingLine } from "../../declared-commands.ts";
import type { EvidenceItem } from "../../build-system.ts";
import { readIni, type RepositoryFiles } from "../../repository-files.ts";
import { splitWords } from "../pytest-configuration.ts";
import { isTestRun, plainCommands, readToxCommands } from "./runs.ts";

/** Commands that make files in the tree and that a file of the repository runs before its tests, in their order. */
export interface DeclaredSteps {
  readonly commands: readonly string[];
  readonly goesBy: readonly EvidenceItem[];
}

/** Of each section of tox, job of a workflow, session of nox or rule of a makefile that runs tests, in the order in which they are believed. */
export function findSteps(files: RepositoryFiles): readonly DeclaredSteps[] {
  const sections = [...toxSections(files), ...otherSections(files)];
  const found = sections.flatMap((lines) => {
    const run = lines.findIndex(({ text }) => isTestRun(text));
    // Programs start in another folder then.
    const before = lines.slice(0, Math.max(run, 0));
    if (before.some(({ text }) => /^cd\s+(?!["']?\$\{?GITHUB_WORKSPACE\b)/u.test(text))) return [];
    const steps = before.flatMap(({ text, path, line }) => {
      const command = readStep(text, files);
      return command === undefined ? [] : [{ command, path, line }];
    });
    return steps.some(({ command }) => !command.startsWith("mkdir "))
      ? {
          commands: steps.map(({ command }) => command),
          goesBy: steps.map(({ path, line }) => ({ path, line, says: "runs it before the tests" })),
        }
      : [];
  });
  return [...Map.groupBy(found, ({ commands }) => commands.join("\n")).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** True for a command that nothing but plain words make up: a lock may come from anywhere. */
export function isPlainStep(command: string): boolean {
  return /^[\w./=:@,+*%-]+(?: [\w./=:@,+*%-]+)*$/u.test(command);
}

/** What makes a file of another one, by its name. */
const MAKERS = /^(?:cp|mv|ln|mkdir)$/u;
const TRANSLATOR = /^2to3(?:-[\d.]+)?$/u;
/** Programs of the tree that make files say so by their names. */
const NAMED_FOR_MAKING = /2to3|gen|build|compil|convert|prepare|make|creat|translat/iu;

/** A command as it is run here; undefined where it does not make files in the tree, or not of what the tree has. */
function readStep(text: string, files: RepositoryFiles): string | undefined {
  const words = splitWords(text);
  const command = words.join(" ");
  const [program = "", ...rest] = words;
  if (!isPlainStep(command) || words.some((word) => /^\/|(?:^|\/)\.\.(?:\/|$)/u.test(word))) return undefined;
  const operands = rest.filter((word) => !word.startsWith("-"));
  const target = operands.at(-1) ?? "";
  if (program === "mkdir") return operands.length > 0 ? command : undefined;
  if (MAKERS.test(program))
    return operands.length > 1 &&
      operands.slice(0, -1).every((word) => isThere(word, files)) &&
      !files.has(target)
      ? command
      : undefined;
  if (TRANSLATOR.test(program)) return translating(rest);
  const isPython = /^python[\d.]*$/u.test(program);
  if (isPython && rest[0] === "-m") return rest[1] === "lib2to3" ? translating(rest.slice(2)) : undefined;
  const script = (/^(?:python[\d.]*|sh|bash)$/u.test(program) ? (rest[0] ?? "") : program).replace(
    /^\.\//u,
    "",
  );
  if (!files.has(script) || isTestRun(text)) return undefined;
  const asRun = isPython ? ["python", ...rest] : words;
  if (script === "setup.py") return isPython && rest[1] === "build_ext" ? asRun.join(" ") : undefined;
  if (!NAMED_FOR_MAKING.test(script)) return undefined;
  return program.startsWith("./") || isPython || program !== script ? asRun.join(" ") : `./${command}`;
}

function translating(words: readonly string[]): string | undefined {
  return words.some((word) => /^(?:-\w*w|--write)/u.test(word)) ? ["2to3", ...words].join(" ") : undefined;
}

function isThere(word: string, files: RepositoryFiles): boolean {
  const path = word.replace(/^\.\//u, "").replace(/\/$/u, "");
  const [begin = ""] = path.split("*", 1);
  return (
    files.has(path) || files.paths.some((each) => each.startsWith(path.includes("*") ? begin : `${path}/`))
  );
}

/** The commands of each section of tox's that is an environment, those before among them. */
function toxSections(files: RepositoryFiles): readonly (readonly TellingLine[])[] {
  return Object.entries(readIni(files, "tox.ini"))
    .filter(
      ([name, { changedir, change_dir: folder }]) =>
        name.startsWith("testenv") && (changedir ?? folder) === undefined,
    )
    .map(([, { commands_pre: before = "", commands = "" }]) =>
      readToxCommands(files, `${before}\n${commands}`),
    );
}

const NOX = /^noxfile\.py$/u;

/** The lines of other files, cut where another job, session or rule begins. */
function otherSections(files: RepositoryFiles): readonly (readonly TellingLine[])[] {
  const lines = findTellingLines(files, [NOX]).filter(
    ({ path }) => isWorkflow(path) || NOX.test(path) || path.endsWith("akefile"),
  );
  return [...Map.groupBy(lines, ({ path }) => path).entries()].flatMap(([path, ofFile]) => {
    const begins = isWorkflow(path) ? /^ {2}[\w-]+:\s*$/u : NOX.test(path) ? /^@nox/u : /^[\w./-]+:(?!=)/u;
    const sections: TellingLine[][] = [[]];
    for (const line of ofFile) {
      if (begins.test(line.text)) sections.push([]);
      const texts = NOX.test(path) ? sessionRun(line.text) : plainCommands(line.text);
      sections.at(-1)?.push(...texts.map((text) => ({ ...line, text })));
    }
    return sections;
  });
}

/** What a session of nox runs, where all of its words stand there. */
function sessionRun(text: string): readonly string[] {
  const words = /^\s*session\.run(?:_always)?\(\s*((?:["'][^"']*["']\s*,?\s*)+)(?:\w+\s*=[^)]*)?\)\s*$/u.exec(
    text,
  )?.[1];
  return words === undefined
    ? []
    : [Array.from(words.matchAll(/["']([^"']*)["']/gu), ([, word = ""]) => word).join(" ")];
}
