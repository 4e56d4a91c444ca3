import { callersContext } from "./callers-context.ts";
import { NO_CONTEXT, type MakeContext } from "./context.ts";
import { fileContext } from "./file-context.ts";
import { filesContext } from "./files-context.ts";
import { similarContext } from "./similar-context.ts";
import { oracleSliceContext, visibleSliceContext } from "./slice-context.ts";
import { testsContext } from "./tests-context.ts";
import { typesContext } from "./types-context.ts";

/** Every sort of context by name. All but `slice:oracle` depend on what a solver sees alone. */
export const contexts = {
  file: fileContext,
  types: typesContext,
  files: filesContext,
  "slice:visible": visibleSliceContext,
  "slice:oracle": oracleSliceContext,
  callers: callersContext,
  tests: testsContext,
  similar: similarContext,
  none: () => NO_CONTEXT,
} satisfies Record<string, MakeContext>;

/** A name in the registry. */
export type ContextName = keyof typeof contexts;

/** The names, as `--help` lists them. */
export const contextNames = Object.keys(contexts) as readonly ContextName[];

/** What each shows, for help and reports. */
export const contextSummaries: Readonly<Record<ContextName, string>> = {
  file: "the target's file, its body cut out",
  types: "headers, types, class attributes and imports of the file",
  files: "whole other files, those first that the file imports or that share rare words with it",
  "slice:visible": "what header, documentation, types and neighbours of the target need",
  "slice:oracle": "what the hidden body needs: it tells which names the answer uses",
  callers: "functions that call the target",
  tests: "tests that reach the target; of a task none whose calls are graded and not shown",
  similar: "definitions that share most words with what is visible of the target",
  none: "nothing",
};
