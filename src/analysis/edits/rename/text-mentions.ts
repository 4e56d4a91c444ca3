import type { NamedFiles } from "./named-files.ts";
import { RenameStop, type FilePlace } from "./rename-outcome.ts";

/**
 * Throws where a text literal says a name as code would look it up: alone, as a part of a path (`"module.name"`, `"module:Class.name"`), or its
 * beginning with an underscore at the end (`"visit_" + kind`). Sentences are not looked at. `skipped` are places renamed already.
 */
export function checkTexts(
  files: NamedFiles,
  name: string,
  { within, skipped }: { readonly within?: FilePlace; readonly skipped: ReadonlySet<string> },
): void {
  const beginnings = [...name.matchAll(/_/gu)]
    .map(({ index }) => name.slice(0, index + 1))
    .filter((one) => one.length > 2);
  const words = within === undefined ? [name, ...beginnings] : [name];
  const paths =
    within === undefined ? new Set(words.flatMap((word) => [...files.filesWith(word)])) : [within.path];
  for (const path of paths) {
    for (const { span, text } of files.names(path).texts) {
      if (within !== undefined && (span.start < within.span.start || span.end > within.span.end)) continue;
      if (skipped.has(`${path}:${span.start}`)) continue;
      if (mentions(text, name) || (within === undefined && beginnings.includes(text)))
        throw new RenameStop("mentioned_in_text", `a text of ${path} says "${text}"`, [{ path, span }]);
    }
  }
}

function mentions(text: string, name: string): boolean {
  return /^[\p{ID_Continue}$.:/#-]+$/u.test(text) && text.split(/[.:/#-]+/u).includes(name);
}
