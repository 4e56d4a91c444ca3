"""One evaluation in one process: imports the edited file, runs the cases, writes what they showed.

What it says, and what the judge makes of that: see `diorama_report`.
"""

import importlib
import json
import os
import sys
import types
import warnings

import diorama_arcs
import diorama_coverage
import diorama_loading
import diorama_probe
import diorama_running
import diorama_series
import diorama_skeleton
import diorama_target
import diorama_test_running
import diorama_world as world
from diorama_report import BUILT, DONE, FINDINGS, IMPORT_FAILED, NOT_BUILT, OUT_OF_MEMORY, OVER_CPU, UNFIT


def read_job(descriptor, file_length):
    """The edited file's bytes and the rest of the job, from a memory file that only this process has."""
    with os.fdopen(descriptor, "rb") as source:
        source.seek(0)
        return source.read(file_length), json.loads(source.read())


def run(job, text, places, report):
    """What the host asks for. Returns nothing: the report tells."""
    if job["kind"] == "evaluate":
        function = _build(job, text, places, report)
        if function is not None:
            _run_cases(function, job, places, report)
    elif job["kind"] == "series":
        function = _build(job, text, places, report)
        if function is not None:
            diorama_series.run(function, job, text, places, report)
    elif job["kind"] == "probe":
        _answer(report, lambda: _probe(job, text, places))
    elif job["kind"] == "coverage":
        _answer(report, lambda: _find_arcs(job, text))
    elif job["kind"] == "prepare-tests":
        _answer(report, lambda: diorama_test_running.prepare(job, places))
    elif job["kind"] in ("tests", "probe-tests"):
        _run_tests(job, text, places, report)


def _run_tests(job, text, places, report):
    code = _compile(text, places["edited"], report)
    if code is None:
        return
    diorama_running.enter_directory(places["case"])
    world.restart()
    if job["kind"] == "tests":
        diorama_test_running.run(job, code, places, report)
    else:
        _answer(report, lambda: diorama_test_running.probe(job, code, places))


def _answer(report, ask):
    try:
        report.send(FINDINGS, ask())
    except Exception as error:
        report.send(IMPORT_FAILED, {"message": _describe(error)})


def _probe(job, text, places):
    diorama_running.enter_directory(places["case"])
    return diorama_probe.probe(job["target"]["module"], places["edited"], b"async " in text)


def _find_arcs(job, text):
    return diorama_coverage.possible_arcs(text.decode("utf-8"), job["lines"])


def _build(job, text, places, report):
    """The target's function, imported or put into a loaded original; None where that failed. Either is told."""
    path, target = places["edited"], job["target"]
    original = _loaded_original(job, path)
    alone = None if original is None else diorama_skeleton.compile_target(text, path, target, original.__code__.co_flags)
    code = alone or _compile(text, path, report)
    if code is None:
        return None
    alone = alone or diorama_skeleton.compile_target(text, path, target, code.co_flags)
    try:
        diorama_running.enter_directory(places["case"])
        world.restart()
        begun = world.real_process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function = _find_function(job, path, code, original)
    except diorama_target.Unfit as problem:
        report.send(UNFIT, {"message": str(problem)})
        return None
    except MemoryError:
        report.send(OUT_OF_MEMORY, {})
        return None
    except BaseException as error:
        report.send(IMPORT_FAILED, {"message": _describe(error)})
        return None
    digest = _digest_of(alone, target) or diorama_target.code_digest(code, function.__code__, target["lines"])
    report.send(BUILT, {"code_digest": digest, "cpu_seconds": world.real_process_time() - begun})
    return function


def _digest_of(alone, target):
    """The digest of a target compiled without the rest of its file, or None where it was not."""
    try:
        return alone and diorama_target.code_digest(alone, diorama_target.code_of_target(alone, target), target["lines"])
    except diorama_target.Unfit:
        return None


def _compile(text, path, report):
    try:
        return diorama_skeleton.compile_quietly(text, path)
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
        try:
            observation, cost = diorama_running.run_one(function, case["recipe"], places, tracer)
        except MemoryError:
            report.send(OUT_OF_MEMORY, {"id": case["id"]})
            return
        head = {"id": case["id"], "cpu_seconds": cost}
        if tracer is not None:
            head["arcs"] = tracer.take()
        report.send_case(head, observation)
        if cost > job["case_cpu_seconds"]:
            report.send(OVER_CPU, {"id": case["id"]})
            return
    report.send(DONE, {})


def _describe(error):
    try:
        return "%s: %s" % (type(error).__name__, str(error)[:500])
    except BaseException:
        return type(error).__name__


def fresh_main():
    """A candidate that looks at `__main__` finds an empty program, not the judge's."""
    sys.argv[:] = [""]
    sys.modules["__main__"] = types.ModuleType("__main__")
