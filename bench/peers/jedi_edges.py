"""What jedi says that calls of a repository call, in Diorama's form; see graph_definitions.py. Needs a Python with jedi.

Each call is asked for by `Script.infer` at the last name of what is called, or `Script.goto` through imports where that gives nothing. A class stands
for its own `__init__`, else for the class.
"""

import ast
import os

import jedi
from graph_definitions import edge, run_roots


def name_of(node):
    """Line and column, in bytes, of the name that is called."""
    if isinstance(node, ast.Name):
        return node.lineno, node.col_offset
    if isinstance(node, ast.Attribute):
        return node.end_lineno, node.end_col_offset - len(node.attr.encode())
    return None


def find_edges(root, definitions, found):
    sources = [one for one in (root, os.path.join(root, "src")) if os.path.isdir(one)]
    project = jedi.Project(root, added_sys_path=sources)
    for path, own in definitions.items():
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        script = jedi.Script(text, path=os.path.join(root, path), project=project)
        for caller, node in own.calls:
            found.ask()
            for name in ask(script, lines, name_of(node.func)):
                target = place_of(root, definitions, name)
                if target is not None:
                    found.add(edge(caller, target, node.func.end_lineno))


def ask(script, lines, position):
    if position is None or position[0] > len(lines):
        return []
    line, column = position[0], len(lines[position[0] - 1].encode()[: position[1]].decode(errors="replace"))
    try:
        return script.infer(line, column) or script.goto(line, column, follow_imports=True)
    except Exception:
        # Of its own errors jedi leaves some to the caller.
        return []


def place_of(root, definitions, name):
    if name.module_path is None or name.line is None:
        return None
    path = os.path.relpath(str(name.module_path), root)
    kind, place = definitions[path].by_line.get(name.line, (None, None)) if path in definitions else (None, None)
    if kind != "class":
        return place
    constructor = definitions[path].known.get(f"{place['name']}.__init__")
    return place if constructor is None else constructor[1]


run_roots(find_edges)
