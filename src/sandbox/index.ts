export type * from "./sandbox.ts";
