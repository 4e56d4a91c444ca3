import { UsageError } from "../base/index.ts";
import type { Language } from "./language.ts";

/** What a language may lack, and something cannot be done without. */
export type LanguagePart = Exclude<keyof Language, "name" | "files" | "values">;

/** What is asked of a language to index, slice and change its files, and to have tests written. */
export type IndexPart = "structure" | "resolution" | "slicing" | "rewriting" | "newTests";

/** A language of which only the files are certain: without its other parts less can be done. */
export type PartialLanguage = Pick<Language, "name" | "files" | "values"> &
  Partial<Pick<Language, LanguagePart>>;

/** A language that has these parts. */
export type LanguageWith<Part extends LanguagePart> = PartialLanguage & Required<Pick<Language, Part>>;

/** The language, known to have these parts. Throws `language-lacks`; `purpose` completes "Cannot …". */
export function withParts<Part extends LanguagePart>(
  language: PartialLanguage,
  parts: readonly Part[],
  purpose: string,
): LanguageWith<Part> {
  const has = (candidate: PartialLanguage): candidate is LanguageWith<Part> =>
    parts.every((part) => candidate[part] !== undefined);
  if (has(language)) return language;
  const lacking = parts.filter((part) => language[part] === undefined);
  throw new UsageError(
    "language-lacks",
    `Cannot ${purpose} in language "${language.name}": the toolkit lacks its ${lacking.join(", ")}.`,
  );
}
