"""A whole program in one process: run as `__main__`, to its end, with what an interpreter does at its end."""

import _thread
import atexit
import os
import sys
import threading

import diorama_directory
import diorama_report
import diorama_skeleton

_NAME = "program.py"
_ENDED_WELL = b'{"exit_code": 0, "message": ""}'


def run(_, text, places, report):
    """Writes FINDINGS when the program has ended: its exit code, and the exception that it did not catch."""
    path = os.path.join(places["case"], _NAME)
    diorama_directory.write(path, text)
    code = diorama_skeleton.compile_or_tell(text, path, report)
    if code is None:
        return
    sys.argv[:] = [path]
    sys.path.insert(0, places["case"])
    main = sys.modules["__main__"].__dict__
    main.update(__file__=path, __builtins__=__builtins__)
    try:
        end = _run_to_end(code, main)
    except MemoryError:
        report.send(diorama_report.OUT_OF_MEMORY, {})
    else:
        report.send(diorama_report.FINDINGS, end or _ENDED_WELL)


def _run_to_end(code, main):
    """None where nothing was amiss."""
    end = None
    try:
        exec(code, main)
    except SystemExit as leaving:
        end = _end_of(leaving.code)
    except MemoryError:
        raise
    except BaseException as error:
        end = {"exit_code": 1, "message": diorama_report.describe(error)}
    if _thread._count() > 0:
        threading._shutdown()
    atexit._run_exitfuncs()
    return end


def _end_of(code):
    if code is None:
        return None
    if type(code) is int:
        return {"exit_code": code & 0xFF, "message": ""}
    return {"exit_code": 1, "message": str(code)[:500]}
