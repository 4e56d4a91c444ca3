import { applyEdits, type RepositoryPath } from "../../base/index.ts";
import type { Declaration, LanguageWith } from "../../languages/index.ts";
import type { WritingTarget } from "./writing-target.ts";

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

/** A test file without the tests that are named, as reports call them (`Class::test_name[parameters]`); undefined where none of them stands in it, or no test is left. */
export function withoutTests(
  text: string,
  names: readonly string[],
  { testPath, language: { structure } }: Pick<WritingTarget, "testPath" | "language">,
): string | undefined {
  const wrong = new Set(names.map((name) => name.replace(/\[.*$/s, "").replaceAll("::", ".")));
  const isWrong = ({ name, isTest }: Declaration): boolean => isTest && wrong.has(name);
  const spans = structure
    .read(testPath, text)
    .declarations.filter(isWrong)
    .map(({ spans }) => spans.whole);
  if (spans.length === 0) return undefined;
  const left = applyEdits(
    text,
    spans.map(({ start, end }) => ({ start, end, text: "pass" })),
  );
  return structure.read(testPath, left).declarations.some(({ isTest, kind }) => isTest && kind !== "class")
    ? left
    : undefined;
}

function unreadable(
  reason: Extract<ReadTestFile, { status: "unreadable" }>["reason"],
  complaint: string,
): ReadTestFile {
  return { status: "unreadable", reason, complaint };
}
