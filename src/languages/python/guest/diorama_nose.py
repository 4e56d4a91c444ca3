"""Runs nose over a tree and writes what each test gave, those that generators yield among them.

    diorama_nose.py WORD…

Words are those of nosetests. Read by the host: the events of diorama_outcomes, with ids "nose:FILE::Class::method" and, of tests that a generator
yields, "nose:FILE::generator[ARGUMENTS]". The configuration is that of diorama_noting. A test is named when it begins: nose makes tests as it goes.
"""

import json
import os
import re
import sys
import unittest

import nose
import nose.config
import nose.importer
from diorama_events import normalised
from diorama_noting import Noting, disarm, worse
from nose.failure import Failure
from nose.plugins import Plugin

_NO_TESTS = 5
_ARGUMENT_CHARACTERS = 200
_getpid, _exit = os.getpid, os._exit
_owner = _getpid()
_tree = os.path.realpath(os.getcwd())


class _Outcomes(Plugin):
    """Sees every test before and behind nose's other plug-ins, and changes nothing but which of them run."""

    name, score, enabled, can_configure = "diorama-outcomes", 100000, True, True

    def __init__(self, session):
        super().__init__()
        self.session = session
        self.counts, self.names, self.ids = {}, {}, []
        self.said, self.late = None, []

    def options(self, parser, env):
        pass

    def configure(self, options, conf):
        self.enabled = True

    def prepareTestCase(self, test):
        """What runs in a test's place: nothing, where it is left out."""
        if isinstance(test.test, Failure):
            return None
        name = self._name_of(test)
        self.ids.append(name)
        rest = name.split(":", 1)[1]
        if name in self.session.skip or rest not in self.session.choose([rest]):
            return lambda result: None
        self.names[id(test)] = name
        return None

    def _name_of(self, test):
        name = normalised("nose:" + _place_of(test))
        count = self.counts[name] = self.counts.get(name, 0) + 1
        return name if count == 1 else "%s#%d" % (name, count)

    def startTest(self, test):
        name = self.names.get(id(test))
        if name is None or _getpid() != _owner:
            return
        self.said, self.late = None, []
        self.session.begin(name, self.late)

    def stopTest(self, test):
        disarm()
        if _getpid() != _owner:
            _exit(1)
        name = self.names.pop(id(test), None)
        if name is not None:
            self.session.end(name, self.said, self.late)

    def addSuccess(self, test):
        self.said = worse(self.said, "passed")

    def addFailure(self, test, err):
        self._say(test, "failed", err)

    def addError(self, test, err):
        is_skip = isinstance(err[0], type) and issubclass(err[0], unittest.SkipTest)
        self._say(test, "skipped" if is_skip else "error", None if is_skip else err)

    def _say(self, test, outcome, problem):
        if id(test) in self.names:
            self.said = worse(self.said, outcome, problem)
        elif problem is not None:
            # A module that cannot be loaded, or the setting up of what tests share.
            self.session.note_broken(_path_of(test), _exception_of(problem))


def _exception_of(problem):
    kind, value = problem[:2]
    return value if isinstance(value, BaseException) else kind(value)


def _address_of(test):
    try:
        return test.address() or (None, None, None)
    except Exception:
        return None, None, None


def _path_of(test):
    path, module, _ = (list(_address_of(test)) + [None] * 3)[:3]
    if path is None:
        return module or str(test)
    return os.path.relpath(os.path.realpath(path), _tree)


def _place_of(test):
    _, _, call = (list(_address_of(test)) + [None] * 3)[:3]
    inner = test.test
    name = (call or getattr(inner, "_testMethodName", None) or str(inner)).replace(".", "::")
    arguments = getattr(inner, "arg", None) or ()
    shown = "[%s]" % ", ".join(map(_shown, arguments))[:_ARGUMENT_CHARACTERS] if arguments else ""
    return "%s::%s%s" % (_path_of(test), name, shown)


def _shown(value):
    try:
        return getattr(value, "__name__", None) or repr(value)
    except Exception:
        return type(value).__name__


def find_by_paths():
    """Has pynose look for modules at the paths that it names: `package/time.py` is no built-in module."""
    for name in ("is_builtin", "is_frozen"):
        if hasattr(nose.importer, name):
            setattr(nose.importer, name, lambda module: False)


# What files of configuration may say that measures, reports, stops early or spreads tests; `with-doctest` is nose's own and finds tests.
_LEFT_OUT = re.compile("with-(?!doctest$)|cover|xunit|process|stop$|pdb|failed|debug|profile")


class _Options(nose.config.ConfiguredDefaultsOptionParser):
    """Passes over those, and over options of plug-ins that are not here, where nose would end."""

    def _applyConfigurationToValues(self, parser, config, values):
        config = [each for each in config if not _LEFT_OUT.match(each[0]) and parser.has_option("--" + each[0])]
        super()._applyConfigurationToValues(parser, config, values)


def main(words):
    find_by_paths()
    nose.config.ConfiguredDefaultsOptionParser = _Options
    session = Noting(json.loads(os.environ.pop("DIORAMA_OUTCOMES")))
    outcomes = _Outcomes(session)
    with session.running():
        try:
            program = nose.core.TestProgram(argv=["nosetests"] + words, addplugins=[outcomes], exit=False)
            code = 0 if program.success else 1
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 2
    session.record.append({"event": "collected", "ids": outcomes.ids})
    session.record.append({"event": "ended", "exit": code if outcomes.ids else code or _NO_TESTS})
    return code


if __name__ == "__main__":
    _guests = sys.path[0]
    sys.path[:] = [each for each in sys.path if each != _guests] + [_guests]
    sys.exit(main(sys.argv[1:]))
