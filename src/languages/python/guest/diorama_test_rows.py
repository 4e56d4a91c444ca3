"""Rows of values in test sources: what `parametrize` and loops over constants bind their names to."""

import ast

from diorama_test_constants import target_names


class Rows:
    """What binds `names` again and again: `display`, a list or tuple of rows, each value readable by position."""

    def __init__(self, node, names, display):
        self.node, self.names, self.display = node, names, display

    def values_of(self, name):
        at = self.names.index(name)
        return [elements_of(row, len(self.names))[at] for row in self.display.elts]

    def cut(self, name):
        """`None` in the place of every value of a name."""
        at, count = self.names.index(name), len(self.names)
        for index, row in enumerate(self.display.elts):
            if count == 1 and not is_param(row):
                self.display.elts[index] = ast.Constant(value=None)
            else:
                elements_of(row, count)[at] = ast.Constant(value=None)


def rows_of_loop(loop, find_value):
    """The rows that a loop runs over; None where they are no display. `find_value(node)` gives a copy of a constant's expression."""
    names, source = target_names(loop), loop.iter
    is_items = isinstance(source, ast.Call) and getattr(source.func, "attr", None) == "items" and not source.args
    if is_items:
        source = source.func.value
    if isinstance(source, (ast.Name, ast.Attribute)):
        source = find_value(source)
    if is_items and isinstance(source, ast.Dict) and len(names) == 2:
        pairs = [ast.Tuple(elts=[key, value], ctx=ast.Load()) for key, value in zip(source.keys, source.values) if key is not None]
        source = ast.List(elts=pairs, ctx=ast.Load()) if len(pairs) == len(source.keys) else None
    elif isinstance(source, ast.Dict):
        is_plain = not is_items and len(names) == 1 and None not in source.keys
        source = ast.List(elts=source.keys, ctx=ast.Load()) if is_plain else None
    elif is_items:
        source = None
    return _rows(loop, names, source)


def rows_of_parameters(decorator, find_value):
    """What a `parametrize` decorator gives; None where it is none or not plain."""
    if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
        return None
    if decorator.func.attr != "parametrize" or len(decorator.args) != 2:
        return None
    if any(keyword.arg != "ids" for keyword in decorator.keywords):
        return None
    names = _argument_names(decorator.args[0])
    rows = decorator.args[1]
    if isinstance(rows, ast.Name):
        rows = find_value(rows)
    return _rows(decorator, names, rows)


def _rows(node, names, display):
    if not names or not isinstance(display, (ast.List, ast.Tuple)):
        return None
    if any(elements_of(row, len(names)) is None for row in display.elts):
        return None
    return Rows(node, names, display)


def _argument_names(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [name.strip() for name in node.value.split(",") if name.strip()]
    if isinstance(node, (ast.List, ast.Tuple)) and all(isinstance(each, ast.Constant) for each in node.elts):
        return [each.value for each in node.elts]
    return None


def elements_of(row, count):
    """The list that holds the values of one row, else None: its own, so that they can be replaced."""
    if isinstance(row, ast.Starred):
        return None
    if is_param(row):
        return row.args if len(row.args) == count and not any(isinstance(each, ast.Starred) for each in row.args) else None
    if count == 1:
        return [row]
    if isinstance(row, (ast.Tuple, ast.List)) and len(row.elts) == count:
        return None if any(isinstance(each, ast.Starred) for each in row.elts) else row.elts
    return None


def is_param(row):
    """True for `pytest.param(…)`."""
    return isinstance(row, ast.Call) and (
        getattr(row.func, "attr", None) == "param" or getattr(row.func, "id", None) == "param"
    )
