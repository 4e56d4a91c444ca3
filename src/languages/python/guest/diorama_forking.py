"""What modules want done around a fork, put off until a program forks itself.

The parent forks while it has one thread and holds no lock: what `threading`, `random` or `logging` would put right in a
child is right already. Done before each evaluation it costs a tenth of it, so the parent only notes who asked, and every
child asks in their place: a fork of the candidate's own is like any other.

Installed before anything else is imported.
"""

import _thread
import os
import sys

_register = getattr(os, "register_at_fork", None)
_asked = []
_MOMENTS = {"before", "after_in_child", "after_in_parent"}


def _note(**functions):
    if functions and set(functions) <= _MOMENTS and all(map(callable, functions.values())):
        _asked.append(functions)
    else:
        _register(**functions)  # Which refuses, in its own words.


def install():
    """In the parent, once."""
    if _register is not None:
        os.register_at_fork = _note


def resume():
    """In a child, before any code of a candidate runs."""
    if _register is not None:
        os.register_at_fork = _register
        for functions in _asked:
            _register(**functions)
    if "threading" in sys.modules:
        # The kernel's number of the only thread is another one now.
        sys.modules["threading"]._main_thread._native_id = _thread.get_native_id()
