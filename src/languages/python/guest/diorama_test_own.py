"""What about tests only our own code is run for: preparing their sources, and finding what may be loaded ahead of them."""

import importlib
import os
import sys

import diorama_probe
import diorama_report
import diorama_test_preparing
import diorama_tests


def answer_prepare(job, text, places, report):
    """Prepared sources as FINDINGS, or IMPORT_FAILED where that failed."""
    _answer(report, lambda: diorama_test_preparing.prepare(job, places["tree"]))


def answer_probe(job, text, places, report):
    """What may be loaded ahead as FINDINGS."""
    _answer(report, lambda: probe(job, text, places))


def _answer(report, ask):
    try:
        report.send(diorama_report.FINDINGS, ask())
    except Exception as error:
        report.send(diorama_report.IMPORT_FAILED, {"message": diorama_report.describe(error)})


class _Silence:
    """Stands for the report of a run whose outcomes nobody asked for."""

    def send(self, kind, content):
        return None


def probe(job, text, places):
    """What running the tests loads that depends neither on the edited file nor on test sources."""
    own = {places["edited"]}.union(places["others"]) | {os.path.join(places["tree"], path) for path in job["codes"]}
    before = set(sys.modules)
    with diorama_probe.ImportRecorder() as recorder:
        importlib.import_module("pytest" if job["framework"] == "pytest" else "unittest")
        diorama_tests.run(job, text, places, _Silence())
    return diorama_probe.independent_of(own, before, recorder.edges)
