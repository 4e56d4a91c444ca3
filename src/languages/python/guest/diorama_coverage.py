"""The line arcs that a definition can take, as coverage.py's parser sees them.

Only what is inside the definition counts: its header, decorators and defaults run when the module is imported. The
definition's own entry and exit, and those of everything nested in it, are arcs from and to `-n`, where n is the first
line of the code object.
"""

import ast


def possible_arcs(text, lines):
    """For a file's text and the 1-based first and last line of a definition in it, decorators included."""
    from coverage.parser import PythonParser

    tree = ast.parse(text)
    node = _definition(tree, lines)
    parser = PythonParser(text=text)
    parser.parse_source()
    body = _body_lines(node)
    doors = {-_first_line(one) for one in ast.walk(node) if isinstance(one, _DOORS)}
    inside = lambda line: line in body or line in doors
    first = {line: parser.first_line(line) for line in range(node.lineno, node.end_lineno + 1)}
    arcs = sorted((a, b) for a, b in parser.arcs() if inside(a) and inside(b) and (a in body or b in body))
    statements = sorted(line for line in parser.statements if line in body)
    return {
        "arcs": arcs,
        "branch_lines": sorted({a for a, _ in arcs if a > 0 and _exits(arcs, a) > 1}),
        "lines": [line for line in statements if line not in parser.excluded],
        "first_lines": [[line, to] for line, to in first.items() if line != to],
        "with_jumps": [],
    }


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DOORS = _DEFINITIONS + (
    ast.ClassDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


def _exits(arcs, line):
    return sum(1 for a, _ in arcs if a == line)


def _definition(tree, lines):
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS) and _first_line(node) >= lines["start"] and node.end_lineno <= lines["end"]:
            return node
    raise ValueError("no definition between lines %d and %d" % (lines["start"], lines["end"]))


def _first_line(node):
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno] + [decorator.lineno for decorator in decorators])


def _body_lines(node):
    statements = node.body
    return range(statements[0].lineno, node.end_lineno + 1)
