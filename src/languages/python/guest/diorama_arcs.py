"""Which lines follow which in a target's code, as coverage.py records them.

Only the target's code object and those nested in it are traced. `-n` is the outside of the code object whose first
line is n: entered from and left to. A generator that goes on after a yield is not entered again: its next arc starts
at the line of the yield.

Lines do not show which part of a condition decided, a conditional expression, a filter of a comprehension, or how often a loop ran: `ConditionTracer`
also tells which way conditional jumps of the byte code went and how often, counted as AFL counts the edges of a program: once, twice, 3, 4 to 7, 8 to 15, …
"""

import collections
import dis
import os
import sys
import threading
import types

_CO_GENERATOR_LIKE = 0x20 | 0x80 | 0x200
_RESUME = dis.opmap.get("RESUME")
_CONDITIONAL = {code for name, code in dis.opmap.items() if "JUMP" in name and "_IF_" in name or name == "FOR_ITER"}
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
    """Collects the arcs of what it calls; those since the last `take` are one case's. `conditions` are those of the last case; None: they are not traced."""

    conditions = None

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


# Instructions of a case whose conditions are looked at: the target's own, and those of what it calls.
_MOST_INSTRUCTIONS = 3_000
_MOST_OF_CALLEES = 1_000


class ConditionTracer(ArcTracer):
    """
    Collects conditions too: `CODE:FROM>TO xTIMES` with offsets of the byte code, of the target and of functions of files in its folder that it calls;
    these also as `calls CODE xTIMES`, others together with calls of the target itself as `calls <elsewhere> xTIMES`. Before 3.7 only calls.
    """

    def __init__(self, code):
        super().__init__(code)
        self._known = {id(one): _Conditional(one, str(index)) for index, one in enumerate(self._kept)}
        self._folder = os.path.dirname(code.co_filename)
        self._begin()

    def _begin(self):
        self._times = collections.Counter()
        self._elsewhere = 0
        self._left = {True: _MOST_INSTRUCTIONS, False: _MOST_OF_CALLEES}

    def take(self):
        times = self._times
        if self._elsewhere:
            times["calls %s", "<elsewhere>"] = self._elsewhere
        self.conditions = sorted("%s x%d" % (form % way, _rounded(times[form, way])) for form, way in times)
        self._begin()
        return super().take()

    def enter(self, frame, event, argument):
        code = frame.f_code
        by_line = super().enter(frame, event, argument)
        is_own = by_line is not None
        known = self._known.get(id(code))
        if known is None:
            is_near = os.path.dirname(code.co_filename).startswith(self._folder)
            known = self._known[id(code)] = _Conditional(code, "%s@%d" % (code.co_name, code.co_firstlineno) if is_near else None)
        if known.name is None:
            self._elsewhere += 1
            return None
        if is_own:
            self._elsewhere += 1
        else:
            self._times["calls %s", known.name] += 1
        left = self._left
        if left[is_own] <= 0 or not _TRACES_INSTRUCTIONS:
            return by_line
        frame.f_trace_opcodes = True
        frame.f_trace_lines = is_own
        last = -1

        def trace(frame, event, argument):
            nonlocal last
            if event != "opcode":
                if is_own:
                    by_line(frame, event, argument)
                return trace
            at = frame.f_lasti
            if last in known.offsets:
                self._times["%s:%d>%d", (known.name, last, at)] += 1
            last = at
            left[is_own] -= 1
            if left[is_own] <= 0:
                frame.f_trace_opcodes = False
            return trace

        return trace


_TRACES_INSTRUCTIONS = hasattr(types.FrameType, "f_trace_opcodes")


class _Conditional:
    """A code object, kept so that nothing else gets its identity, and where it has conditional jumps. Without a name nothing of it counts."""

    __slots__ = ("code", "name", "offsets")

    def __init__(self, code, name):
        self.code, self.name = code, name
        found = () if name is None else dis.get_instructions(code)
        self.offsets = {one.offset for one in found if one.opcode in _CONDITIONAL}


def _rounded(times):
    return times if times < 4 else 1 << times.bit_length() - 1
