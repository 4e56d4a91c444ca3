import type { RepositoryPath } from "../base/index.ts";
import type { EvidenceItem } from "./build-system.ts";
import type { RepositoryFiles } from "./repository-files.ts";

// Command lines that a repository's own files give: those of its continuous integration first, then its makefile and its documentation.

/** Files that say which commands are run, in the order in which they are believed. */
const TELLING: readonly RegExp[] = [
  /^\.github\/workflows\/[^/]+\.ya?ml$/,
  /^\.(?:travis|gitlab-ci|cirrus|appveyor)\.ya?ml$|^\.circleci\/config\.yml$|^appveyor\.yml$|^\.builds\/[^/]+\.yml$/,
  /^(?:GNU)?[Mm]akefile$|^[Jj]ustfile$|^(?:ci|scripts?|\.ci)\/[\w.-]+\.sh$/,
  /^(?:CONTRIBUTING|README|INSTALL|HACKING)(?:\.\w+)?$/i,
];

/** A command as a file gives it. */
export interface DeclaredCommand {
  readonly path: RepositoryPath;
  /** 1-based. */
  readonly line: number;
  /** Behind the words that `program` matched, up to the end of the command. */
  readonly words: readonly string[];
}

/** Commands that begin as `program` says, in the files that tell commands. Those with variables of a shell are passed over. */
export function findCommands(files: RepositoryFiles, program: RegExp): readonly DeclaredCommand[] {
  const telling = TELLING.flatMap((pattern) => files.paths.filter((path) => pattern.test(path)));
  return telling.flatMap((path) =>
    joinContinued(files.text(path) ?? "").flatMap(({ text, line }) => {
      const match = program.exec(text);
      const rest = match === null ? undefined : text.slice(match.index + match[0].length);
      if (rest === undefined || (rest !== "" && !/^[\s"'`;&|]/.test(rest))) return [];
      const command = rest.split(/&&|\|\||[;|<>`#)]|2>/)[0] ?? "";
      if (/[$%{}*]/.test(command)) return [];
      return [
        {
          path,
          line,
          words: command
            .split(/\s+/)
            .map(unquoted)
            .filter((word) => word !== ""),
        },
      ];
    }),
  );
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
