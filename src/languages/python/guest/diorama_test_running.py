"""Jobs about tests: preparing their sources, finding what may be loaded ahead of them, running them."""

import base64
import importlib
import marshal
import os
import sys

import diorama_loading
import diorama_probe
import diorama_test_preparing
import diorama_test_pytest
import diorama_test_session
import diorama_test_unittest

# A candidate's tests never come with another plug-in than those the environment loads by itself.
_NO_AUTOLOAD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"


def prepare(job, places):
    """The findings of a `prepare-tests` job."""
    return diorama_test_preparing.prepare(job, places["tree"])


def run(job, code, places, report):
    """Runs the tests of a `tests` job over the compiled edited file."""
    session = diorama_test_session.Session(job, places, report)
    _offer(job, code, places)
    del code
    job.pop("codes")
    try:
        if job["framework"] == "pytest":
            diorama_test_pytest.run(session, job)
        else:
            diorama_test_unittest.run(session, job, places["tree"])
    except SystemExit:
        pass
    session.finish()


def _offer(job, code, places):
    os.chdir(places["tree"])
    os.environ[_NO_AUTOLOAD] = "1"
    diorama_loading.offer(places["edited"], code)
    for path, text in job["codes"].items():
        found = marshal.loads(base64.b64decode(text))
        diorama_loading.offer(os.path.join(places["tree"], path), _placed(found, job["codes_tree"], places["tree"]))


def _placed(code, before, after):
    """The code with its file where the tree is here."""
    if before == after or not code.co_filename.startswith(before):
        return code
    constants = tuple(_placed(each, before, after) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_filename=after + code.co_filename[len(before) :], co_consts=constants)


class _Silence:
    """Stands for the report of a run whose outcomes nobody asked for."""

    def send(self, kind, content):
        return None


def probe(job, code, places):
    """What running the tests loads that depends neither on the edited file nor on test sources."""
    own = {places["edited"]} | {os.path.join(places["tree"], path) for path in job["codes"]}
    before = set(sys.modules)
    with diorama_probe.ImportRecorder() as recorder:
        importlib.import_module("pytest" if job["framework"] == "pytest" else "unittest")
        run(job, code, places, _Silence())
    return diorama_probe.independent_of(own, before, recorder.edges)
