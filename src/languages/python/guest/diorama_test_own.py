"""What about tests only our own code is run for: preparing their sources, and finding what may be loaded ahead of them."""

import importlib
import os
import sys

import diorama_probe
import diorama_test_preparing
import diorama_tests

prepare = diorama_test_preparing.prepare


class _Silence:
    """Stands for the report of a run whose outcomes nobody asked for."""

    def send(self, kind, content):
        return None


def probe(job, text, places):
    """What running the tests loads that depends neither on the edited file nor on test sources."""
    own = {places["edited"]} | {os.path.join(places["tree"], path) for path in job["codes"]}
    before = set(sys.modules)
    with diorama_probe.ImportRecorder() as recorder:
        importlib.import_module("pytest" if job["framework"] == "pytest" else "unittest")
        diorama_tests.run(job, text, places, _Silence())
    return diorama_probe.independent_of(own, before, recorder.edges)
