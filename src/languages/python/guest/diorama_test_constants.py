"""What of a test source is constant, and which names stand for nothing else.

A name stands for a constant where everything that binds it is a plain assignment of a constant, a loop over rows of
constants, or `parametrize` with such rows.
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
        self.loops = {}  # name: loops over rows that bind it
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
            if isinstance(one, ast.For):
                for name in target_names(one):
                    self.loops.setdefault(name, []).append(one)
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
                self._bind(one.id)
            if isinstance(one, (ast.Global, ast.Nonlocal)):
                for name in one.names:
                    self._bind(name)
                    self._bind(name)
            for name in _names_of_patterns(one):
                self._bind(name)
            if isinstance(one, ast.alias):
                self._bind((one.asname or one.name).partition(".")[0])
            waiting.extend(ast.iter_child_nodes(one))

    def is_plain(self, name):
        """True where nothing but plain assignments and loops binds the name."""
        return len(self.assigned.get(name, ())) + len(self.loops.get(name, ())) == self.bindings.get(name, 0) > 0


def _names_of_patterns(node):
    """Names that an `except` or a `case` binds, which are no name nodes."""
    is_pattern = isinstance(node, ast.ExceptHandler) or type(node).__name__.startswith("Match")
    names = [getattr(node, "name", None), getattr(node, "rest", None)] if is_pattern else []
    return [name for name in names if isinstance(name, str)]


def assigned_name(statement):
    """The name that `name = value` or `name: type = value` binds, else None."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and isinstance(statement.target, ast.Name):
        return statement.target.id
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return None


def target_names(loop):
    """Names that a loop binds at every turn, where they are all it binds."""
    target = loop.target
    names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    return [each.id for each in names] if all(isinstance(each, ast.Name) for each in names) else []


def is_constant(node, is_known):
    """True for an expression of literals, of containers and simple texts made of them, and of names and attributes for which `is_known(node)`."""
    if isinstance(node, ast.Constant):
        return node.value is not Ellipsis
    if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
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


def is_made_of_constants(node, is_known):
    """True for an expression in which nothing but what it calls comes from elsewhere: an object, a comprehension over constants."""
    called = {id(each.func) for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)}
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    own = {each.id for each in names if not isinstance(each.ctx, ast.Load)}
    return not any(isinstance(each, (ast.NamedExpr, ast.Await, ast.Lambda)) for each in ast.walk(node)) and all(
        id(each) in called or each.id in own or is_known(each) for each in names
    )
