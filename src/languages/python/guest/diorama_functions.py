"""
Functions that have no importable name, made of their text (`function` of `recipe/1`): one lambda expression or one definition, and the values of
the names that it does not bind itself.
"""

import builtins
import types
from builtins import SyntaxError, compile, eval, exec, id, len, list, set, type

from diorama_names import Refused

_FILE = "<function>"
_OWN = ("__builtins__", "__name__")

# The code of each function that was made here by its id, with its text.
_MADE = {}


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
    known = function.__globals__
    return text, {name: known[name] for name in known if name not in _OWN and name != function.__name__}
