export type * from "./environment.ts";
