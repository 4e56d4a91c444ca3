export type * from "./judge.ts";
