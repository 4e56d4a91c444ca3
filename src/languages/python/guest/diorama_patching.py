"""Replaces attributes of modules and classes while a case runs, as a test did, and puts back what was there.

Nothing of the modules and classes themselves is asked: their attributes are read and written past whatever they define.
"""

import types
from builtins import TypeError, issubclass, reversed, type

from diorama_names import MISSING, Refused, members_of

_module_members = types.ModuleType.__dict__["__dict__"].__get__
_set_on_module, _delete_from_module = types.ModuleType.__setattr__, types.ModuleType.__delattr__
_set_on_class, _delete_from_class = type.__setattr__, type.__delattr__


class Replacements:
    """What one case finds replaced: `[(module or class, attribute, value or MISSING)]`."""

    def __init__(self, patches):
        self._patches = patches
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

    def undo(self):
        """Whatever the case did to the attributes, they are what they were before it."""
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
