"""The mutants that cosmic-ray makes of the body of a function: one JSON line each, with its key and the function's text.

    cosmic_mutants.py < FUNCTION

FUNCTION is its text as it stands in its file, indented or not, decorators included. Every operator is applied at each of its places, one at a
time; those that need to be told names are left out, and so are places outside the body.
"""

import ast
import json
import sys

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

# What makes an indented function a program.
FRAME = "if True:\n"


def start_of_body(text):
    nodes = ast.walk(ast.parse(text))
    function = next(node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    first = function.body[0]
    line = text.split("\n")[first.lineno - 1].encode()[: first.col_offset].decode()
    return (first.lineno, len(line))


def places(operator, text):
    for node in ast_nodes(get_ast(text)):
        for position, _ in operator.mutation_positions(node):
            yield position


def mutated(text, operator, occurrence):
    try:
        return mutate_code(text, operator, occurrence)
    except AttributeError:  # It cannot exchange classes of exceptions that have a dot in their names.
        return None


def main(text):
    frame = FRAME if text[:1].isspace() else ""
    framed = frame + text
    start = start_of_body(framed)
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():
            continue
        for occurrence, position in enumerate(places(operator(), framed)):
            mutant = mutated(framed, operator(), occurrence) if position >= start else None
            if mutant is not None and mutant != framed:
                key = "%s:%d" % (name.split("/")[-1], occurrence)
                print(json.dumps({"key": key, "completion": mutant[len(frame) :]}))


main(sys.stdin.buffer.read().decode("utf-8"))
