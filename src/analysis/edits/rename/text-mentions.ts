import { RenameStop, type FilePlace } from "../../../languages/index.ts";
import { shorten } from "../../../base/index.ts";
import type { NamedFiles } from "./named-files.ts";

/** Which texts count. */
export interface TextRules {
  /** Only those in a stretch; what begins with a part of the name does not count there. */
  readonly within?: FilePlace;
  /** Places renamed already, as `path:byte`. */
  readonly skipped: ReadonlySet<string>;
  /** True where the name as a word in a sentence counts: of a type whose name the program reads. */
  readonly inSentences?: boolean;
}

/**
 * Throws where a text literal says a name as code would look it up: alone, as a part of a path (`"module.name"`, `"module:Class.name"`), or its
 * beginning with an underscore at the end (`"visit_" + kind`), or where an example in documentation has it.
 */
export function checkTexts(files: NamedFiles, name: string, rules: TextRules): void {
  const { within, skipped } = rules;
  const beginnings =
    within === undefined
      ? [...name.matchAll(/_/gu)]
          .map(({ index }) => name.slice(0, index + 1))
          .filter(({ length }) => length > 2)
      : [];
  const paths =
    within === undefined
      ? [name, ...beginnings].flatMap((word) => [...files.filesWith(word)])
      : [within.path];
  for (const path of new Set(paths)) {
    for (const { span, text, isCode } of files.names(path).texts) {
      const isOutside =
        within !== undefined && (span.start < within.span.start || span.end > within.span.end);
      if (isOutside || skipped.has(`${path}:${span.start}`)) continue;
      if (mentions(text, name, isCode || rules.inSentences === true) || beginnings.includes(text))
        throw new RenameStop("mentioned_in_text", `a text of ${path} says "${shorten(text, 60)}"`, [
          { path, span },
        ]);
    }
  }
}

function mentions(text: string, name: string, inSentences: boolean): boolean {
  if (inSentences) return text.includes(name) && text.split(/[^\p{ID_Continue}$]+/u).includes(name);
  return /^[\p{ID_Continue}$.:/#-]+$/u.test(text) && text.split(/[.:/#-]+/u).includes(name);
}
