/**
 * R2E's records: extracted functions and methods, and functions under test with the tests that were made for them. Fields that are not
 * listed are kept as they are; optional ones may be null or missing.
 */
import { z } from "zod";

import { wordRecord } from "../../../base/index.ts";
import { caseRecipe } from "../../../spec/index.ts";

const identifier = z.looseObject({
  /** Dotted path of file and names: `package.module.function`, `package.module.Class.method`. */
  identifier: z.string().min(1),
});

const repository = z.looseObject({
  repo_org: z.string(),
  repo_name: z.string(),
  /** `org___name`. */
  repo_id: z.string().min(1),
  /** A fact of the machine that made the file. */
  local_repo_path: z.string(),
});

const sourceFile = z.looseObject({
  file_module: z.looseObject({
    module_id: identifier,
    module_type: z.enum(["file", "package"]).default("file"),
    repo: repository,
  }),
});

/** Marks what Diorama adds to `exec_stats`, where R2E keeps what it does not know. */
export const EXTENSION_FORMAT = "diorama-r2e/1";

/** What of a task the format has no place for. */
export const extension = z.looseObject({
  format: z.literal(EXTENSION_FORMAT),
  task_id: z.string(),
  /** The file's real path: a dotted one does not tell it. */
  path: z.string(),
  /** Qualified name. */
  name: z.string(),
  /** Inputs of the task's examples and hidden cases, all of them. */
  cases: z.array(z.object({ id: z.string(), recipe: caseRecipe })),
});
export type Extension = z.infer<typeof extension>;

/** One call of the function under test as R2E's test server logged it: values as texts. */
export const capturedCall = z.looseObject({
  func_name: z.string().optional(),
  /** `repr` of each argument by the name of its parameter, whole. */
  inputs: wordRecord(z.unknown()).optional(),
  /** The same in a shorter form: long ones with their middle left out. */
  serialized_inputs: wordRecord(z.unknown()).optional(),
  input_types: wordRecord(z.unknown()).optional(),
});
export type CapturedCall = z.infer<typeof capturedCall>;

const execStats = z.looseObject({
  run_tests_logs: wordRecord(z.looseObject({ valid: z.boolean() })).optional(),
  run_tests_errors: wordRecord(z.array(z.unknown())).optional(),
  coverage_logs: z.array(z.unknown()).optional(),
  captured_arg_logs: z.array(capturedCall).optional(),
  output: z.string().nullish(),
  error: z.string().nullish(),
  diorama: extension.optional(),
});

const tests = z.looseObject({
  /** Test id to source text of a unittest module. */
  tests: wordRecord(z.string()),
  operation: z.string().default("generate"),
  gen_model: z.string().nullish(),
  gen_date: z.string().nullish(),
  exec_stats: execStats.nullish(),
  chat_messages: z.array(wordRecord(z.string())).nullish(),
});

const anyFunction = {
  file: sourceFile,
  context: z.looseObject({ context_type: z.string(), context: z.string() }).nullish(),
  /** The last entry holds; absent from extracted functions. */
  test_history: z.looseObject({ history: z.array(tests).default([]) }).optional(),
  /** What a model is asked to write; only in generation problems. */
  spec: z.string().nullish(),
};

/** A function at the top level of a file. */
export const functionRow = z.looseObject({
  function_id: identifier,
  function_code: z.string(),
  function_name: z.string().nullish(),
  function_complexity: z.string().nullish(),
  ...anyFunction,
});

/** A method of a class. */
export const methodRow = z.looseObject({
  method_id: identifier,
  method_code: z.string(),
  method_name: z.string().nullish(),
  parent_class_id: identifier.nullish(),
  ...anyFunction,
});

type AnyRow = z.infer<typeof functionRow> | z.infer<typeof methodRow>;

/** What an R2E record says of one function, in one form for functions and methods. */
export interface R2EFunction {
  readonly kind: "function" | "method";
  /** The whole dotted path. */
  readonly identifier: string;
  /** Dotted path of the file below the repository. */
  readonly module: string;
  readonly isPackage: boolean;
  readonly repositoryId: string;
  readonly code: string;
  /** Calls that were logged when its last tests ran, in their order. */
  readonly captured: readonly CapturedCall[];
  readonly extension: Extension | undefined;
}

/** Reads a record. Throws `ZodError` where it is none of either kind. */
export function parseR2EFunction(record: Readonly<Record<string, unknown>>): R2EFunction {
  if (record["function_id"] !== undefined) {
    const row = functionRow.parse(record);
    return {
      kind: "function",
      identifier: row.function_id.identifier,
      code: row.function_code,
      ...partsOf(row),
    };
  }
  const row = methodRow.parse(record);
  return { kind: "method", identifier: row.method_id.identifier, code: row.method_code, ...partsOf(row) };
}

type Parts = Pick<R2EFunction, "module" | "isPackage" | "repositoryId" | "captured" | "extension">;

function partsOf({ file, test_history: history }: AnyRow): Parts {
  const { module_id: module, module_type: type, repo } = file.file_module;
  const stats = history?.history.at(-1)?.exec_stats;
  return {
    module: module.identifier,
    isPackage: type === "package",
    repositoryId: repo.repo_id,
    captured: stats?.captured_arg_logs ?? [],
    extension: stats?.diorama,
  };
}
