"""Selected tests of unittest, told by a result object of our own."""

import importlib
import os
import sys


def run(session, job, tree):
    """Loads the test files as modules, runs what was asked for, class by class as unittest does."""
    import unittest

    load = unittest.defaultTestLoader.loadTestsFromModule
    found = []
    for path in job["files"]:
        try:
            module = importlib.import_module(_module_name(path, tree))
            found.extend(("%s::%s" % (path, _name_of(test)), test) for test in _flat(load(module), unittest.TestSuite))
        except Exception as problem:
            session.missing = "Loading %s failed: %s" % (path, type(problem).__name__)
    chosen = [found[index] for index in session.select([name for name, _ in found])]
    places, counts = {}, {}
    for name, test in found:
        counts[name] = counts.get(name, 0) + 1
        if (name, counts[name] - 1) in session.places:
            places[id(test)] = session.places[name, counts[name] - 1]
    result = type("Outcomes", (_Outcomes, unittest.TestResult), {})(session, places)
    unittest.TestSuite(test for _, test in chosen).run(result)


def _flat(suite, kind):
    for each in suite:
        if isinstance(each, kind):
            yield from _flat(each, kind)
        else:
            yield each


def _name_of(test):
    return "%s::%s" % (type(test).__qualname__.replace(".", "::"), getattr(test, "_testMethodName", "?"))


def _module_name(path, tree):
    """As the file is imported from the outermost folder that is no package, which goes onto the path."""
    *folders, name = path[: -len(".py")].split("/")
    parts = [name]
    while folders and os.path.exists(os.path.join(tree, *folders, "__init__.py")):
        parts.insert(0, folders.pop())
    root = os.path.join(tree, *folders)
    if root not in sys.path:
        sys.path.insert(0, root)
    return ".".join(parts)


class _Outcomes:
    """
    What of a unittest result is our own: a frame for each test. The first bad word counts, for a test may fail in its body and again in
    its clean-up.
    """

    def __init__(self, session, places):
        super().__init__()
        self.session, self.places, self.said = session, places, None

    def startTest(self, test):
        self.said = None
        self.session.begin(self.places[id(test)])

    def stopTest(self, test):
        outcome, message = self.said or ("error", "The test said nothing.")
        self.session.end(self.places[id(test)], outcome, message)
        self.shouldStop = self.shouldStop or self.session.is_over

    def _say(self, outcome, problem=None):
        if self.said is None or (self.said[0] in ("passed", "skipped") and outcome in ("failed", "error")):
            self.said = outcome, _message_of(problem)

    def addSuccess(self, test):
        self._say("passed")

    def addFailure(self, test, err):
        self._say("failed", err)

    def addError(self, test, err):
        if id(test) in self.places:
            self._say("error", err)
        else:
            self.session.missing = "Setting up failed: " + _message_of(err)

    def addSkip(self, test, reason):
        self._say("skipped")

    def addExpectedFailure(self, test, err):
        self._say("xfailed")

    def addUnexpectedSuccess(self, test):
        self._say("xpassed")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._say("failed" if issubclass(err[0], test.failureException) else "error", err)


def _message_of(problem):
    if problem is None:
        return ""
    try:
        return "%s: %s" % (problem[0].__name__, problem[1])
    except Exception:
        return "an exception without words"
