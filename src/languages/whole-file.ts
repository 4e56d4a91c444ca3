import type { LexicalForm } from "./completion-text.ts";
import { codeTexts } from "./completion-text.ts";
import { isElided } from "./elision.ts";
import type { FragmentRefusal, RebuildOutcome, StructuredFile } from "./rewriting.ts";
import type { FileStructure } from "./structure.ts";

/** How the answers of a language are read. */
export interface AnswerForm extends LexicalForm {
  /** What stands in a code text; undefined where nothing can be read. */
  read(code: string): FileStructure | undefined;
}

/** The edit by which an answer that is a whole file takes the place of a file; its byte order mark and its line ends stay. */
export function rebuildWholeFile(file: StructuredFile, form: AnswerForm, answer: string): RebuildOutcome {
  const texts = codeTexts(answer, form).filter((text) => text.trim() !== "");
  if (texts.length === 0) return refuseAnswer(file, "no_code", "it holds no code");
  const readable = texts.flatMap((text) => {
    const structure = form.read(text);
    const isRead =
      structure !== undefined && structure.syntaxErrorLines.length <= file.structure.syntaxErrorLines.length;
    return isRead ? [{ text, names: outerNames(structure) }] : [];
  });
  if (readable.length === 0) return refuseAnswer(file, "not_parsable", "its syntax is wrong");
  const known = outerNames(file.structure);
  const best = readable.find(({ names }) => [...known].every((name) => names.has(name)));
  if (best === undefined) return refuseAnswer(file, "wrong_definition", "it lacks definitions of the file");
  if (isElided(best.text, file.text, form)) return refuseAnswer(file, "elided", "it leaves out code");
  const start = file.text.startsWith("\uFEFF") ? 3 : 0;
  const text = withLineEnds(best.text, file.text);
  return { status: "rebuilt", form: "file", edits: [{ start, end: Buffer.byteLength(file.text), text }] };
}

function outerNames({ declarations }: FileStructure): ReadonlySet<string> {
  return new Set(declarations.filter(({ parent }) => parent === undefined).map(({ name }) => name));
}

/** Code with `\r\n` for ends of lines where most of a file's are so. */
export function withLineEnds(code: string, file: string): string {
  const wide = file.match(/\r\n/gu)?.length ?? 0;
  const narrow = file.match(/(?<!\r)\n|\r(?!\n)/gu)?.length ?? 0;
  return wide > narrow ? code.replace(/(?<!\r)\n/gu, "\r\n") : code;
}

/** An answer with line ends of one character where most of a file's are so; one that has both kinds stays as it is. */
export function withNarrowEnds(answer: string, file: string): string {
  const isNarrow = withLineEnds("\n", file) === "\n";
  return isNarrow && !/(?<!\r)\n/u.test(answer) ? answer.replaceAll("\r\n", "\n") : answer;
}

/** An answer that is not used; `why` completes "Cannot use the answer for FILE: …". */
export function refuseAnswer(
  { path }: Pick<StructuredFile, "path">,
  reason: FragmentRefusal,
  why: string,
): RebuildOutcome {
  return { status: "refused", reason, message: `Cannot use the answer for ${path}: ${why}.` };
}
