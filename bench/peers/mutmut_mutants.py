"""The mutants that mutmut has written into a file of its `mutants` folder: one JSON line each, with its key and its text.

    mutmut_mutants.py FILE MODULE
"""

import ast
import json
import re
import sys
import textwrap

NAME = re.compile(r"^x(?:\u01c1(?P<owner>\w+)\u01c1|_)(?P<name>\w+?)__mutmut_(?P<number>\d+)$")


def main(path, module):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        found = NAME.match(node.name)
        if found is None:
            continue
        source = textwrap.dedent("".join(lines[node.lineno - 1 : node.end_lineno]))
        own = found["name"]
        target = own if found["owner"] is None else "%s.%s" % (found["owner"], own)
        completion = source.replace(node.name, own, 1)
        key = "%s.%s" % (module, node.name)
        print(json.dumps({"key": key, "target": target, "completion": completion}))


main(*sys.argv[1:])
