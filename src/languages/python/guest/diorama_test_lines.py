"""Which lines of the edited file a test executes. Own code only: whoever shares the process could stop it."""

import sys
import threading

_OPTIMIZED = 0x1
_IMPORTING = "<frozen importlib"


class LineTracer:
    """Lines executed between `start` and `stop`, in all threads.

    `imported`: lines of functions that ran while a module was imported, at any time. What they leave behind is there for
    every test, whichever test happened to import first.
    """

    def __init__(self, path):
        self.path, self.lines, self.imported = path, set(), set()

    def start(self):
        self.lines = set()
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def stop(self):
        threading.settrace(None)
        sys.settrace(None)
        return sorted(self.lines)

    def _enter(self, frame, event, argument):
        if frame.f_code.co_filename != self.path:
            return None
        step = self._step_imported if self._is_in_function(frame) and _is_importing(frame) else self._step
        return step(frame, event, argument)

    def _step(self, frame, event, argument):
        self.lines.add(frame.f_lineno)
        return self._step

    def _step_imported(self, frame, event, argument):
        self.imported.add(frame.f_lineno)
        self.lines.add(frame.f_lineno)
        return self._step_imported

    def _is_in_function(self, frame):
        """False for the bodies of the module and of its classes."""
        while not frame.f_code.co_flags & _OPTIMIZED:
            frame = frame.f_back
            if frame is None or frame.f_code.co_filename != self.path:
                return False
        return True


def _is_importing(frame):
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False
