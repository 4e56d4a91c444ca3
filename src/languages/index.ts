export type * from "./language.ts";
