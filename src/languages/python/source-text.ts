export * from "../source-text.ts";
