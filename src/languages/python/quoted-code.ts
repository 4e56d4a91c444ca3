import type { RepositoryPath } from "../../base/index.ts";
import type { Token } from "../language.ts";
import { isSourceFile } from "./test-code.ts";

/** What a text with code has. */
const CODE = /\b(?:def|return|yield|raise)\b/;
/** What code in a text has before its lines: of an interactive session, a quotation, a patch. */
const MARKS = /^[ \t]*(?:>>>|\.\.\.|[>|+-])[ \t]?/gm;

/** The words and signs of a source file's piece, or of a text that quotes code; none where it does not. */
export function readQuotedTokens(path: RepositoryPath, text: string): readonly Token[] {
  if (!isSourceFile(path) && !CODE.test(text)) return [];
  const plain = path.endsWith(".ipynb") ? withoutQuotes(text) : text;
  const words = plain
    .replaceAll(MARKS, "")
    .replaceAll(/#.*$/gm, "")
    .match(/\w+|[^\s\w]/gu);
  return (words ?? []).map((word) => ({ kind: "other", text: word }));
}

/** The lines of a notebook's cells: each is a text of JSON. */
function withoutQuotes(notebook: string): string {
  return notebook.replaceAll(/\\n"[ \t]*,?$|^[ \t]*"/gm, "").replaceAll(/\\(["\\])/g, "$1");
}
