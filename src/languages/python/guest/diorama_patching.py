"""Replaces attributes of modules and classes while a case runs, as a test did, and puts back what was there.

Nothing of the modules and classes themselves is asked: their attributes are read and written past whatever they define.
"""

import functools
import os
import sys
import types
from builtins import TypeError, classmethod, issubclass, list, reversed, staticmethod, str, type

from diorama_names import MISSING, Refused, members_of

_module_members = types.ModuleType.__dict__["__dict__"].__get__
_set_on_module, _delete_from_module = types.ModuleType.__setattr__, types.ModuleType.__delattr__
_set_on_class, _delete_from_class = type.__setattr__, type.__delattr__
_Cache = type(functools.lru_cache(maxsize=None)(lambda: None))
_clear, _separator = _Cache.cache_clear, os.sep


class Replacements:
    """
    What one case finds replaced: `[(module or class, attribute, value or MISSING)]`. What functions of the modules below `tree` keep of
    earlier calls (`functools.lru_cache`) is forgotten before and after: it holds for what was there before.
    """

    def __init__(self, patches, tree):
        self._patches, self._tree = patches, tree
        self._before = []

    def apply(self):
        """All or nothing. Raises `Refused`."""
        try:
            for holder, name, value in self._patches:
                before = _read(holder, name)
                _write(holder, name, value)
                self._before.append((holder, name, before))
        except TypeError as problem:
            self.undo()
            raise Refused("malformed", "patch: " + str(problem)[:200])
        if self._patches:
            _forget_calls(self._tree)

    def undo(self):
        """Whatever the case did to the attributes, they are what they were before it."""
        if not self._patches:
            return
        _forget_calls(self._tree)
        for holder, name, before in reversed(self._before):
            _write(holder, name, before)
        self._before = []


def _is_class(holder):
    return issubclass(type(holder), type)


def _read(holder, name):
    members = members_of(holder) if _is_class(holder) else _module_members(holder)
    return members.get(name, MISSING)


def _write(holder, name, value):
    is_class = _is_class(holder)
    if value is not MISSING:
        (_set_on_class if is_class else _set_on_module)(holder, name, value)
    elif _read(holder, name) is not MISSING:
        (_delete_from_class if is_class else _delete_from_module)(holder, name)


def _forget_calls(tree):
    for module in list(sys.modules.values()):
        if not issubclass(type(module), types.ModuleType):
            continue
        members = _module_members(module)
        path = members.get("__file__")
        if type(path) is str and path.startswith(tree + _separator):
            for value in list(members.values()):
                _forget_calls_of(value)


def _forget_calls_of(value):
    if type(value) is _Cache:
        _clear(value)
    elif issubclass(type(value), type):
        for member in list(members_of(value).values()):
            inner = member.__func__ if type(member) in (classmethod, staticmethod) else member
            if type(inner) is _Cache:
                _clear(inner)
