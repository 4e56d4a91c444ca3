"""The line arcs that a definition can take, as coverage.py's parser sees them.

Only what is inside the definition counts: its header, decorators and defaults run when the module is imported. The
definition's own entry and exit, and those of everything nested in it, are arcs from and to `-n`, where n is the first
line of the code object.
"""

import ast
import collections


def possible_arcs(text, lines):
    """For a file's text and the 1-based first and last line of a definition in it, decorators included."""
    return PossibleArcs(text).of(lines)


class PossibleArcs:
    """What coverage.py's parser says of one file. Comments that would leave code out are not heeded."""

    def __init__(self, text):
        from coverage.parser import PythonParser

        text = text[1:] if text.startswith("\ufeff") else text  # the mark with which some editors begin a file
        self._tree = ast.parse(text)
        self._parser = PythonParser(text=text)
        self._parser.parse_source()
        self._arcs = self._parser.arcs()
        # Known to the parser only once it was asked for arcs.
        self._jumps = _jumps_in_one_form(getattr(self._parser, "_with_jump_fixers", {}))

    def of(self, lines):
        """
        `first_lines` names the line that stands for each other line of a statement; `jumps` the executed arcs that stand for
        others, or for none: leaving a `with` block goes through its first line.
        """
        node = _definition(self._tree, lines)
        first_line = self._parser.first_line
        body = range(first_line(node.body[0].lineno), node.end_lineno + 1)
        doors = {-_first_line(one) for one in ast.walk(node) if isinstance(one, _DOORS)}

        def is_inside(arc):
            return (arc[0] in body or arc[1] in body) and all(line in body or line in doors for line in arc)

        arcs = sorted(arc for arc in self._arcs if is_inside(arc))
        # Not the parser's own counts: where a body stands on the line of its header, that line is also left for the one below.
        exits = collections.Counter(start for start, _ in arcs)
        return {
            "arcs": arcs,
            "branch_lines": sorted(line for line in body if exits[line] > 1),
            "lines": sorted(line for line in self._parser.statements if line in body),
            "first_lines": [{"line": line, "first": first_line(line)} for line in body if first_line(line) != line],
            "jumps": [{"arc": arc, "stands_for": self._jumps[arc]} for arc in sorted(self._jumps) if is_inside(arc)],
        }


def _jumps_in_one_form(jumps):
    """
    The arc that stands for each, or None. Before 7.11 coverage.py names for an arc from the end of a block to its `with` the one
    from there on, which then does not count, and the one that stands for both; blocks in blocks make a chain of them.
    """
    found = {}
    for arc, stands in jumps.items():
        if stands is None or isinstance(stands[0], int):
            found[arc] = stands
            continue
        onward, whole = stands
        while onward in jumps:
            found.setdefault(onward, None)
            onward, whole = jumps[onward]
        found[onward] = None
        found[arc] = (arc[0], whole[1])
    return found


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
