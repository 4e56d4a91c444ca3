/** HumanEval+ and MBPP+ as EvalPlus (Liu et al. 2023) publishes them: inputs on which a solution is to do as the reference does. */
import { z } from "zod";

import type { InputTypes, OutcomeComparison, Problem, ProblemSuite } from "./problem.ts";

const row = z.looseObject({
  task_id: z.string(),
  prompt: z.string(),
  entry_point: z.string(),
  canonical_solution: z.string(),
  base_input: z.array(z.unknown()),
  /** Written as an empty object where there are none. */
  plus_input: z.union([z.array(z.unknown()), z.record(z.string(), z.never()).transform(() => [])]),
  atol: z.number(),
});

/** Reads a row. Throws `ZodError`. */
export function readEvalPlus(value: unknown): Problem {
  const { task_id, prompt, entry_point, canonical_solution, base_input, plus_input, atol } = row.parse(value);
  const suite = (name: ProblemSuite["name"], inputs: readonly unknown[]): ProblemSuite => {
    const comparison = comparisons[entry_point] ?? "equal";
    return { name, checks: { kind: "inputs", inputs, types: typesOf(task_id), comparison, atol } };
  };
  return {
    id: task_id,
    language: "python",
    prompt,
    isContinued: true,
    entryPoint: entry_point,
    reference: prompt + canonical_solution,
    suites: [suite("base", base_input), suite("plus", plus_input)],
  };
}

/** Functions that EvalPlus compares in a way of their own (`evalplus/eval`, version 0.3). */
const comparisons: Readonly<Record<string, OutcomeComparison>> = {
  find_zero: "root",
  are_equivalent: "any",
  sum_div: "or_zero",
  similar_elements: "set",
  find_char_long: "set",
  common_in_nested_lists: "set",
  extract_singly: "set",
  larg_nnum: "set",
  intersection_array: "set",
  find_dissimilar: "set",
  Diff: "set",
  check_str: "not_none",
  text_match_three: "not_none",
  text_starta_endb: "not_none",
};

/** What JSON could not carry, by the problems' numbers (`evalplus/data/mbpp.py`). */
const mbppTypes: Readonly<Partial<Record<InputTypes, readonly number[]>>> = {
  tuples: [
    2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740, 744,
    809,
  ],
  tuples_within: [63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780],
  tuples_in_first: [75, 413, 444, 753],
  second_tuple: [106, 750],
  sets_in_first: [115],
  float_and_complex: [124],
  first_tuple: [250, 405, 446, 617, 720, 763, 808],
  tuples_of_tuples: [259, 401, 445],
  mixed_tuples: [278],
  first_tuple_of_three: [307],
  tuple_values: [722],
  complex: [252],
  all_tuples: [580, 615, 791],
};

function typesOf(id: string): InputTypes {
  const number = Number(/^Mbpp\/(\d+)$/.exec(id)?.[1] ?? Number.NaN);
  const [found] = Object.entries(mbppTypes).find(([, numbers]) => numbers.includes(number)) ?? [];
  return (found as InputTypes | undefined) ?? "plain";
}
