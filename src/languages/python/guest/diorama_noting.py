"""What programs of ours share that run a repository's own runner and note what each test gave: the configuration, plug-ins, time limits.

The configuration is that of diorama_outcomes, with "plugins": names of modules whose pytest hooks are told of the session and its tests.
"""

import contextlib
import importlib
import json
import os
import signal

import diorama_causes
from diorama_events import Record, tail

_exit, _getpid = os._exit, os.getpid
_owner = _getpid()
_setitimer, _set_signal = signal.setitimer, signal.signal


class Overdue(BaseException):
    """Past the tests' handlers of exceptions."""


class Item:
    """What plug-ins ask of a test."""

    def __init__(self, name):
        self.nodeid = name


class NoConfiguration:
    """Stands for pytest's configuration, of which plug-ins use this much."""

    class hook:
        @staticmethod
        def pytest_deselected(items):
            pass


class Noting:
    """The record of one session, and who is told of it."""

    def __init__(self, configuration):
        self.record = Record(configuration["report"])
        self.seconds = configuration["test_seconds"]
        with open(configuration["skip"], encoding="utf-8") as file:
            self.skip = frozenset(json.load(file))
        self.plugins = [importlib.import_module(name) for name in configuration["plugins"]]

    def tell(self, hook, *arguments):
        for plugin in self.plugins:
            function = getattr(plugin, hook, None)
            if function is not None:
                function(*arguments)

    def choose(self, names):
        """Names of tests, without their framework's, that plug-ins let run."""
        items = [Item(name) for name in names]
        self.tell("pytest_collection_modifyitems", NoConfiguration, items)
        return {item.nodeid for item in items}

    @contextlib.contextmanager
    def running(self):
        """Tells plug-ins where the session begins and ends, in this process alone, and notes what kept it from beginning."""
        self.tell("pytest_sessionstart", None)
        try:
            yield
        except Exception as problem:
            self.record.append({"event": "not-begun", "cause": diorama_causes.describe(problem)})
            raise
        finally:
            if _getpid() == _owner:
                self.tell("pytest_unconfigure", None)

    def begin(self, name, late):
        self.tell("pytest_runtest_logstart", name.split(":", 1)[1], None)
        self.record.append({"event": "started", "id": name})
        arm(self.seconds, late)

    def end(self, name, said, late):
        self.record.append(_finished(name, said, late))
        self.tell("pytest_runtest_logfinish", name.split(":", 1)[1], None)

    def note_broken(self, path, problem):
        event = {"event": "collection-error", "path": path, "message": tail(str(problem))}
        self.record.append(dict(event, cause=diorama_causes.describe(problem)))


def arm(seconds, late):
    """Interrupts what runs after so long, and notes it in the list `late`; ends the process a little later."""

    def interrupt(_signal, _frame):
        if late:
            _exit(1)
        late.append(True)
        _setitimer(signal.ITIMER_REAL, seconds / 2 + 5)
        raise Overdue("The test was interrupted after %g s." % seconds)

    _set_signal(signal.SIGALRM, interrupt)
    _setitimer(signal.ITIMER_REAL, seconds)


def disarm():
    _setitimer(signal.ITIMER_REAL, 0)


def worse(said, outcome, problem=None):
    """Of what is said of a test the first bad word."""
    if said is None or (said[0] in ("passed", "skipped") and outcome in ("failed", "error")):
        return outcome, problem
    return said


def _finished(name, said, late):
    outcome, problem = said or ("error", None)
    event = {"event": "finished", "id": name, "outcome": "error" if late else outcome, "late": bool(late)}
    if problem is None:
        return dict(event, message="" if said else "The test said nothing.")
    cause = diorama_causes.describe(problem[1])
    return dict(event, message=tail(cause["text"]), cause=cause)
