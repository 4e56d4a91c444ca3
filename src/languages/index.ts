export type * from "./driver.ts";
export type * from "./language.ts";
export { languages, loadLanguage, type LanguageName } from "./registry.ts";
