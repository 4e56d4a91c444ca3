import { z } from "zod";

import { messageOf, readGivenText, UsageError, wordRecord, type HostPath } from "../../../base/index.ts";
import { readEvalPlus } from "./evalplus.ts";
import { readHumanEval } from "./humaneval.ts";
import { readMbpp } from "./mbpp.ts";
import type { Problem } from "./problem.ts";

type Row = Readonly<Record<string, unknown>>;

/** The published formats, each told by the fields that its rows have, and what reads a row. The first that fits is taken. */
const formats: readonly { readonly fields: readonly string[]; readonly read: (row: Row) => Problem }[] = [
  { fields: ["base_input", "plus_input", "canonical_solution"], read: readEvalPlus },
  { fields: ["canonical_solution", "test", "entry_point"], read: readHumanEval },
  { fields: ["code", "test_list"], read: readMbpp },
];

/**
 * Reads the problems of a file in one of the published formats: HumanEval, MBPP (full or sanitised), HumanEval+, MBPP+; JSON Lines or one JSON array, also
 * packed by gzip. Throws `UsageError`: `unreadable-problems`, `unknown-problems` where rows have the fields of none, `duplicate-problem`.
 */
export function readProblems(file: HostPath): readonly Problem[] {
  const rows = readRows(file);
  const problems = rows.map((row, index) => readProblem(file, row, index + 1));
  const seen = new Set<string>();
  for (const { id } of problems) {
    if (seen.has(id))
      throw new UsageError("duplicate-problem", `Cannot read ${file}: it has problem ${id} twice.`);
    seen.add(id);
  }
  return problems;
}

function readProblem(file: HostPath, row: Row, number: number): Problem {
  const format = formats.find(({ fields }) => fields.every((field) => Object.hasOwn(row, field)));
  if (format === undefined)
    throw new UsageError(
      "unknown-problems",
      `Cannot read row ${number} of ${file}: it is no problem of HumanEval, MBPP, HumanEval+ or MBPP+.`,
      { hint: `Rows have the fields ${formats.map(({ fields }) => fields.join(", ")).join("; or ")}.` },
    );
  try {
    return format.read(row);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    throw new UsageError(
      "unreadable-problems",
      `Cannot read row ${number} of ${file}: "${issue?.path.join(".") ?? ""}": ${issue?.message ?? ""}.`,
      { cause: error },
    );
  }
}

function readRows(file: HostPath): readonly Row[] {
  const code = "unreadable-problems";
  const text = readGivenText({ file, what: "problems", codes: { file: code, line: code } });
  try {
    const values: unknown = text.trimStart().startsWith("[")
      ? JSON.parse(text)
      : text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line): unknown => JSON.parse(line));
    return z.array(wordRecord(z.unknown())).min(1, "it holds none").parse(values);
  } catch (error) {
    const found = error instanceof z.ZodError ? (error.issues[0]?.message ?? "") : messageOf(error);
    throw new UsageError(code, `Cannot read problems from ${file}: ${found}.`, {
      hint: "Give the published file: JSON Lines or a JSON array, as it is or packed by gzip.",
      cause: error,
    });
  }
}
