export type * from "./inputs.ts";
export type * from "./language.ts";
export type * from "./modules.ts";
export type * from "./present.ts";
export type * from "./references.ts";
export { withParts, type LanguagePart, type LanguageWith, type PartialLanguage } from "./parts.ts";
export { DEFAULT_LANGUAGE, languages, loadLanguage, loadParts, type LanguageName } from "./registry.ts";
