/** MBPP (Austin et al. 2021), full and sanitised: a sentence, and assertions that tell the function's name. MBPP+ with its tests written out has `test` besides. */
import { z } from "zod";

import type { Problem, ProblemSuite } from "./problem.ts";

const row = z.looseObject({
  task_id: z.union([z.int(), z.string()]),
  /** The sentence: of the full set, and of the sanitised one. */
  text: z.string().optional(),
  prompt: z.string().optional(),
  code: z.string(),
  test_list: z.array(z.string()).min(1),
  /** Run before the tests: of the full set, and of the sanitised one. */
  test_setup_code: z.string().default(""),
  test_imports: z.array(z.string()).default([]),
  /** The tests of MBPP+. */
  test: z.string().optional(),
});

/** Reads a row. Throws `ZodError`. */
export function readMbpp(value: unknown): Problem {
  const { task_id, text, prompt, code, test_list, test_setup_code, test_imports, test } = row.parse(value);
  const setUp = [test_setup_code, ...test_imports].filter((part) => part !== "").join("\n");
  const base: ProblemSuite = {
    name: "base",
    checks: { kind: "tests", text: `${setUp}\n${test_list.join("\n")}\n` },
  };
  return {
    id: mbppId(String(task_id)),
    language: "python",
    prompt: `${(text ?? prompt ?? "").trim()}\nYour code should pass these tests:\n\n${test_list.join("\n")}\n`,
    isContinued: false,
    entryPoint: null,
    reference: code.replaceAll("\r\n", "\n"),
    suites: test === undefined ? [base] : [base, { name: "plus", checks: { kind: "tests", text: test } }],
  };
}

/** The one name of a problem that files call `11`, `Mbpp/11` or `MBPP/11`. */
export function mbppId(id: string): string {
  return `Mbpp/${id.replace(/^mbpp\//i, "")}`;
}
