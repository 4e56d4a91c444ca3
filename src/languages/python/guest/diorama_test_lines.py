"""Which lines of the edited file a test executes. Own code only: whoever shares the process could stop it."""

import functools
import sys
import threading

_OPTIMIZED = 0x1
_IMPORTING = "<frozen importlib"


class LineTracer:
    """Lines executed between `start` and `stop`, in all threads.

    `shared`: lines of functions that ran for more than one test: while tests were collected, while a module was imported, and
    for a fixture that several tests use. What they leave behind is there for every test, whichever happened to come first.
    """

    def __init__(self, path):
        self.path, self.lines, self.shared = path, set(), set()
        # Times that a line was executed: how much a test does, whatever the machine.
        self.steps = 0
        # How many reasons there are to take what runs now for shared.
        self.reasons = 0

    def start(self):
        self.lines, self.steps = set(), 0
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def stop(self):
        threading.settrace(None)
        sys.settrace(None)
        return sorted(self.lines)

    def _enter(self, frame, event, argument):
        if frame.f_code.co_filename != self.path:
            return None
        is_shared = (self.reasons > 0 or is_importing(frame)) and self._is_in_function(frame)
        return (self._step_shared if is_shared else self._step)(frame, event, argument)

    def _step(self, frame, event, argument):
        self.lines.add(frame.f_lineno)
        self.steps += 1
        return self._step

    def _step_shared(self, frame, event, argument):
        self.shared.add(frame.f_lineno)
        self.lines.add(frame.f_lineno)
        self.steps += 1
        return self._step_shared

    def _is_in_function(self, frame):
        """False for the bodies of the module and of its classes."""
        while not frame.f_code.co_flags & _OPTIMIZED:
            frame = frame.f_back
            if frame is None or frame.f_code.co_filename != self.path:
                return False
        return True


# Locks of modules that are being imported, by name. Empty: nothing is.
_locks = getattr(sys.modules.get("_frozen_importlib"), "_module_locks", None)


def is_importing(frame):
    """True for what runs while a module is being imported."""
    if _locks is not None and not _locks:
        return False
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False


def forget(tree):
    """Empties the caches of functions of the tree: what one test left there would keep the next from executing them."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if type(file) is str and file.startswith(tree + "/"):
            for value in list(vars(module).values()):
                _forget(value)
                if type(value) is type and value.__module__ == module.__name__:
                    for member in list(vars(value).values()):
                        _forget(getattr(member, "__func__", member) if type(member) in _BINDERS else member)


_BINDERS = (staticmethod, classmethod)
_Cached = type(functools.lru_cache()(lambda: None))


def _forget(value):
    if type(value) is _Cached:
        value.cache_clear()
