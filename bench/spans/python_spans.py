"""Where CPython's own parser says that definitions stand: reads paths from standard input, writes one JSON line for each."""

import ast
import json
import re
import sys
import tokenize


def line_starts(data):
    starts = [0]
    for match in re.finditer(rb"\r\n|\n|\r", data):
        starts.append(match.end())
    return starts


def read(path):
    with open(path, "rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    with open(path, "rb") as file:
        text = file.read().decode(encoding.replace("utf-8-sig", "utf-8"))
    mark = 3 if text.startswith("\ufeff") else 0
    data = text.lstrip("\ufeff").encode()
    return data, mark


def definitions_of(data, mark):
    starts = line_starts(data)
    found = []

    def first(node):
        decorators = getattr(node, "decorator_list", [])
        if not decorators:
            return starts[node.lineno - 1] + node.col_offset
        return data.rindex(b"@", 0, starts[decorators[0].lineno - 1] + decorators[0].col_offset)

    def end(node):
        return starts[node.end_lineno - 1] + node.end_col_offset

    def visit(node):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                visit(child)
                continue
            word = starts[child.lineno - 1] + child.col_offset
            own = re.compile(rb"(?:async[\s\\]+)?(?:def|class)[\s\\]+").match(data, word).end()
            documentation = child.body[0].value if ast.get_docstring(child, False) is not None else None
            names = [] if isinstance(child, ast.ClassDef) else parameters(child.args)
            found.append(
                {
                    "name": child.name,
                    "line": child.lineno,
                    "whole": [mark + first(child), mark + end(child)],
                    "named": mark + own,
                    "body": [mark + first(child.body[0]), mark + end(child.body[-1])],
                    "documentation": documentation
                    and [mark + starts[documentation.lineno - 1] + documentation.col_offset, mark + end(documentation)],
                    "parameters": names,
                }
            )
            visit(child)

    visit(ast.parse(data))
    return found


def parameters(args):
    plain = args.posonlyargs + args.args
    return [
        one.arg
        for one in plain + [args.vararg or None] + args.kwonlyargs + [args.kwarg or None]
        if one is not None
    ]


for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        found = definitions_of(*read(path))
    except (SyntaxError, ValueError, LookupError, RecursionError) as error:
        print(json.dumps({"path": path, "refused": str(error)}))
    else:
        print(json.dumps({"path": path, "definitions": found}))
