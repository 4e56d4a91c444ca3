"""
Functions and classes that have no importable name as their files write them: what tests write in place (`key=lambda pair: pair[1]`) as the text of
`function` and `local_class` in `recipe/1`, and the values of the names that it does not bind itself.

A class does not know which statement made it, so what their bodies do is noted while tests run (`note_class`).
"""

import ast
import builtins
import linecache
import symtable
import types
from builtins import RecursionError, SyntaxError, ValueError, any, bool, dict, float, getattr, hasattr, int, isinstance, len, list, max, min, range, set, sorted
from builtins import str, sum, type, zip

MOST_TEXT = 1000
MOST_CLASS_TEXT = 3000
MOST_BODIES = 16
_MOST_INLINE = 60
_LARGEST_INLINE = 10**15
_COROUTINES = 0x80 | 0x200
_OF_FUNCTIONS = 0x1 | 0x2
_WRITTEN = (ast.Lambda, ast.FunctionDef, ast.ClassDef)
_OUTSIDE = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)

# The nodes of the functions and classes of a file by its path and the line that they begin at.
_PARSED = {}
# Bodies of classes by the module and qualified name of these.
_BODIES = {}


def written_function(function):
    """`(text, {name: value})` of a function as its file has it; None where that cannot be known."""
    code = function.__code__
    is_known = not code.co_flags & _COROUTINES and hasattr(ast, "unparse")
    kind = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    node = node_of(code, function.__globals__, kind) if is_known else None
    if node is None or not is_self_contained(node):
        return None
    values = free_values(function, node)
    if values is None:
        return None
    return with_inline(expression_of(node), values, values, MOST_TEXT)


class ClassBody:
    """What a class statement ran: its code, the globals and the variables of functions around it, and the functions that it defined."""

    __slots__ = ("code", "variables", "cells", "functions")

    def __init__(self, frame, around):
        self.code, self.variables = frame.f_code, frame.f_globals
        self.cells = {name: around.f_locals[name] for name in frame.f_code.co_freevars if name in around.f_locals}
        self.functions = {name: value for name, value in frame.f_locals.items() if type(value) is types.FunctionType}


def is_class_body(code):
    return not code.co_flags & _OF_FUNCTIONS and not code.co_name.startswith("<")


def note_class(frame):
    """Keeps what the body of a class did; to be called when its frame is left."""
    held = frame.f_locals
    bodies = _BODIES.setdefault((held.get("__module__"), held.get("__qualname__")), [])
    bodies.append(ClassBody(frame, frame.f_back))
    del bodies[:-MOST_BODIES]


def body_of_class(cls):
    """Of the statements that define a class of its name the one whose functions it has, the newest where several may be it; None where there is none."""
    bodies = _BODIES.get((cls.__dict__.get("__module__"), cls.__qualname__), ())
    own = [sum(cls.__dict__.get(name) is function for name, function in body.functions.items()) for body in bodies]
    return max(zip(own, range(len(bodies)), bodies))[2] if bodies else None


def written_class(cls):
    """`(text, {name: value})` of a class as its file has it; None where that cannot be known."""
    body = body_of_class(cls)
    node = None if body is None or not hasattr(ast, "unparse") else node_of(body.code, body.variables, ast.ClassDef)
    if node is None or any_of(node, _OUTSIDE):
        return None
    needed, own = names_of_class(ast.unparse(node), node.name)
    values = values_of(needed, body.cells, body.variables)
    if values is None:
        return None
    for name in sorted(own):
        values.update(values_of({name}, body.cells, body.variables) or {})
    return with_inline(node, values, set(values) - bound_names(node), MOST_CLASS_TEXT)


def with_inline(node, values, names, most):
    """`(text, values)` of a node with those of the values in it that are written in place, if they are of these names; None where it is too long."""
    inline = {name: values[name] for name in names if is_inline(values[name])}
    text = ast.unparse(_Inlined(inline).visit(node))
    if len(text) > most:
        return None
    # As 3.9 writes it.
    text = "lambda:" + text[8:] if text.startswith("lambda :") else text
    return text, {name: value for name, value in values.items() if name not in inline}


def node_of(code, variables, kind):
    """A copy of the node of a file that code of these globals was made of, None where there is none or more than one."""
    found = [node for node in nodes_at(code, variables) if type(node) is kind]
    if kind is not ast.ClassDef:
        found = [node for node in found if has_parameters(node, code)]
    if kind is not ast.Lambda:
        found = [node for node in found if node.name == code.co_name]
    if len(found) > 1 and hasattr(code, "co_positions"):
        found = [node for node in found if holds_all(body_of(node), code)]
    texts = {ast.unparse(node) for node in found}
    return ast.parse(texts.pop()).body[0] if len(texts) == 1 else None


