"""Calls the recorder when chosen code objects are entered and left: `sys.monitoring` from 3.12 on (code of no
interest costs one event, then nothing), `sys.settrace` before.

A client has `wants(code)` (asked once for each code object), `entered(frame)`, `left(frame, value, exception)`;
`gave(frame, item)` where a generator gives one;
`exception` is an instance, or `UNKNOWN` where the interpreter does not say which. `is_under_way(frame)` tells whether
the client waits for a frame to be left. The lines of code for which `is_followed(code)` are told to `paths.step(frame,
line)`.
"""

import dis
import sys
import threading

UNKNOWN = object()
# Instead of true: code that is left alone for a while.
_RESTING = object()
MOST_PASSED_OVER = 1000  # calls of code that rests before its events are disabled: all code's events are enabled again for it
_RETURNS = {
    dis.opmap[name]
    for name in ("RETURN_VALUE", "RETURN_CONST", "YIELD_VALUE", "RETURN_GENERATOR", "YIELD_FROM", "SEND")
    if name in dis.opmap
}
_SUSPENDS = {dis.opmap[name] for name in ("YIELD_VALUE", "RETURN_GENERATOR") if name in dis.opmap}
_RESUME = dis.opmap.get("RESUME")
_YIELD_FROM = dis.opmap.get("YIELD_FROM")
_GENERATOR_FLAGS = 0x20 | 0x80 | 0x200


class FrameTracing:
    """
    Before 3.12: every call of every function, and every resumption of a generator, passes here once; more is told of frames under way only.
    Where somebody else begins to trace (a coverage tool, a debugger), this goes on with the next test.
    """

    def __init__(self, client):
        self.client = client
        self.wanted = {}
        self.seen = []
        self.bytes = {}
        self.raised = {}

    def start(self):
        threading.settrace(self.trace)
        self.go_on()

    def go_on(self):
        if sys.gettrace() != self.trace:
            sys.settrace(self.trace)

    def stop(self):
        threading.settrace(None)
        sys.settrace(None)

    def rest(self, code):
        """Leaves a code object alone until it is woken; frames under way are still told of."""
        self.wanted[id(code)] = False

    def wake(self, code):
        self.wanted[id(code)] = True

    def follow_items(self, code):
        """What generators of this code give is told to the client where it waits for them."""
        if not self.wanted.get(id(code)):
            self.is_wanted(code)
            self.wanted[id(code)] = True

    def is_wanted(self, code):
        self.seen.append(code)
        self.bytes[id(code)] = code.co_code
        wanted = self.wanted[id(code)] = self.client.wants(code)
        return wanted

    def trace(self, frame, event, argument):
        code = frame.f_code
        wanted = self.wanted.get(id(code))
        if not (self.is_wanted(code) if wanted is None else wanted):
            return None
        if not code.co_flags & _GENERATOR_FLAGS or is_first_entry(self.bytes[id(code)], frame.f_lasti):
            self.client.entered(frame)
            self.raised.pop(id(frame), None)
        follows = self.client.is_followed(code)
        if not follows and not self.client.is_under_way(frame):
            return None
        frame.f_trace_lines = follows
        return self.step

    def step(self, frame, event, argument):
        if event == "line":
            self.client.paths.step(frame, frame.f_lineno)
            frame.f_trace_lines = self.client.is_followed(frame.f_code)
        elif event == "exception":
            self.raised[id(frame)] = argument[1]
        elif event == "return":
            code, last = self.bytes[id(frame.f_code)], frame.f_lasti
            if frame.f_code.co_flags & _GENERATOR_FLAGS and is_suspended(code, last):
                self.client.gave(frame, argument)
            else:
                raised = argument is None and code[last] not in _RETURNS
                exception = self.raised.pop(id(frame), UNKNOWN)
                self.client.left(frame, argument, exception if raised else None)
        return self.step


def is_first_entry(text, last):
    """True where a generator's frame is entered for the first time; 3.11 says so in the argument of RESUME."""
    return last < 0 or (_RESUME is not None and text[last] == _RESUME and text[last + 1] & 3 == 0)


def is_suspended(text, last):
    """True where a generator waits; before 3.11 one that delegates waits before its YIELD_FROM. One that is closed there looks alike."""
    following = text[last + 2 : last + 3]
    return text[last] in _SUSPENDS or (_YIELD_FROM is not None and following == bytes([_YIELD_FROM]))


