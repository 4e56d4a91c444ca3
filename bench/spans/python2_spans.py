"""Where CPython 2.7's own parser says that definitions begin: reads paths from standard input, writes one JSON line for each.

It knows lines alone, and of what is decorated that of the first decorator; the name is looked for from there. Of parameters that are
unpacked (`def f(a, (b, c))`) it gives none.
"""

import ast
import json
import re
import sys


def line_starts(data):
    return [0] + [match.end() for match in re.finditer(r"\r\n|\n|\r", data)]


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    mark = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    head = b"".join(data.splitlines(True)[:2])
    found = re.search(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", head, re.MULTILINE)
    encoding = "utf-8" if mark or found is None else found.group(1)
    return data, data[mark:].decode(encoding).encode("utf-8"), mark


def definitions_of(data, text, mark):
    starts = line_starts(text)
    found = []

    def visit(node):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                word = re.compile(r"\b(?:def|class)[ \t\f\\\r\n]+(?=" + child.name + r"\b)")
                at = word.search(text, starts[child.lineno - 1]).end()
                entry = {"name": child.name, "named": mark + at}
                if isinstance(child, ast.FunctionDef):
                    names = parameters(child.args)
                    if names is not None:
                        entry["parameters"] = names
                found.append(entry)
            visit(child)

    visit(ast.parse(data))
    return found


def parameters(args):
    if not all(isinstance(one, ast.Name) for one in args.args):
        return None
    return [one.id for one in args.args] + [one for one in (args.vararg, args.kwarg) if one is not None]


for line in iter(sys.stdin.readline, ""):
    path = line.rstrip("\n")
    try:
        definitions = definitions_of(*read(path))
    except (SyntaxError, TypeError, ValueError, LookupError, RuntimeError) as error:
        print(json.dumps({"path": path, "refused": str(error)}))
    else:
        print(json.dumps({"path": path, "definitions": definitions}))