def nodes_at(code, variables):
    path = code.co_filename
    lines = linecache.getlines(path, variables)
    text = "".join(lines)
    if _PARSED.get(path, ("",))[0] != text:
        _PARSED[path] = text, parsed_nodes(text)
    return _PARSED[path][1].get(code.co_firstlineno, ()) if text else ()


def parsed_nodes(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, _WRITTEN):
            first = min(each.lineno for each in [node] + getattr(node, "decorator_list", []))
            found.setdefault(first, []).append(node)
    return found


def has_parameters(node, code):
    given = node.args
    names = [each.arg for each in getattr(given, "posonlyargs", []) + given.args + given.kwonlyargs]
    names += [each.arg for each in (given.vararg, given.kwarg) if each is not None]
    return list(code.co_varnames[: len(names)]) == names


def body_of(node):
    return [node.body] if isinstance(node, ast.Lambda) else node.body


def holds_all(body, code):
    """Whether all that the code does stands between the ends of a body."""
    begin, end = (body[0].lineno, body[0].col_offset), (body[-1].end_lineno, body[-1].end_col_offset)
    known = [place for place in code.co_positions() if None not in place and place[0] >= begin[0] and place[3] > 0]
    return bool(known) and all(begin <= (place[0], place[2]) and (place[1], place[3]) <= end for place in known)


def expression_of(node):
    """A definition that only returns something as an expression; anything else as it is, without what is said of types."""
    if isinstance(node, ast.Expr):
        return node.value
    for each in ast.walk(node.args):
        if isinstance(each, ast.arg):
            each.annotation = None
    node.returns = None
    body = [each for each in node.body if not is_text(each)]
    if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None and not holds_yield(body[0]):
        return ast.Lambda(args=node.args, body=body[0].value)
    return node


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def holds_yield(node):
    return any_of(node, (ast.Yield, ast.YieldFrom))


def any_of(node, kinds):
    return any(isinstance(each, kinds) for each in ast.walk(node))


def is_self_contained(node):
    """Whether a function is made of its text alone: nothing decorates it, its defaults are constants, and it sets no names outside."""
    function = node.value if isinstance(node, ast.Expr) else node
    given = function.args
    defaults = [each for each in given.defaults + given.kw_defaults if each is not None]
    if getattr(function, "decorator_list", ()) or not all(isinstance(each, ast.Constant) for each in defaults):
        return False
    return not any_of(function, _OUTSIDE + (ast.ClassDef, ast.Await))


def free_values(function, node):
    """The values of the names that a function does not bind itself, but for those that every module has; None where one has no value."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} - bound_names(node)
    cells = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            cells.update({name: cell.cell_contents} if name in names else {})
        except ValueError:
            return None
    return values_of(names, cells, function.__globals__)


def bound_names(node):
    """Names that something in a node binds."""
    bound = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    bound |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    bound |= {each.name for each in ast.walk(node) if isinstance(each, (ast.ExceptHandler, ast.FunctionDef, ast.ClassDef)) and each.name}
    return bound | {each.name for each in ast.walk(node) if type(each).__name__ in ("MatchAs", "MatchStar") and each.name}


def names_of_class(text, name):
    """Names that the text of a class takes from around it; and those that bodies of classes in it may, for they bind them as well."""
    around = symtable.symtable(text, "<class>", "exec")
    needed, own, waiting = set(), set(), [around]
    while waiting:
        scope = waiting.pop()
        waiting += scope.get_children()
        for symbol in scope.get_symbols():
            if symbol.is_referenced() and symbol.is_global():
                needed.add(symbol.get_name())
            elif symbol.is_referenced() and scope.get_type() == "class":
                own.add(symbol.get_name())
    return needed - {name}, own - needed - {name}


def values_of(names, cells, variables):
    """The values of names among the variables of functions around and of the module, but for those that every module has; None where one has no value."""
    values = {}
    for name in sorted(names):
        if name in cells:
            values[name] = cells[name]
        elif name in variables:
            values[name] = variables[name]
        elif not hasattr(builtins, name):
            return None
    return values


def is_inline(value):
    """Whether a value stands in a text as people write it."""
    if value is None or type(value) is bool:
        return True
    if type(value) in (int, float):
        return 0 <= value < _LARGEST_INLINE
    return type(value) is str and len(value) <= _MOST_INLINE


class _Inlined(ast.NodeTransformer):
    """Puts values in the place of names."""

    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        if node.id not in self.values:
            return node
        return ast.Constant(self.values[node.id])
