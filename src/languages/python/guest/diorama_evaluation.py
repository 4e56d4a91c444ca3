"""Evaluations of one function: imports the edited file, runs the cases, writes what they showed.

What it says, and what the judge makes of that: see `diorama_report`.
"""

import importlib
import json
import sys
import warnings

import diorama_directory
import diorama_libraries
import diorama_loading
import diorama_masked
import diorama_report
import diorama_running
import diorama_skeleton
import diorama_target
import diorama_values
import diorama_world as world
from diorama_report import BUILT, DONE, IMPORT_FAILED, OUT_OF_MEMORY, OVER_CPU, UNFIT


def run(job, text, places, report):
    """One evaluation."""
    function = _build(job, text, places, report)
    if function is not None:
        _run_cases(function, job, diorama_running.watched(places), report)


def run_series(job, text, places, report):
    """Several bodies of our own; see `diorama_series`."""
    function = _build(job, text, places, report)
    if function is not None:
        _own().run_series(function, job, text, diorama_running.watched(places), report)


def _own():
    """See `diorama_own`: loaded by parents that serve our own code."""
    return importlib.import_module("diorama_own")


def _build(job, text, places, report):
    """The target's function, imported or put into a loaded original; None where that failed. Either is told."""
    path, target = places["edited"], job["target"]
    original = _loaded_original(job, path)
    alone = None if original is None else diorama_skeleton.compile_target(text, path, target, original.__code__.co_flags)
    code = alone or diorama_masked.fill(text, path, target) or diorama_skeleton.compile_or_tell(text, path, report)
    if code is None:
        return None
    try:
        diorama_directory.adopt(places["case"])
        diorama_libraries.load_needed(text, job["cases"])
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
        report.send(IMPORT_FAILED, {"message": diorama_report.describe(error)})
        return None
    cost = world.real_process_time() - begun
    digest = _own().digest_of(function, code, alone, text, job, path) if job["wants_digest"] else None
    report.send(BUILT, {"code_digest": digest, "cpu_seconds": cost})
    return function


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
        with diorama_loading.Found():
            module = importlib.import_module(target["module"])
        return diorama_target.find_target(module, target, path)
    if original is None:
        raise diorama_target.Unfit("the original could not be imported ahead")
    diorama_target.replace_code(original, code, target)
    return original


def _run_cases(function, job, places, report):
    tracer = _own().tracer_for(function.__code__, job["trace_conditions"]) if job["trace_arcs"] else None
    for case in job["cases"]:
        try:
            recipe = None if tracer is None else _own().settle(case["recipe"], job["target"]["module"], places, tracer)
            observation, cost = diorama_running.run_one(function, recipe or case["recipe"], places, tracer, job["output"])
        except diorama_values.Refused as refusal:
            recipe, cost, observation = None, 0.0, json.dumps(diorama_values.refused("input", refusal))
        except MemoryError:
            report.send(OUT_OF_MEMORY, {"id": case["id"]})
            return
        report.send_case(case["id"], cost, observation, *(() if tracer is None else (tracer.take(), tracer.conditions, recipe)))
        if cost > job["case_cpu_seconds"]:
            report.send(OVER_CPU, {"id": case["id"]})
            return
    report.send(DONE, {})
