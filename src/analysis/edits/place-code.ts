import type { Edit } from "../../base/index.ts";
import type { Declaration, Rewriting, StructuredFile } from "../../languages/index.ts";

/** The edit that puts code in the place of a declaration, decorators included, indented as it was. A doc comment above it stays. */
export function replaceDeclaration(
  rewriting: Pick<Rewriting, "placing">,
  file: StructuredFile,
  { spans: { whole } }: Declaration,
  code: string,
): Edit {
  return { ...whole, text: placedCode(rewriting, file, whole.start, code).text };
}

/** The edit that puts code before or after a declaration, indented like it, with as many blank lines between as stand before it. */
export function insertBeside(
  rewriting: Pick<Rewriting, "placing">,
  file: StructuredFile,
  { declaration, side }: { readonly declaration: Declaration; readonly side: "before" | "after" },
  code: string,
): Edit {
  const { whole, documentation } = declaration.spans;
  const start = Math.min(whole.start, documentation?.start ?? whole.start);
  const { text, indentation, newline } = placedCode(rewriting, file, whole.start, code);
  const blank = newline.repeat(Math.max(2, lineEndsBefore(file.text, start)));
  if (side === "before") return { start, end: start, text: `${text}${blank}${indentation}` };
  const end = endOfLine(file.text, whole.end);
  return { start: end, end, text: `${blank}${indentation}${text}` };
}

interface PlacedCode {
  /** Without the indentation of its first line. */
  readonly text: string;
  readonly indentation: string;
  readonly newline: string;
}

function placedCode(
  { placing }: Pick<Rewriting, "placing">,
  { path, text }: StructuredFile,
  at: number,
  code: string,
): PlacedCode {
  const before = Buffer.from(text).toString("utf8", 0, at);
  const line = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
  const indentation = /^\uFEFF?([ \t\f]*)/u.exec(line)?.[1] ?? "";
  const newline = /\r\n|\n|\r/u.exec(text)?.[0] ?? "\n";
  const moved = placing.reindent(path, code, indentation).trimEnd().slice(indentation.length);
  return { text: newline === "\r\n" ? moved.replace(/(?<!\r)\n/gu, "\r\n") : moved, indentation, newline };
}

function lineEndsBefore(text: string, at: number): number {
  const space = /\s*$/u.exec(Buffer.from(text).toString("utf8", 0, at))?.[0] ?? "";
  return space.match(/\r\n|\n|\r/gu)?.length ?? 0;
}

function endOfLine(text: string, at: number): number {
  const bytes = Buffer.from(text);
  const rest = /^[^\r\n]*/u.exec(bytes.toString("utf8", at))?.[0] ?? "";
  return at + Buffer.byteLength(rest);
}
