import { applyEdits, type RepositoryPath } from "../../base/index.ts";
import type { LanguageWith } from "../../languages/index.ts";

/** The test file of an answer. `complaint` is a sentence for the model. */
export type ReadTestFile =
  | { readonly status: "read"; readonly text: string }
  | {
      readonly status: "unreadable";
      readonly reason: "no_code" | "syntax_error" | "elided" | "no_tests";
      readonly complaint: string;
    };

/** Finds the test file in an answer: in a fenced block or without, with prose around it. */
export function readTestFile(
  answer: string,
  path: RepositoryPath,
  { structure, rewriting }: LanguageWith<"structure" | "rewriting">,
): ReadTestFile {
  const empty = { path, text: "", structure: structure.read(path, "") };
  const rebuilt = rewriting.placing.rebuild(empty, undefined, answer);
  if (rebuilt.status === "refused") {
    if (rebuilt.reason === "no_code") return unreadable("no_code", "Your answer holds no code.");
    if (rebuilt.reason === "elided") return unreadable("elided", "Your answer leaves out code.");
    return unreadable("syntax_error", "The code of your answer has a syntax error.");
  }
  const text = applyEdits("", rebuilt.edits);
  if (structure.read(path, text).declarations.some(({ isTest }) => isTest)) return { status: "read", text };
  return unreadable("no_tests", "Your answer defines no test.");
}

function unreadable(
  reason: Extract<ReadTestFile, { status: "unreadable" }>["reason"],
  complaint: string,
): ReadTestFile {
  return { status: "unreadable", reason, complaint };
}
