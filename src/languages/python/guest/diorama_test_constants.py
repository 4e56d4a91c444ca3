"""What of a test source is constant, and which names stand for nothing else.

A name stands for a constant where everything that binds it is a plain assignment of a constant, or where it is a
parameter that `parametrize` fills with constants only.
"""

import ast

_PURE_METHODS = frozenset(dir(str)) | frozenset(dir(bytes)) | {"keys", "values", "items", "get", "copy"}
_MAKERS = ("set", "frozenset", "dict", "list", "tuple", "str", "int", "float", "bytes", "bytearray", "sorted", "dedent", "len", "range")
MODULE = 0


class Scope:
    """A function (or the module) with the names that it binds itself."""

    def __init__(self, node):
        self.key = MODULE if isinstance(node, ast.Module) else node.diorama_scope
        self.bindings = {}  # name: number of places that bind it
        self.assigned = {}  # name: values of its plain assignments
        self._collect(node)

    def _bind(self, name):
        self.bindings[name] = self.bindings.get(name, 0) + 1

    def _collect(self, node):
        if not isinstance(node, ast.Module):
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    self._bind(each.arg)
        waiting = list(node.body)
        while waiting:
            one = waiting.pop()
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self._bind(one.name)
                waiting.extend(one.decorator_list)
                continue
            if isinstance(one, ast.Lambda):
                continue
            name = assigned_name(one)
            if name is not None:
                self.assigned.setdefault(name, []).append(one.value)
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
                self._bind(one.id)
            if isinstance(one, (ast.Global, ast.Nonlocal)):
                for name in one.names:
                    self._bind(name)
                    self._bind(name)
            if isinstance(one, ast.ExceptHandler) and one.name:
                self._bind(one.name)
            if isinstance(one, ast.alias):
                self._bind((one.asname or one.name).partition(".")[0])
            waiting.extend(ast.iter_child_nodes(one))

    def is_assigned_only(self, name):
        """True where nothing but plain assignments binds the name."""
        return len(self.assigned.get(name, ())) == self.bindings.get(name, 0) > 0


def assigned_name(statement):
    """The name that `name = value` or `name: type = value` binds, else None."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and isinstance(statement.target, ast.Name):
        return statement.target.id
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return None


def is_constant(node, is_known):
    """True for an expression of literals, of containers and simple texts made of them, and of names for which `is_known(name node)`."""
    if isinstance(node, ast.Constant):
        return node.value is not Ellipsis
    if isinstance(node, ast.Name):
        return is_known(node)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(is_constant(each, is_known) for each in node.elts)
    if isinstance(node, ast.Dict):
        return all(each is not None and is_constant(each, is_known) for each in node.keys + node.values)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.UAdd, ast.USub)) and is_constant(node.operand, is_known)
    if isinstance(node, ast.BinOp):
        return is_constant(node.left, is_known) and is_constant(node.right, is_known)
    if isinstance(node, ast.Subscript):
        parts = [node.value] + [each for each in ast.walk(node.slice) if isinstance(each, (ast.Name, ast.Call))]
        return all(is_constant(each, is_known) for each in parts)
    if isinstance(node, ast.JoinedStr):
        return all(is_constant(each.value, is_known) for each in node.values if isinstance(each, ast.FormattedValue))
    return isinstance(node, ast.Call) and _is_constant_call(node, is_known)


def _is_constant_call(node, is_known):
    func = node.func
    if not all(is_constant(each, is_known) for each in node.args) or node.keywords:
        return False
    if isinstance(func, ast.Attribute):
        if isinstance(func.value, ast.Name) and func.value.id == "textwrap":
            return func.attr == "dedent"
        return func.attr in _PURE_METHODS and is_constant(func.value, is_known)
    return isinstance(func, ast.Name) and func.id in _MAKERS


class Parameters:
    """One `parametrize` decorator whose values stand there as rows, each value readable by position."""

    def __init__(self, node, names, rows):
        self.node, self.names, self.rows = node, names, rows

    def values_of(self, name):
        at = self.names.index(name)
        return [elements_of(row, len(self.names))[at] for row in self.rows.elts]


def parameters_of(decorator, find_value):
    """What a `parametrize` decorator gives; None where it is none or not plain. `find_value(name node)` gives a constant's expression."""
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
    if not names or not isinstance(rows, (ast.List, ast.Tuple)):
        return None
    if any(elements_of(row, len(names)) is None for row in rows.elts):
        return None
    return Parameters(decorator, names, rows)


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
