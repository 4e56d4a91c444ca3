export * from "../repository-files.ts";
