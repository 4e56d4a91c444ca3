/** Problems in the published formats, written for these tests. */

export const humanEval = {
  task_id: "HumanEval/900",
  prompt:
    'from typing import List\n\n\ndef double(number):\n    return 2 * number\n\n\ndef doubles(numbers: List[int]) -> List[int]:\n    """Each number twice as great.\n    >>> doubles([1, 2])\n    [2, 4]\n    """\n',
  entry_point: "doubles",
  canonical_solution: "    return [double(number) for number in numbers]\n",
  test: "\n\nMETADATA = {}\n\n\ndef check(candidate):\n    assert candidate([1, 2]) == [2, 4]\n    assert candidate([]) == []\n",
};

export const mbpp = {
  task_id: 911,
  text: "Write a function to clamp a number.",
  code: "def clamp(x, lo, hi):\r\n    return max(lo, min(x, hi))",
  test_list: ["assert clamp(5, 0, 3) == 3", "assert clamp(-5, 0, 3) == 0"],
  test_setup_code: "",
  challenge_test_list: [],
};

export const sanitisedMbpp = {
  source_file: "Benchmark Questions Verification V2.ipynb",
  task_id: 912,
  prompt: "Write a function to find the root of a number.",
  code: "def root(x):\n    return math.sqrt(x)",
  test_imports: ["import math"],
  test_list: ["assert math.isclose(root(4), 2)"],
};

export const humanEvalPlus = {
  task_id: "HumanEval/901",
  prompt: 'def mean(numbers):\n    """The mean of numbers; 0.0 of none."""\n',
  contract: "    assert all(type(x) is float for x in numbers)\n",
  canonical_solution: "    return sum(numbers) / len(numbers) if numbers else 0.0\n",
  entry_point: "mean",
  base_input: [[[1.0, 2.0]], [[0.1, 0.2, 0.3]]],
  plus_input: [[[]]],
  atol: 0,
};

/** A problem whose inputs EvalPlus reads as tuples. */
export const mbppPlus = {
  task_id: "Mbpp/2",
  prompt:
    '"""\nWrite a function to find what two tuples share.\nassert set(similar_elements((3, 4), (5, 4))) == {4}\n"""\n',
  contract: "\n  assert isinstance(test_tup1, tuple)\n",
  canonical_solution:
    "\ndef similar_elements(one, other):\n    assert isinstance(one, tuple)\n    return tuple(set(one) & set(other))\n",
  entry_point: "similar_elements",
  base_input: [
    [
      [3, 4],
      [5, 4],
    ],
  ],
  plus_input: [
    [[], []],
    [
      [1, 2, 3],
      [3, 2, 1],
    ],
  ],
  atol: 0,
  assertion: "assert set(similar_elements((3, 4), (5, 4))) == {4}",
};

export const allProblems = [humanEval, mbpp, sanitisedMbpp, humanEvalPlus, mbppPlus];
