export * from "./environment-record.ts";
export * from "./evidence.ts";
export * from "./model-reply.ts";
export * from "./observation.ts";
export * from "./recipe.ts";
export * from "./target.ts";
export * from "./task.ts";
export * from "./verdict.ts";