def takes_what_is_sent(code):
    """True for a generator's code that looks at what its yields give back: its items depend on it. Delegating is none of that."""
    names = [each.opname for each in dis.get_instructions(code) if each.opname not in ("RESUME", "CACHE", "NOP", "EXTENDED_ARG")]
    return any(
        name == "YIELD_VALUE" and after not in ("POP_TOP", "JUMP_BACKWARD_NO_INTERRUPT") for name, after in zip(names, names[1:])
    )


class MonitoringTracing:
    """From 3.12 on."""

    def __init__(self, client):
        self.client = client
        self.wanted = {}
        self.seen = []
        self.tool = None
        self.passed_over = {}
        self.has_disabled = False

    def start(self):
        monitoring = sys.monitoring
        self.tool = next(tool for tool in (2, 3, 4) if monitoring.get_tool(tool) is None)
        monitoring.use_tool_id(self.tool, "diorama")
        events = monitoring.events
        monitoring.register_callback(self.tool, events.PY_START, self.started)
        monitoring.register_callback(self.tool, events.PY_RETURN, self.returned)
        monitoring.register_callback(self.tool, events.PY_UNWIND, self.unwound)
        monitoring.register_callback(self.tool, events.LINE, self.ran)
        monitoring.register_callback(self.tool, events.PY_YIELD, self.gave)
        monitoring.set_events(self.tool, events.PY_START | events.PY_RETURN | events.PY_UNWIND)

    def go_on(self):
        """Nobody can take an interpreter's tool away."""

    def stop(self):
        if self.tool is not None:
            sys.monitoring.set_events(self.tool, 0)
            sys.monitoring.free_tool_id(self.tool)
            self.tool = None

    def rest(self, code):
        """Leaves a code object alone until it is woken; frames under way are still told of."""
        self.wanted[id(code)] = _RESTING

    def wake(self, code):
        self.wanted[id(code)] = True
        self.passed_over.pop(id(code), None)
        if self.has_disabled:
            self.has_disabled = False
            sys.monitoring.restart_events()

    def pass_over(self, code):
        """What the interpreter is told of an event of code that rests."""
        count = self.passed_over[id(code)] = self.passed_over.get(id(code), 0) + 1
        if count > MOST_PASSED_OVER:
            self.has_disabled = True
            return sys.monitoring.DISABLE

    def is_wanted(self, code):
        wanted = self.wanted.get(id(code))
        if wanted is None:
            self.seen.append(code)
            wanted = self.wanted[id(code)] = self.client.wants(code)
            if wanted and self.client.is_followed(code):
                sys.monitoring.set_local_events(self.tool, code, sys.monitoring.events.LINE)
        return wanted

    def ran(self, code, line):
        if not self.client.is_followed(code):
            return sys.monitoring.DISABLE
        self.client.paths.step(sys._getframe(1), line)

    def started(self, code, offset):
        wanted = self.is_wanted(code)
        if not wanted:
            return sys.monitoring.DISABLE
        if wanted is _RESTING:
            return self.pass_over(code)
        self.client.entered(sys._getframe(1))

    def follow_items(self, code):
        """What generators of this code give is told to the client from now on."""
        self.is_wanted(code)
        self.wanted[id(code)] = True
        events = sys.monitoring.get_local_events(self.tool, code) | sys.monitoring.events.PY_YIELD
        sys.monitoring.set_local_events(self.tool, code, events)

    def gave(self, code, offset, item):
        self.client.gave(sys._getframe(1), item)

    def returned(self, code, offset, value):
        wanted = self.is_wanted(code)
        if not wanted:
            return sys.monitoring.DISABLE
        if wanted is _RESTING and not self.client.is_under_way(sys._getframe(1)):
            return self.pass_over(code)
        self.client.left(sys._getframe(1), value, None)

    def unwound(self, code, offset, exception):
        wanted = self.is_wanted(code)
        if wanted and (wanted is not _RESTING or self.client.is_under_way(sys._getframe(1))):
            self.client.left(sys._getframe(1), None, exception)


def create_tracing(client):
    """The cheapest way of this interpreter to watch calls."""
    return MonitoringTracing(client) if hasattr(sys, "monitoring") else FrameTracing(client)
