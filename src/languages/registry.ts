import { describeKnownNames, UsageError } from "../base/index.ts";
import type { Language } from "./language.ts";
import {
  withParts,
  type IndexPart,
  type LanguagePart,
  type LanguageWith,
  type PartialLanguage,
} from "./parts.ts";

/** Every language the toolkit knows; each loads on first use. */
export const languages = {
  python: async () => (await import("./python/index.ts")).createPythonLanguage(),
  javascript: async () => (await import("./javascript/index.ts")).createJavaScriptLanguage(),
  typescript: async () => (await import("./typescript/index.ts")).createTypeScriptLanguage(),
  java: async () => (await import("./java/index.ts")).createJavaLanguage(),
  c: async () => (await import("./c/index.ts")).createCLanguage(),
} satisfies Record<string, () => Promise<PartialLanguage>>;

/** How releases of a language are asked for, of those whose environments can have several: what is typed after `--NAME`. */
export const askedReleases: { readonly [Name in LanguageName]?: string } = {
  python: 'interpreter to use, as 3.9, 3.9.18 or ">=3.8,<3.10"',
};

/** The language of sources that nothing is said of. */
export const DEFAULT_LANGUAGE: LanguageName = "python";

/** A name in the registry. */
export type LanguageName = keyof typeof languages;

const loaded = new Map<string, Promise<PartialLanguage>>();

/** What tasks are made and judged with. */
const TASK_PARTS = Object.keys({
  syntax: true,
  editing: true,
  modules: true,
  references: true,
  inputs: true,
  present: true,
  assertions: true,
  variants: true,
  driver: true,
  checkProgram: true,
} satisfies Record<Exclude<LanguagePart, IndexPart>, true>) as readonly Exclude<LanguagePart, IndexPart>[];

/** The language of that name with all that tasks are made and judged with, the same object each time. Throws `unknown-language`, `language-lacks`. */
export async function loadLanguage(name: string): Promise<Language> {
  return loadParts(name, TASK_PARTS, "make and judge tasks");
}

/** The same, for what needs only some parts; `purpose` completes "Cannot …". */
export async function loadParts<Part extends LanguagePart>(
  name: string,
  parts: readonly Part[],
  purpose: string,
): Promise<LanguageWith<Part>> {
  if (!Object.hasOwn(languages, name)) {
    const known = describeKnownNames(name, Object.keys(languages));
    throw new UsageError(
      "unknown-language",
      `Cannot load language "${name}": there is none of that name. ${known}`,
    );
  }
  const language = loaded.get(name) ?? languages[name as LanguageName]();
  loaded.set(name, language);
  return withParts(await language, parts, purpose);
}
