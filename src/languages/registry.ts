import { describeKnownNames, UsageError } from "../base/index.ts";
import type { Language } from "./language.ts";

/** Every language the toolkit knows; each loads on first use. */
export const languages = {
  python: async () => (await import("./python/index.ts")).createPythonLanguage(),
} satisfies Record<string, () => Promise<Language>>;

/** The language of sources that nothing is said of. */
export const DEFAULT_LANGUAGE: LanguageName = "python";

/** A name in the registry. */
export type LanguageName = keyof typeof languages;

const loaded = new Map<string, Promise<Language>>();

/** The language of that name, the same object each time. Throws `unknown-language`. */
export async function loadLanguage(name: string): Promise<Language> {
  if (!Object.hasOwn(languages, name)) {
    const known = describeKnownNames(name, Object.keys(languages));
    throw new UsageError(
      "unknown-language",
      `Cannot load language "${name}": there is none of that name. ${known}`,
    );
  }
  const language = loaded.get(name) ?? languages[name as LanguageName]();
  loaded.set(name, language);
  return language;
}
