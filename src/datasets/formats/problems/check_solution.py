"""Runs a solution with a problem's published tests as their authors do: in one process, which ends with a message that begins with a secret word.

What cannot be checked so is checked as EvalPlus does (version 0.3): on its inputs, against what the reference gives, which has left before
the solution is loaded.
"""

import copy
import json
import math
import sys


def check(job):
    word = job["word"]
    try:
        code = compile(job["solution"], "solution.py", "exec")
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        sys.exit("%s not-built %s" % (word, error))
    checks = job["checks"]
    inputs = expected = None
    if checks["kind"] == "inputs":
        inputs = [retype(checks["types"], arguments) for arguments in checks["inputs"]]
        expected = observe_reference(job, inputs)
    solution = {"__name__": "solution"}
    stage = "import-failed"
    try:
        exec(code, solution)
        stage = "failed"
        if checks["kind"] == "tests":
            exec(compile(checks["text"], "tests.py", "exec"), solution)
        else:
            compare_all(solution[job["entry_point"]], inputs, expected, checks)
    except Exception as error:
        sys.exit("%s %s %s: %s" % (word, stage, type(error).__name__, str(error)[:400]))
    sys.exit("%s passed" % word)


def observe_reference(job, inputs):
    reference = {"__name__": "reference"}
    exec(compile(job["reference"], "reference.py", "exec"), reference)
    function = reference[job["entry_point"]]
    expected = [function(*copy.deepcopy(arguments)) for arguments in inputs]
    reference.clear()
    del job["reference"]
    return expected


def compare_all(function, inputs, expected, checks):
    for index, arguments in enumerate(inputs):
        actual = function(*copy.deepcopy(arguments))
        if not is_right(actual, expected[index], arguments, checks):
            raise AssertionError("input %d" % index)


def is_right(actual, expected, arguments, checks):
    comparison, atol = checks["comparison"], checks["atol"]
    if comparison == "any":
        return True
    if comparison == "or_zero" and actual == 0:
        return True
    if comparison == "set":
        return set(actual) == set(expected)
    if comparison == "not_none":
        was_found = expected if isinstance(expected, bool) else expected is not None
        return actual == was_found if isinstance(actual, bool) else (actual is not None) == was_found
    if comparison == "root":
        return abs(sum(factor * math.pow(actual, power) for power, factor in enumerate(arguments[0]))) <= atol
    if actual == expected:
        return True
    if atol == 0 and is_all_floats(expected):
        atol = 1e-6
    return atol != 0 and type(actual) is type(expected) and is_close(actual, expected, atol)


def is_all_floats(value):
    if isinstance(value, (list, tuple)):
        return all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def is_close(actual, expected, atol):
    """As numpy's `allclose` with a relative tolerance of 1e-7."""
    if isinstance(expected, (list, tuple)):
        return len(actual) == len(expected) and all(
            is_close(one, other, atol) for one, other in zip(actual, expected)
        )
    return actual == expected or abs(actual - expected) <= atol + 1e-7 * abs(expected)


def to_tuples(values):
    return [tuple(value) for value in values]


def to_tuples_throughout(value):
    return tuple(map(to_tuples_throughout, value)) if isinstance(value, list) else value


RULES = {
    "plain": lambda given: given,
    "tuples": to_tuples,
    "tuples_within": lambda given: [to_tuples(value) for value in given],
    "tuples_in_first": lambda given: [to_tuples(given[0]), given[1]],
    "second_tuple": lambda given: [given[0], tuple(given[1])],
    "sets_in_first": lambda given: [[set(item) if isinstance(item, list) and item else {} for item in given[0]]],
    "float_and_complex": lambda given: [float(given[0]), complex(given[1])],
    "first_tuple": lambda given: [tuple(given[0]), given[1]],
    "tuples_of_tuples": lambda given: [tuple(to_tuples(value)) for value in given],
    "mixed_tuples": lambda given: [tuple(tuple(item) if isinstance(item, list) else item for item in given[0])],
    "first_tuple_of_three": lambda given: [tuple(given[0]), given[1], given[2]],
    "tuple_values": lambda given: [{key: tuple(value) for key, value in given[0].items()}, *given[1:]],
    "complex": lambda given: [complex(given[0])],
    "all_tuples": to_tuples_throughout,
}


def retype(types, given):
    return RULES[types](given)
