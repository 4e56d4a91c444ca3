import type { Declaration, Placing, StructuredFile } from "../../src/languages/index.ts";

/** A definition as its author wrote it, in a file of its language. */
export interface Original {
  readonly file: StructuredFile;
  readonly declaration: Declaration;
  /** What was cut out, and the byte behind it. */
  readonly body: string;
  readonly bodyEnd: number;
  readonly placing: Placing;
  readonly language: string;
}

/** What an answer in a form must come to: the file's `bytes`, its `words` (white space aside), its words with `more`, or a refusal. */
export type Expected = "bytes" | "words" | "more" | "refused";

/** A form in which a model writes what it was asked for. `write` gives undefined where a definition cannot be written so. */
export interface AnswerForm {
  readonly expected: Expected;
  write(original: Original): string | undefined;
}

/** The lines of a definition from its decorators on, comments behind its last line that belong to it included. */
function linesOf({ file, declaration: { spans }, bodyEnd, language }: Original): string {
  const bytes = Buffer.from(file.text);
  const { start } = spans.whole;
  const end = Math.max(spans.whole.end, bodyEnd);
  const margin = marginOf(bytes, start);
  const behind = language === "python" ? /^[ \t]*#[^\r\n]*/u : /^$/u;
  const comment = behind.exec(bytes.toString("utf8", end, end + 1_000))?.[0] ?? "";
  return margin + bytes.toString("utf8", start, end) + comment;
}

function marginOf(bytes: Buffer, start: number): string {
  const line = Math.max(bytes.lastIndexOf("\n", start - 1), bytes.lastIndexOf("\r", start - 1)) + 1;
  const margin = start === 0 ? "" : bytes.toString("utf8", line, start);
  return /^[ \t]*$/u.test(margin) ? margin : "";
}

function fence(code: string, info = ""): string {
  return `\`\`\`${info}\n${code}\n\`\`\``;
}

function moved(original: Original, to: string): string {
  return original.placing.reindent(original.file.path, linesOf(original), to);
}

const COMMENT: { readonly [language: string]: string | undefined } = { python: "#" };

function commentMark({ language }: Original): string {
  return COMMENT[language] ?? "//";
}

/** The definition with the middle of its body left out. */
function elided(original: Original): string | undefined {
  const lines = linesOf(original).split("\n");
  if (original.body.split("\n").length < 6) return undefined;
  const at = lines.length - 3;
  return [...lines.slice(0, at), `    ${commentMark(original)} ... existing code ...`, lines.at(-1)].join(
    "\n",
  );
}

function diff(original: Original): string {
  const lines = linesOf(original).split("\n");
  const changed = lines.map((line, at) => (at === lines.length - 1 ? `-${line}\n+${line} ` : ` ${line}`));
  return `--- a/file\n+++ b/file\n@@ -1,${lines.length} +1,${lines.length} @@\n${changed.join("\n")}`;
}

function enclosing({ file, declaration: { parent } }: Original): string | undefined {
  const around = parent === undefined ? undefined : file.structure.declarations[parent];
  if (around === undefined || !["class", "interface", "enum", "record"].includes(around.kind))
    return undefined;
  const { start, end } = around.spans.whole;
  const bytes = Buffer.from(file.text);
  return marginOf(bytes, start) + bytes.toString("utf8", start, end);
}

function withoutDecorators({
  file,
  declaration: { spans, decorators },
  language,
}: Original): string | undefined {
  if (language !== "python" || decorators.length === 0) return undefined;
  const bytes = Buffer.from(file.text);
  return marginOf(bytes, spans.header.start) + bytes.toString("utf8", spans.header.start, spans.whole.end);
}

const IMPORTS: { readonly [language: string]: string | undefined } = {
  python: "import wave",
  javascript: 'import wave from "wave";',
  typescript: 'import wave from "wave";',
  java: "import org.wave.Wave;",
  c: '#include "wave.h"',
};

function outermost({ declaration: { parent } }: Original): boolean {
  return parent === undefined;
}

/** The forms, by name. */
export const ANSWER_FORMS: { readonly [name: string]: AnswerForm } = {
  plain: { expected: "bytes", write: linesOf },
  fenced: {
    expected: "bytes",
    write: (one) => `Here it is:\n\n${fence(linesOf(one), one.language)}\n\nThat is all.`,
  },
  dedented: { expected: "bytes", write: (one) => fence(moved(one, "")) },
  deeper: { expected: "bytes", write: (one) => fence(moved(one, "            ")) },
  stripped: { expected: "bytes", write: (one) => linesOf(one).trim() },
  bareBody: { expected: "bytes", write: (one) => (one.body.trim() === "" ? undefined : one.body) },
  fencedBody: { expected: "bytes", write: (one) => (one.body.trim() === "" ? undefined : fence(one.body)) },
  file: { expected: "bytes", write: (one) => fence(one.file.text, one.language) },
  type: { expected: "bytes", write: (one) => enclosing(one) && fence(enclosing(one) ?? "") },
  usage: {
    expected: "bytes",
    write: (one) => `${fence(linesOf(one))}\n\nUse it so:\n\n${fence("show(1, 2)")}\n`,
  },
  unclosed: { expected: "bytes", write: (one) => `\`\`\`${one.language}\n${linesOf(one)}` },
  crlf: { expected: "bytes", write: (one) => linesOf(one).replace(/(?<!\r)\n/gu, "\r\n") },
  tabs: {
    expected: "words",
    write: (one) => linesOf(one).replace(/^(?: {4})+/gmu, (space) => "\t".repeat(space.length / 4)),
  },
  undecorated: { expected: "bytes", write: withoutDecorators },
  imports: {
    expected: "more",
    write: (one) =>
      outermost(one) ? fence(`${IMPORTS[one.language] ?? ""}\n\n\n${linesOf(one)}`) : undefined,
  },
  elided: { expected: "refused", write: elided },
  diff: { expected: "refused", write: (one) => fence(diff(one), "diff") },
};
