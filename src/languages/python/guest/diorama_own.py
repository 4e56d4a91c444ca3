"""What only our own code is run for: series of bodies, questions about a file, arcs, digests, and inputs written by their state.

Parents that serve candidates never load it: each megabyte that a parent weighs is paid for by every fork.
"""

import importlib

import diorama_arcs
import diorama_coverage
import diorama_digest
import diorama_directory
import diorama_patterns
import diorama_probe
import diorama_report
import diorama_series
import diorama_settling
import diorama_target

digest_of = diorama_digest.digest_of
run_series = diorama_series.run
settle = diorama_settling.settle


def tracer_for(code, traces_conditions):
    """What traces the calls of a target whose code object this is."""
    return (diorama_arcs.ConditionTracer if traces_conditions else diorama_arcs.ArcTracer)(code)


def answer(job, text, places, report):
    """A question about our own text of a file: FINDINGS, or IMPORT_FAILED where it has no answer."""
    try:
        found = _ANSWERS[job["kind"]](job, text, places)
        report.send(diorama_report.FINDINGS, found)
    except Exception as error:
        report.send(diorama_report.IMPORT_FAILED, {"message": diorama_report.describe(error)})


def _probe(job, text, places):
    diorama_directory.enter(places["case"])
    return diorama_probe.probe(job["target"]["module"], {places["edited"]}.union(places["others"]), b"async " in text)


def _find_arcs(job, text, _places):
    return diorama_coverage.possible_arcs(text.decode("utf-8"), job["lines"])


def _find_patterns(job, _text, places):
    diorama_directory.enter(places["case"])
    module = importlib.import_module(job["target"]["module"])
    return diorama_patterns.patterns_of(diorama_target.find_target(module, job["target"], places["edited"]), module)


_ANSWERS = {"probe": _probe, "coverage": _find_arcs, "patterns": _find_patterns}
