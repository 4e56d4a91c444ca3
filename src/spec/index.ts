export * from "./environment-record.ts";
export * from "./erratum.ts";
export * from "./evidence.ts";
export * from "./imported-row.ts";
export * from "./model-reply.ts";
export * from "./observation.ts";
export {
  formatPythonFloat,
  readPythonArguments,
  readPythonLiteral,
  type ArgumentList,
} from "./python-literals/read-literal.ts";
export { writePythonLiteral } from "./python-literals/write-literal.ts";
export * from "./reason-words.ts";
export * from "./recipe.ts";
export * from "./solve-rate.ts";
export * from "./target.ts";
export * from "./task.ts";
export * from "./verdict.ts";
