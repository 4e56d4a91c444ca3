"""The regular expressions that a function works with, as they are once its module is loaded: many are put together from pieces, or stand in another module."""

import re
import types

_MOST = 24
_LONGEST = 2000
# Items of one table that are looked at.
_MOST_ITEMS = 50
_CONTAINERS = (list, tuple, set, frozenset)


def patterns_of(function, module):
    """`[{"source", "flags"}]` of the texts' patterns that it names, and that functions of its package name which it names; those come last."""
    found = {}
    own, called = _named_by(function, module)
    for value in own:
        _collect(value, found)
    for each in called:
        for value in _named_by(each, module)[0]:
            _collect(value, found)
    return list(found.values())[:_MOST]


def _named_by(function, module):
    """What a function's code names: of its module, of modules that this imports, and of its class. Values, and functions of its package."""
    names = _names_in(function.__code__)
    holder = _class_of(function, module)
    values = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [value for value in values if isinstance(value, types.ModuleType)]
    for space in [vars(each) for each in modules] + [vars(base) for base in getattr(holder, "__mro__", ())]:
        values.extend(space[name] for name in names if name in space)
    package = module.__name__.partition(".")[0]
    plain = [getattr(value, "__func__", value) for value in values]
    called = [each for each in plain if isinstance(each, types.FunctionType) and str(each.__module__).partition(".")[0] == package]
    return values, [each for each in called if each is not function]


def _names_in(code):
    """Names of globals and attributes in a code object and in those within it, each once, in the order they stand."""
    names = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names.update(dict.fromkeys(_names_in(constant)))
    return list(names)


def _class_of(function, module):
    holder = module
    for name in function.__qualname__.split(".")[:-1]:
        holder = getattr(holder, "__dict__", {}).get(name)
    return holder if isinstance(holder, type) else None


def _collect(value, found, is_within=False):
    """Patterns, methods of patterns, and what containers hold of them."""
    if isinstance(value, types.BuiltinMethodType):
        value = value.__self__
    if type(value) is re.Pattern:
        if type(value.pattern) is str and len(value.pattern) <= _LONGEST:
            found.setdefault((value.pattern, value.flags), {"source": value.pattern, "flags": value.flags})
    elif not is_within and type(value) in _CONTAINERS + (dict,):
        items = list(value.values() if type(value) is dict else value)[:_MOST_ITEMS]
        for item in items:
            for part in list(item)[:_MOST_ITEMS] if type(item) in _CONTAINERS else [item]:
                _collect(part, found, True)
