import type { RepositoryPath } from "../base/index.ts";
import type { EvidenceItem } from "./build-system.ts";
import type { RepositoryFiles } from "./repository-files.ts";

/** Where a file says something. */
export type Place = Pick<EvidenceItem, "path" | "line">;

/** Numbers of the lines of a text that a pattern matches, 1-based, in order. */
export function linesOf(text: string, pattern: RegExp): number[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

/** The lines of a file that a pattern matches, as evidence; none where there is no such file. */
export function itemsOf(
  files: RepositoryFiles,
  path: RepositoryPath,
  pattern: RegExp,
  says: string,
): EvidenceItem[] {
  return linesOf(files.text(path) ?? "", pattern).map((line) => ({ path, line, says }));
}

/** The beginning of a line of a text, without the white space around it; `line` as `linesOf` has it. */
export function lineAt(text: string, line: number): string {
  return (text.split("\n")[line - 1] ?? "").trim().slice(0, 100);
}

/** Where a text first stands in a file, from its beginning; line 1 where it does not. */
export function placeOf(path: RepositoryPath, text: string, part: string): Place {
  const index = text.indexOf(part);
  return { path, line: index < 0 ? 1 : text.slice(0, index).split("\n").length };
}

/** An item as people read it. */
export function describeItem({ path, line, says }: EvidenceItem): string {
  return `${path}:${line} ${says}`;
}
