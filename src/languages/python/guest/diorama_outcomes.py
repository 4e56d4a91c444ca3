"""Pytest plug-in that writes what each test gave, so that nothing a test does can take the record away.

Read by the host: one JSON object a line, in the file named by the configuration's "report".

    {"event": "collected", "ids": [...]}            in the order in which they will run
    {"event": "collection-error", "path", "message", "cause"?}
    {"event": "started", "id"}
    {"event": "finished", "id", "outcome": "passed" | "failed" | "error" | "skipped", "message", "late", "cause"?}
    {"event": "not-begun", "cause"}                 a conftest or plug-in broke before anything could be collected
    {"event": "ended", "exit"}

A "cause" is what diorama_causes says of the exception.

A test past its time limit is interrupted and counts as an error; one that does not let itself be
interrupted ends the process a little later. A "started" without "finished" names the test that ended the process.

The configuration is JSON in the environment variable DIORAMA_OUTCOMES:
{"report": path, "test_seconds": number, "skip": path of a JSON array of ids that are not run}.
"""

import faulthandler
import json
import os
import signal
import threading

import diorama_causes
import pytest
from diorama_events import Record, normalised, tail
from diorama_switched_off import stand_in

# Tests replace functions of these modules; the ones used here are taken before.
_getpid, _exit = os.getpid, os._exit
_setitimer, _set_signal = signal.setitimer, signal.signal

_configuration = json.loads(os.environ.pop("DIORAMA_OUTCOMES"))
_errors = os.fdopen(os.dup(2), "w")
_owner = _getpid()

_record = Record(_configuration["report"])
with open(_configuration["skip"], encoding="utf-8") as _file:
    _skip = frozenset(json.load(_file))
_ids = {}
_reports = {}
_causes = {}
_interrupted = set()
_current = [None]


def _normalised(node_id):
    return "pytest:" + normalised(node_id)


def pytest_addhooks(pluginmanager):
    pluginmanager.register(stand_in(pytest))


def pytest_addoption(parser):
    """Options that we give and that releases before 3.5 do not know: what they say is no matter there."""
    if tuple(map(int, pytest.__version__.split(".")[:2])) < (3, 5):
        for name in ("--rootdir", "--show-capture"):
            parser.addoption(name)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session, config, items):
    seen = {}
    for item in items:
        name = _normalised(item.nodeid)
        seen[name] = seen.get(name, 0) + 1
        _ids[item.nodeid, id(item)] = name if seen[name] == 1 else "%s#%d" % (name, seen[name])
    _record.append({"event": "collected", "ids": [_ids[item.nodeid, id(item)] for item in items]})
    left_out = [item for item in items if _ids[item.nodeid, id(item)] in _skip]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _ids[item.nodeid, id(item)] not in _skip]


@pytest.hookimpl(hookwrapper=True)
def pytest_load_initial_conftests():
    result = yield
    if result.excinfo is not None:
        _record.append({"event": "not-begun", "cause": diorama_causes.describe(result.excinfo[1])})


def pytest_exception_interact(node, call):
    if call.when == "collect":
        _causes[node.nodeid] = diorama_causes.describe(call.excinfo.value)


def pytest_collectreport(report):
    if report.failed:
        event = {"event": "collection-error", "path": report.nodeid, "message": tail(str(report.longrepr))}
        _record.append(_with_cause(event, report.nodeid))


def _with_cause(event, key):
    cause = _causes.pop(key, None)
    return event if cause is None else dict(event, cause=cause)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    if _getpid() != _owner:
        _exit(1)
    name = _ids.get((item.nodeid, id(item)), _normalised(item.nodeid))
    _current[0] = name
    _reports[name] = []
    _record.append({"event": "started", "id": name})
    _arm(name)
    yield
    _disarm()
    if _getpid() != _owner:
        _exit(1)
    _current[0] = None
    outcome, message = _outcome_of(_reports.pop(name), name in _interrupted)
    late = name in _interrupted
    event = {"event": "finished", "id": name, "outcome": outcome, "message": message, "late": late}
    _record.append(_with_cause(event, name))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    result = yield
    report = result.get_result()
    # What the test printed would be kept, all of it, until the end of the session.
    report.sections = []
    if _current[0] is not None:
        _reports[_current[0]].append(report)
        if report.failed and call.excinfo is not None and _current[0] not in _causes:
            _causes[_current[0]] = diorama_causes.describe(call.excinfo.value)


def pytest_sessionfinish(session, exitstatus):
    _record.append({"event": "ended", "exit": int(exitstatus)})


def _outcome_of(reports, was_interrupted):
    failures = [report for report in reports if report.failed]
    message = tail(str(failures[0].longrepr)) if failures else ""
    if was_interrupted or not reports:
        return "error", message or "interrupted"
    if failures:
        return ("failed" if failures[0].when == "call" else "error"), message
    # An expected failure says nothing of the code: it counts with the skipped.
    return ("skipped" if any(report.skipped for report in reports) else "passed"), ""


def _arm(name):
    seconds = _configuration["test_seconds"]
    faulthandler.dump_traceback_later(seconds * 1.5 + 5, exit=True, file=_errors)
    if threading.current_thread() is not threading.main_thread():
        return

    def interrupt(_signal, _frame):
        _interrupted.add(name)
        raise pytest.fail.Exception("The test was interrupted after %g s." % seconds)

    _set_signal(signal.SIGALRM, interrupt)
    _setitimer(signal.ITIMER_REAL, seconds)


def _disarm():
    faulthandler.cancel_dump_traceback_later()
    _setitimer(signal.ITIMER_REAL, 0)
