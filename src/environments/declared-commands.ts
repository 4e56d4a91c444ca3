import type { RepositoryPath } from "../base/index.ts";
import type { EvidenceItem } from "./build-system.ts";
import type { Place } from "./evidence-lines.ts";
import type { RepositoryFiles } from "./repository-files.ts";

// Command lines that a repository's own files give: those of its continuous integration first, then its makefile and its documentation.

/** Files that say which commands are run, in the order in which they are believed. */
const TELLING: readonly RegExp[] = [
  /^\.github\/workflows\/[^/]+\.ya?ml$/,
  /^\.(?:travis|gitlab-ci|cirrus|appveyor|woodpecker)\.ya?ml$|^\.circleci\/config\.yml$|^(?:appveyor|azure-pipelines|circle)\.yml$|^\.builds\/[^/]+\.yml$/,
  /^(?:GNU)?[Mm]akefile$|^[Jj]ustfile$|^(?:ci|scripts?|\.ci)\/[\w.-]+\.sh$/,
  /^(?:CONTRIBUTING|README|INSTALL|HACKING|TESTING)(?:\.\w+)?$|^docs\/contributing\.\w+$/i,
];

/** A command as a file gives it. */
export interface DeclaredCommand extends Place {
  /** Behind the words that `program` matched, up to the end of the command. */
  readonly words: readonly string[];
}

/** A line of a file that tells commands, with those that continue it. */
export interface TellingLine extends Place {
  readonly text: string;
}

/** All lines of the files that tell commands, in the order in which they are believed; `others` are a language's own, believed first. */
export function findTellingLines(
  files: RepositoryFiles,
  others: readonly RegExp[] = [],
): readonly TellingLine[] {
  const telling = [...others, ...TELLING].flatMap((pattern) =>
    files.paths.filter((path) => pattern.test(path)),
  );
  return telling.flatMap((path) =>
    joinContinued(files.text(path) ?? "").map(({ text, line }) => ({ path, line, text })),
  );
}

/** True for a file that sets up what continuous integration runs. */
export function isWorkflow(path: RepositoryPath): boolean {
  return TELLING.slice(0, 2).some((pattern) => pattern.test(path));
}

/** Commands that begin as `program` says, in the files that tell commands. Those with variables of a shell are passed over. */
export function findCommands(files: RepositoryFiles, program: RegExp): readonly DeclaredCommand[] {
  return findTellingLines(files).flatMap(({ path, line, text }) => {
    const match = program.exec(text);
    const rest = match === null ? undefined : text.slice(match.index + match[0].length);
    if (rest === undefined || (rest !== "" && !/^[\s"'`;&|]/.test(rest))) return [];
    const command = rest.split(/&&|\|\||[;|<>`#)]|2>/)[0] ?? "";
    if (/[$%{}*]/.test(command)) return [];
    const words = command
      .split(/\s+/)
      .map(unquoted)
      .filter((word) => word !== "");
    return [{ path, line, words }];
  });
}

/** How a command stands among the evidence. */
export function asEvidence({ path, line, words }: DeclaredCommand, program: string): EvidenceItem {
  return { path, line, says: [program, ...words].join(" ") };
}

/** Lines with those that a backslash continues put together, each with the number of its first. */
function joinContinued(text: string): { readonly text: string; readonly line: number }[] {
  const joined: { text: string; line: number }[] = [];
  let isContinued = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const last = joined.at(-1);
    const content = line.replace(/\\$/, " ");
    if (isContinued && last !== undefined) last.text += content;
    else joined.push({ text: content, line: index + 1 });
    isContinued = line.endsWith("\\");
  }
  return joined;
}

function unquoted(word: string): string {
  return word.replaceAll(/^["']+|["']+$/g, "");
}
