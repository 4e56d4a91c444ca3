"""One evaluation in one process: imports the edited file, runs the cases, writes what they showed.

Everything written here is a claim of the process that the candidate shares: the judge treats it as data, and believes
only the parent's account of how the process ended and what it cost.

Frames are a kind (one byte), a length (four bytes, big-endian) and JSON.
"""

import importlib
import json
import os
import shutil
import struct
import sys
import types
import warnings

import diorama_arcs
import diorama_case
import diorama_coverage
import diorama_loading
import diorama_probe
import diorama_skeleton
import diorama_target
import diorama_world as world

BUILT, NOT_BUILT, IMPORT_FAILED, CASE, OVER_CPU, OUT_OF_MEMORY, DONE, FINDINGS, UNFIT = range(1, 10)
_NOT_JSON = json.dumps(
    {"status": "refused", "during": "observation", "message": "what the case showed cannot be written as JSON"}
)


class Report:
    """The way out: one pipe, whole frames."""

    def __init__(self, descriptor):
        self._descriptor = descriptor

    def send(self, kind, content):
        text = content if isinstance(content, bytes) else json.dumps(content).encode("ascii")
        frame = memoryview(struct.pack(">BI", kind, len(text)) + text)
        while frame:
            frame = frame[os.write(self._descriptor, frame) :]


def read_job(descriptor, file_length):
    """The edited file's bytes and the rest of the job, from a memory file that only this process has."""
    with os.fdopen(descriptor, "rb") as source:
        source.seek(0)
        return source.read(file_length), json.loads(source.read())


def run(job, text, places, report):
    """What the host asks for. Returns nothing: the report tells."""
    if job["kind"] == "evaluate":
        _evaluate(job, text, places, report)
    elif job["kind"] == "probe":
        _answer(report, lambda: _probe(job, text, places))
    elif job["kind"] == "coverage":
        _answer(report, lambda: _find_arcs(job, text))


def _answer(report, ask):
    try:
        report.send(FINDINGS, ask())
    except Exception as error:
        report.send(IMPORT_FAILED, {"message": _describe(error)})


def _probe(job, text, places):
    _enter_directory(places["case"])
    return diorama_probe.probe(job["target"]["module"], places["edited"], b"async " in text)


def _find_arcs(job, text):
    return diorama_coverage.possible_arcs(text.decode("utf-8"), job["lines"])


def _evaluate(job, text, places, report):
    """All cases in order."""
    path, target = places["edited"], job["target"]
    original = _loaded_original(job, path)
    alone = None if original is None else diorama_skeleton.compile_target(text, path, target, original.__code__.co_flags)
    code = alone or _compile(text, path, report)
    if code is None:
        return
    alone = alone or diorama_skeleton.compile_target(text, path, target, code.co_flags)
    try:
        _enter_directory(places["case"])
        world.restart()
        begun = world.real_process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function = _find_function(job, path, code, original)
    except diorama_target.Unfit as problem:
        report.send(UNFIT, {"message": str(problem)})
        return
    except MemoryError:
        report.send(OUT_OF_MEMORY, {})
        return
    except BaseException as error:
        report.send(IMPORT_FAILED, {"message": _describe(error)})
        return
    digest = _digest_of(alone, target) or diorama_target.code_digest(code, function.__code__, target["lines"])
    report.send(BUILT, {"code_digest": digest, "cpu_seconds": world.real_process_time() - begun})
    _run_cases(function, job, places, report)


def _digest_of(alone, target):
    """The digest of a target compiled without the rest of its file, or None where it was not."""
    try:
        return alone and diorama_target.code_digest(alone, diorama_target.code_of_target(alone, target), target["lines"])
    except diorama_target.Unfit:
        return None


def _compile(text, path, report):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(text, path, "exec", dont_inherit=True)
    except MemoryError:
        report.send(OUT_OF_MEMORY, {})
    except BaseException as error:
        report.send(NOT_BUILT, {"message": _describe(error)})
    return None


def _loaded_original(job, path):
    """The function of the original, where the parent has imported it and the host allows its use; else None."""
    target = job["target"]
    if job["resident_lines"] is None or target["module"] not in sys.modules:
        return None
    try:
        return diorama_target.find_target(sys.modules[target["module"]], dict(target, lines=job["resident_lines"]), path)
    except Exception:
        return None


def _find_function(job, path, code, original):
    """
    Imports the edited file like any other; the code just compiled spares a second compilation. Where there is a loaded
    original, it gets the edited one's code instead.
    """
    target = job["target"]
    if job["resident_lines"] is None:
        diorama_loading.offer(path, code)
        return diorama_target.find_target(importlib.import_module(target["module"]), target, path)
    if original is None:
        raise diorama_target.Unfit("the original could not be imported ahead")
    diorama_target.replace_code(original, code, target)
    return original


def _run_cases(function, job, places, report):
    tracer = diorama_arcs.ArcTracer(function.__code__) if job["trace_arcs"] else None
    for case in job["cases"]:
        _enter_directory(places["case"])
        world.restart()
        begun = world.real_process_time()
        try:
            observation = json.dumps(diorama_case.run_case(function, case["recipe"], places, tracer))
        except MemoryError:
            report.send(OUT_OF_MEMORY, {"id": case["id"]})
            return
        except (ValueError, TypeError, RecursionError):
            observation = _NOT_JSON
        cost = world.real_process_time() - begun
        head = {"id": case["id"], "cpu_seconds": cost}
        if tracer is not None:
            head["arcs"] = tracer.take()
        report.send(CASE, (json.dumps(head)[:-1] + ', "observation": ' + observation + "}").encode("ascii"))
        if cost > job["case_cpu_seconds"]:
            report.send(OVER_CPU, {"id": case["id"]})
            return
    report.send(DONE, {})


_made = {}


def _enter_directory(directory):
    """An empty private directory, the same path for every case; made anew where the last case has left a trace in it."""
    if directory in _made and _made[directory] == _facts_of(directory) and not os.listdir(directory):
        os.chdir(directory)
        return
    os.chdir("/")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory, exist_ok=True)
    os.chdir(directory)
    _made[directory] = _facts_of(directory)


def _facts_of(directory):
    """What nobody can change without a trace: another file in its place, and who may do what in it."""
    try:
        found = os.lstat(directory)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mode, found.st_uid, found.st_gid


def _describe(error):
    try:
        return "%s: %s" % (type(error).__name__, str(error)[:500])
    except BaseException:
        return type(error).__name__


def fresh_main():
    """A candidate that looks at `__main__` finds an empty program, not the judge's."""
    sys.argv[:] = [""]
    sys.modules["__main__"] = types.ModuleType("__main__")
