/** Problems of public evaluations: small functions with published tests, which are run as their authors run them. */

/** What a solution is run with: one program, of which the published tests are a part. */
export interface ProblemSuite {
  /** `base`: the original tests; `plus`: the further ones of EvalPlus. */
  readonly name: "base" | "plus";
  /** The published tests, to be run after the solution; or inputs on which it is to do as the reference does. */
  readonly checks:
    | { readonly kind: "tests"; readonly text: string }
    | {
        readonly kind: "inputs";
        readonly inputs: readonly unknown[];
        /** How the inputs' lists are to be read, where JSON could not say it. */
        readonly types: InputTypes;
        /** How outcomes are compared; `atol` is the absolute tolerance of floats, 0: exact unless all are floats. */
        readonly comparison: OutcomeComparison;
        readonly atol: number;
      };
}

/** What MBPP+ makes of the lists of its inputs, by the name of the rule; `plain` leaves them. */
export type InputTypes =
  | "plain"
  | "tuples"
  | "tuples_within"
  | "tuples_in_first"
  | "second_tuple"
  | "sets_in_first"
  | "float_and_complex"
  | "first_tuple"
  | "tuples_of_tuples"
  | "mixed_tuples"
  | "first_tuple_of_three"
  | "tuple_values"
  | "complex"
  | "all_tuples";

/** How EvalPlus compares outcomes: `==`, or what it does for some functions that several answers are right for. */
export type OutcomeComparison = "equal" | "any" | "or_zero" | "set" | "not_none" | "root";

/** A problem, whatever file it came from. */
export interface Problem {
  /** `HumanEval/0`, `Mbpp/11`. */
  readonly id: string;
  readonly language: string;
  /** What a model is told. */
  readonly prompt: string;
  /** True where the prompt is the beginning of a program that completions go on with. */
  readonly isContinued: boolean;
  /** The function that is asked for; null where only the tests say. */
  readonly entryPoint: string | null;
  /** The published solution: a whole program. */
  readonly reference: string;
  readonly suites: readonly ProblemSuite[];
}

/** The whole program that a completion of a problem stands for. */
export function completeProblem({ prompt, isContinued }: Problem, completion: string): string {
  return isContinued ? prompt + completion : completion;
}
