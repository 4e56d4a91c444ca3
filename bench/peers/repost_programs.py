"""The programs that RepoST's runner would write, by its own functions: each row's script with the reference as the rival.

repost_programs.py ROWS: ROWS is a JSON list of rows with `idx`, `func_name` and `eval_script`. Prints a JSON list of
{"idx", "text", "modules": [names that the program imports]}; rows whose rival cannot be inserted have no text.
"""

import ast
import json
import sys

import execution


def modules_of(text):
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module)
    return sorted(found)


def main(path):
    with open(path) as file:
        rows = json.load(file)
    programs = []
    for row in rows:
        text = execution.insert_gt_implementation(row["eval_script"], row["func_name"])
        programs.append({"idx": row["idx"], "text": text, "modules": modules_of(text) if text else []})
    json.dump(programs, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
