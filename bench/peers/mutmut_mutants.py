"""The mutants that mutmut makes of a file: one JSON line each, with its key, the qualified name of what it is a mutant of, and its text.

    mutmut_mutants.py MODULE < FILE
"""

import ast
import json
import os
import re
import sys
import tempfile

from mutmut.mutation.file_mutation import mutate_file_contents

NAME = re.compile(r"^x(?:\u01c1(?P<owner>\w+)\u01c1|_)(?P<name>\w+?)__mutmut_(?P<number>\d+)$")


def mutated(text):
    # mutmut reads its settings from the working directory, and fails where they name no folder.
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("setup.cfg", "w") as settings:
            settings.write("[mutmut]\nsource_paths=.\n")
        code = mutate_file_contents("file.py", text).code
        os.chdir("/")
    return code


def main(module):
    text = mutated(sys.stdin.buffer.read().decode("utf-8"))
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        found = NAME.match(node.name)
        if found is None:
            continue
        source = "".join(lines[node.lineno - 1 : node.end_lineno])
        own = found["name"]
        target = own if found["owner"] is None else "%s.%s" % (found["owner"], own)
        completion = source.replace(node.name, own, 1)
        key = "%s.%s" % (module, node.name)
        print(json.dumps({"key": key, "target": target, "completion": completion}))


main(sys.argv[1])
