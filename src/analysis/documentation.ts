import type { Definition } from "../languages/index.ts";

/** A text file of the repository that is no code. */
export interface DocumentationFile {
  readonly path: string;
  readonly text: string;
}

/** A part of the documentation that mentions a target. */
export interface DocumentationPassage {
  readonly path: string;
  /** 1-based line of its beginning. */
  readonly line: number;
  readonly text: string;
}

/** Longest passage, in lines and in characters. */
const MAX_LINES = 14;
const MAX_CHARACTERS = 1_200;

/** True for documentation by name: text formats, but no lists of changes, licences or requirements. */
export function isDocumentationFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    /\.(?:md|rst|txt)$/i.test(name) &&
    !/^(?:change|changes|changelog|history|news|release|licen[cs]e|copying|notice|authors|contributors|requirements)/i.test(
      name,
    ) &&
    !/(?:^|\/)(?:requirements|licenses|\.github|changes|news|changelog\.d)\//i.test(path)
  );
}

/** Up to `most` passages (paragraphs with the code that follows) that name the target as code, in the order of files. */
export function findPassages(
  files: readonly DocumentationFile[],
  target: Definition,
  most: number,
): readonly DocumentationPassage[] {
  const isMention = mentionOf(target);
  const passages: DocumentationPassage[] = [];
  for (const { path, text } of files) {
    if (!isMention.test(text)) continue;
    for (const passage of splitPassages(path, text)) {
      if (passages.length === most) return passages;
      if (isMention.test(passage.text)) passages.push(passage);
    }
  }
  return passages;
}

/** A function by its name as code; a method only behind its class or a receiver, for its name alone may be anybody's. */
function mentionOf({ name, className }: Definition): RegExp {
  const own = RegExp.escape(name.slice(name.lastIndexOf(".") + 1));
  if (className === undefined)
    return new RegExp(`(?<![\\w.])(?:\\w+\\.)*${own}\\(|[\`:]~?(?:\\w+\\.)*${own}(?:\\(\\))?\``, "u");
  const owner = RegExp.escape(className.slice(className.lastIndexOf(".") + 1));
  return new RegExp(`(?<!\\w)${owner}\\.${own}(?!\\w)`, "u");
}

/** The blank line that ends a paragraph; what stands between fences is one, with its blank lines. */
function endOfParagraph(lines: readonly string[], start: number): number {
  let end = start;
  let isFenced = false;
  while (end < lines.length && (isFenced || lines[end]?.trim() !== "")) {
    if (/^\s*(?:```|~~~)/u.test(lines[end] ?? "")) isFenced = !isFenced;
    end++;
  }
  return end;
}

/** Paragraphs; one that announces code (ends in a colon, or code comes next) takes the next with it. */
function* splitPassages(path: string, text: string): Generator<DocumentationPassage, void, undefined> {
  const lines = text.split("\n");
  let start = 0;
  while (start < lines.length) {
    while (start < lines.length && lines[start]?.trim() === "") start++;
    let end = start;
    while (end < lines.length) {
      end = endOfParagraph(lines, end);
      const goesOn =
        /^\s+\S|^```|^\.\. |^>>>/u.test(lines[end + 1] ?? "") || /:\s*$/u.test(lines[end - 1] ?? "");
      if (!goesOn || end - start >= MAX_LINES) break;
      end++;
    }
    const shown = fitting(lines.slice(start, end)).join("\n").trimEnd();
    if (shown !== "") yield { path, line: start + 1, text: shown };
    start = Math.max(end, start + 1);
  }
}

/** The first lines of a passage, as many as there is room for. No example is cut: it ends before one, or behind the one that it begins with. */
function fitting(lines: readonly string[]): readonly string[] {
  let left = MAX_CHARACTERS;
  const tooLong = lines.findIndex((line) => (left -= line.length + 1) < 0);
  const end = Math.min(MAX_LINES, tooLong === -1 ? lines.length : tooLong);
  if (end === 0) return [lines[0]?.slice(0, MAX_CHARACTERS) ?? ""];
  const isEnd = (line: string): boolean => line.trim() === "" || /^\s*(?:>>>|```|~~~)/u.test(line);
  if (end >= lines.length || isEnd(lines[end] ?? "")) return lines.slice(0, end);
  const begin = lines.slice(0, end).findLastIndex(isEnd);
  if (!/^\s*>>>/u.test(lines[begin] ?? "")) return lines.slice(0, end);
  if (begin > 0) return lines.slice(0, begin);
  const next = lines.findIndex((line, at) => at >= end && isEnd(line));
  const example = next === -1 ? lines : lines.slice(0, next);
  return example.join("\n").length <= MAX_CHARACTERS ? example : [];
}
