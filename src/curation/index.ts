export { buildTaskSet } from "./build.ts";
export type * from "./curation.ts";
export { verifyTaskSet } from "./verify.ts";
