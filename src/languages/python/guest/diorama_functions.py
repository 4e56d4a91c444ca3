"""
Functions and classes that have no importable name, made of their text (`function` and `local_class` of `recipe/1`): one lambda expression or one
definition, and the values of the names that it does not bind itself.
"""

import builtins
import types
from builtins import SyntaxError, compile, eval, exec, id, issubclass, len, list, set, str, type

from diorama_names import Refused

_FILE, _CLASS_FILE = "<function>", "<class>"
_OWN = ("__builtins__", "__name__")

# The code of each function that was made here by its id, with its text.
_MADE = {}
# Each class that was made here by its id, with its text and the values of its names.
_CLASSES = {}


def make_function(text, values):
    """The function of a text, with values for its names. Raises `Refused` where the text is none of a function."""
    known = {"__builtins__": builtins, "__name__": _FILE}
    known.update(values)
    try:
        function = function_in(text, known)
    except SyntaxError:
        function = None
    if type(function) is not types.FunctionType:
        raise Refused("malformed", "text of a function")
    _MADE[id(function.__code__)] = function.__code__, text
    return function


def function_in(text, known):
    if text.startswith("lambda"):
        return eval(compile(text, _FILE, "eval"), known)
    before = set(known)
    exec(compile(text, _FILE, "exec"), known)
    added = list(set(known) - before)
    return known[added[0]] if len(added) == 1 else None


def made_text(function):
    """The text that a function was made of here, else None."""
    known = _MADE.get(id(function.__code__))
    return None if known is None else known[1]


def made_function(function):
    """`(text, {name: value})` of a function that was made here, else None."""
    text = made_text(function)
    if text is None:
        return None
    left_out = _OWN + (function.__name__,)
    # Foreign code may have put keys of its own there.
    return text, {name: value for name, value in list(function.__globals__.items()) if type(name) is str and name not in left_out}


def make_class(text, values):
    """The class of a text, with values for its names. Raises `Refused` where the text is none of a class, and what its bases, decorators and body raise."""
    known = {"__builtins__": builtins, "__name__": _CLASS_FILE}
    known.update(values)
    try:
        code = compile(text, _CLASS_FILE, "exec")
    except SyntaxError:
        raise Refused("malformed", "text of a class")
    before = set(known)
    exec(code, known)
    added = list(set(known) - before)
    made = known[added[0]] if len(added) == 1 else None
    if not issubclass(type(made), type):
        raise Refused("malformed", "text of a class")
    _CLASSES[id(made)] = made, text, values
    return made


def made_class(cls):
    """`(text, {name: value})` of a class that was made here, else None."""
    known = _CLASSES.get(id(cls))
    return None if known is None else known[1:]
