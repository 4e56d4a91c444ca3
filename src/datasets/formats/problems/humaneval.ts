/** HumanEval (Chen et al. 2021): a header with its documentation to go on with, and a function `check`. HumanEval+ with its tests written out has the same rows. */
import { z } from "zod";

import type { Problem } from "./problem.ts";

const row = z.looseObject({
  task_id: z.string(),
  prompt: z.string(),
  entry_point: z.string(),
  /** The body alone. */
  canonical_solution: z.string(),
  /** Defines `check(candidate)`. */
  test: z.string(),
});

/** Reads a row. Throws `ZodError`. */
export function readHumanEval(value: unknown): Problem {
  const { task_id, prompt, entry_point, canonical_solution, test } = row.parse(value);
  return {
    id: task_id,
    language: "python",
    prompt,
    isContinued: true,
    entryPoint: entry_point,
    reference: prompt + canonical_solution,
    suites: [{ name: "base", checks: { kind: "tests", text: `${test}\ncheck(${entry_point})\n` } }],
  };
}
