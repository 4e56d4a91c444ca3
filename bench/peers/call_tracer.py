"""Runs a repository's tests and writes which of its functions called which, and which lines ran.

    python call_tracer.py ROOT OUT [ARGUMENT OF PYTEST]...

Needs Python 3.12 (PEP 669). OUT gets one JSON document: `calls`, each
`[caller's file, qualified name, first line, line of the call, callee's file, qualified name, first line, kind of its code]`, and `lines`, the
lines that ran, by file. Files are relative to ROOT. A call counts where the frame below is one of the repository, so that built-in functions
that call straight back are passed over, and Python code of others is not. Resuming a generator or coroutine counts as calling it.
"""

import json
import os
import sys
import threading

ROOT = os.path.realpath(sys.argv[1]) + os.sep
OUT = sys.argv[2]
TOOL = 3
monitoring = sys.monitoring
get_frame = sys._getframe
calls = set()
lines = {}
paths = {}


def path_of(code):
    file = code.co_filename
    known = paths.get(file)
    if known is None:
        real = "" if file.startswith("<") else os.path.realpath(file)
        inside = real.startswith(ROOT) and os.sep + "site-packages" + os.sep not in real[len(ROOT) - 1 :]
        known = paths[file] = real[len(ROOT) :] if inside else ""
    return known


def on_line(code, line):
    path = path_of(code)
    if path:
        lines.setdefault(path, set()).add(line)
    return monitoring.DISABLE


def on_start(code, offset, *_):
    if not path_of(code):
        return monitoring.DISABLE if offset is not None and not _ else None
    frame = get_frame(1)
    if frame.f_code is not code:
        return None
    caller = frame.f_back
    if caller is not None and path_of(caller.f_code):
        calls.add((caller.f_code, caller.f_lineno, code))
    return None


def kind_of(code):
    if code.co_name in ("<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>", "<module>"):
        return code.co_name
    return "def" if code.co_flags & 1 else "class"


def describe(code):
    kind = kind_of(code)
    name = "<module>" if kind == "class" else code.co_qualname
    return [path_of(code), name, 1 if kind == "class" else code.co_firstlineno]


def write():
    rows = [describe(a) + [line] + describe(b) + [kind_of(b)] for a, line, b in calls]
    rows = sorted(set(map(tuple, rows)), key=str)
    with open(OUT, "w") as out:
        json.dump({"calls": rows, "lines": {path: sorted(found) for path, found in sorted(lines.items())}}, out)


def main():
    import pytest

    events = monitoring.events
    monitoring.use_tool_id(TOOL, "call_tracer")
    monitoring.register_callback(TOOL, events.LINE, on_line)
    for event in (events.PY_START, events.PY_RESUME, events.PY_THROW):
        monitoring.register_callback(TOOL, event, on_start)
    monitoring.set_events(TOOL, events.LINE | events.PY_START | events.PY_RESUME | events.PY_THROW)
    status = pytest.main(["-q", "-x", "--maxfail=1000", "-p", "no:cacheprovider", *sys.argv[3:]])
    monitoring.set_events(TOOL, 0)
    write()
    sys.exit(int(status))


if __name__ == "__main__":
    threading.stack_size(64 * 1024 * 1024)
    sys.path.insert(0, os.getcwd())
    main()
