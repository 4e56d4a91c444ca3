"""Runs a program that runs tests of unittest (Django's runner too) and writes what each test gave, whatever runner and result it uses.

    diorama_scripts.py SCRIPT WORD…        diorama_scripts.py -m MODULE WORD…

Every test is run with a result that passes all on to the program's own and notes it. Read by the host: the events of diorama_outcomes, with ids
"unittest:FILE::Class::method". The configuration is that of diorama_noting. A command `test` of setup.py's own may run tests of any kind: where none of them is
noted and it ends well, it is one test, "unittest:setup.py::test".
"""

import inspect
import json
import os
import runpy
import sys
import unittest

import diorama_causes
from diorama_events import normalised
from diorama_noting import Noting, Overdue, disarm, worse

_NO_TESTS = 5
_getpid, _exit = os.getpid, os._exit
_owner = _getpid()
_tree = os.getcwd()


class _Session(Noting):
    def __init__(self, configuration):
        super().__init__(configuration)
        self.collected, self.names, self.left_out = [], {}, set()
        self.depth = 0

    def collect(self, suite):
        """Names the tests of a suite before the first of them runs; they stay alive, for names go by identity."""
        new = [test for test in _flat(suite) if id(test) not in self.names]
        for test in new:
            if type(test).__name__ == "_FailedTest":
                self.names[id(test)] = None
                self.note_failed(test)
                continue
            name = _id_of(test)
            count = sum(1 for known, _ in self.collected if known.split("#")[0] == name)
            name = name if count == 0 else "%s#%d" % (name, count + 1)
            self.names[id(test)] = name
            self.collected.append((name, test))
        names = [self.names[id(test)].split(":", 1)[1] for test in new if self.names[id(test)] is not None]
        kept = self.choose(names)
        self.left_out.update("unittest:" + name for name in names if name not in kept)
        self.record.append({"event": "collected", "ids": [name for name, _ in self.collected]})

    def note_whole(self, name):
        """Notes the whole run as one test that passed."""
        self.collected.append((name, None))
        self.record.append({"event": "collected", "ids": [name]})
        self.begin(name, [])
        disarm()
        self.end(name, ("passed", None), [])

    def note_failed(self, test):
        try:
            getattr(test, test._testMethodName)()
        except Exception as problem:
            self.note_broken(test._testMethodName, problem.__context__ or problem)


def _flat(suite):
    if isinstance(suite, unittest.BaseTestSuite):
        for each in suite:
            yield from _flat(each)
    elif isinstance(suite, unittest.TestCase):
        yield suite


def _id_of(test):
    kind = type(test)
    try:
        path = os.path.relpath(os.path.realpath(inspect.getfile(kind)), os.path.realpath(_tree))
    except (TypeError, OSError):
        path = kind.__module__.replace(".", "/") + ".py"
    names = kind.__qualname__.replace(".", "::"), getattr(test, "_testMethodName", "?")
    return normalised("unittest:%s::%s::%s" % ((path,) + names))


class _Passing:
    """Passes everything on to the result that the program made, and keeps the first bad word."""

    def __init__(self, result):
        object.__setattr__(self, "_result", result)
        object.__setattr__(self, "said", None)

    def __getattr__(self, name):
        return getattr(self._result, name)

    def __setattr__(self, name, value):
        setattr(self._result, name, value)

    def _say(self, outcome, problem=None):
        object.__setattr__(self, "said", worse(self.said, outcome, problem))

    def addSuccess(self, test):
        self._say("passed")
        self._result.addSuccess(test)

    def addFailure(self, test, err):
        self._say("failed", err)
        self._result.addFailure(test, err)

    def addError(self, test, err):
        self._say("error", err)
        self._result.addError(test, err)

    def addSkip(self, test, reason):
        self._say("skipped")
        self._result.addSkip(test, reason)

    # An expected failure says nothing of the code: it counts with the skipped.
    def addExpectedFailure(self, test, err):
        self._say("skipped")
        self._result.addExpectedFailure(test, err)

    def addUnexpectedSuccess(self, test):
        self._say("failed")
        self._result.addUnexpectedSuccess(test)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._say("failed" if issubclass(err[0], test.failureException) else "error", err)
        self._result.addSubTest(test, subtest, err)


def _install(session):
    run_case, run_suite = unittest.TestCase.run, unittest.TestSuite.run

    def run_noted_suite(suite, result, *arguments, **named):
        if session.depth == 0:
            session.collect(suite)
        session.depth += 1
        try:
            return run_suite(suite, result, *arguments, **named)
        finally:
            session.depth -= 1

    def run_noted(test, result=None):
        name = session.names.get(id(test))
        if name is None or result is None or _getpid() != _owner:
            return run_case(test, result)
        if name in session.skip or name in session.left_out:
            return result
        noting, late = _Passing(result), []
        session.begin(name, late)
        try:
            run_case(test, noting)
        except Overdue as problem:
            noting._say("error", (Overdue, problem, None))
            result.stopTest(test)
        finally:
            disarm()
            if _getpid() != _owner:
                _exit(1)
        session.end(name, noting.said, late)
        return result

    unittest.TestSuite.run, unittest.TestCase.run = run_noted_suite, run_noted


def main(words):
    session = _Session(json.loads(os.environ.pop("DIORAMA_OUTCOMES")))
    _install(session)
    with session.running():
        code = _run(words)
    if code == 0 and not session.collected and words[:2] == ["setup.py", "test"]:
        session.note_whole("unittest:setup.py::test")
    session.record.append({"event": "ended", "exit": code if session.collected else code or _NO_TESTS})
    return code


def _run(words):
    """Ends as the program would: with the code of its exit."""
    try:
        if words[0] == "-m":
            sys.argv, sys.path[0] = words[1:], _tree
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv, sys.path[0] = words, os.path.dirname(os.path.abspath(words[0]))
            runpy.run_path(words[0], run_name="__main__")
    except SystemExit as end:
        return int(end.code if isinstance(end.code, int) else end.code is not None)
    return 0


if __name__ == "__main__":
    _guests = sys.path[0]
    if _guests not in sys.path[1:]:
        sys.path.append(_guests)
    sys.exit(main(sys.argv[1:]))
