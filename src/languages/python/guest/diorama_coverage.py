"""The line arcs that a definition can take, as coverage.py's parser sees them.

Only what is inside the definition counts: its header, decorators and defaults run when the module is imported. The
definition's own entry and exit, and those of everything nested in it, are arcs from and to `-n`, where n is the first
line of the code object.
"""

import ast


def possible_arcs(text, lines):
    """For a file's text and the 1-based first and last line of a definition in it, decorators included.

    `first_lines` names the line that stands for each other line of a statement; `jumps` the executed arcs that stand for
    others, or for none: leaving a `with` block goes through its first line.
    """
    from coverage.parser import PythonParser

    text = text[1:] if text.startswith("\ufeff") else text  # the mark with which some editors begin a file
    node = _definition(ast.parse(text), lines)
    parser = PythonParser(text=text)
    parser.parse_source()
    body = range(node.body[0].lineno, node.end_lineno + 1)
    doors = {-_first_line(one) for one in ast.walk(node) if isinstance(one, _DOORS)}

    def is_inside(arc):
        return (arc[0] in body or arc[1] in body) and all(line in body or line in doors for line in arc)

    jumps = getattr(parser, "_with_jump_fixers", {})
    exits = parser.exit_counts()
    return {
        "arcs": sorted(arc for arc in parser.arcs() if is_inside(arc)),
        "branch_lines": sorted(line for line in body if exits.get(line, 0) > 1),
        "lines": sorted(line for line in parser.statements if line in body),
        "first_lines": [[line, parser.first_line(line)] for line in body if parser.first_line(line) != line],
        "jumps": [[arc, jumps[arc]] for arc in sorted(jumps) if is_inside(arc)],
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


def _definition(tree, lines):
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS) and _first_line(node) >= lines["start"] and node.end_lineno <= lines["end"]:
            return node
    raise ValueError("no definition between lines %d and %d" % (lines["start"], lines["end"]))


def _first_line(node):
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno] + [decorator.lineno for decorator in decorators])
