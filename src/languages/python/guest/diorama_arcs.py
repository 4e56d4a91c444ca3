"""Which lines follow which in a target's code, as coverage.py records them.

Only the target's code object and those nested in it are traced. `-n` is the outside of the code object whose first
line is n: entered from and left to. A generator that goes on after a yield is not entered again: its next arc starts
at the line of the yield.
"""

import dis
import sys
import threading

_CO_GENERATOR_LIKE = 0x20 | 0x80 | 0x200
_RESUME = dis.opmap.get("RESUME")
_YIELDING = {
    dis.opmap[name] for name in ("YIELD_VALUE", "YIELD_FROM", "INSTRUMENTED_YIELD_VALUE") if name in dis.opmap
}


def nested_codes(code):
    """The code object and all code objects inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, type(code)):
            yield from nested_codes(constant)


class ArcTracer:
    """Collects the arcs of what it calls; those since the last `take` are one case's."""

    def __init__(self, code):
        # By identity: comparing code objects by content costs more than tracing.
        self._kept = tuple(nested_codes(code))
        self._bytes = {id(one): one.co_code for one in self._kept}
        self._arcs = set()

    def call(self, function, *arguments, **keywords):
        """Tracing costs every call of whatever runs meanwhile: so it begins and ends with the call."""
        threading.settrace(self.enter)
        sys.settrace(self.enter)
        try:
            return function(*arguments, **keywords)
        finally:
            sys.settrace(None)
            threading.settrace(None)

    def take(self):
        arcs, self._arcs = sorted(self._arcs), set()
        return arcs

    def enter(self, frame, event, argument):
        """What an interpreter calls for each new frame, and each that goes on: frames of other code are left alone."""
        code = frame.f_code
        if id(code) not in self._bytes:
            return None
        arcs, outside = self._arcs, -code.co_firstlineno
        last = frame.f_lineno if self._is_resumed(frame) else outside

        def trace(frame, event, argument):
            nonlocal last
            if event == "line":
                arcs.add((last, frame.f_lineno))
                last = frame.f_lineno
            elif event == "return" and not self._is_yielding(frame, argument):
                arcs.add((last, outside))
            return trace

        return trace

    def _is_resumed(self, frame):
        code = frame.f_code
        if not code.co_flags & _CO_GENERATOR_LIKE:
            return False
        if _RESUME is None:
            return frame.f_lasti >= 0
        # The argument of RESUME is 0 at the start of a function, and tells what was resumed from elsewhere.
        text, at = self._bytes[id(code)], frame.f_lasti
        return text[at] == _RESUME and text[at + 1] & 3 != 0

    def _is_yielding(self, frame, argument):
        code = frame.f_code
        if not code.co_flags & _CO_GENERATOR_LIKE:
            return False
        text, at = self._bytes[id(code)], frame.f_lasti
        if _RESUME is None:
            if text[at] in _YIELDING:
                return True
            return at + 2 < len(text) and text[at + 2] == dis.opmap["YIELD_FROM"]
        return text[at] in _YIELDING
