"""pytest plugin (`-p diorama_recorder`): records the inputs of listed targets while a repository's tests run.

The environment variable `DIORAMA_RECORDER` names a JSON file `{output, tree, import_roots, excluded, prepare, targets}`;
a target is `{path, name, kind, first, last}`, the last two being 1-based lines of its definition; `prepare` lists
functions (`module:name`) to call before anything is imported, such as the one that fixes the clock. Random numbers
start anew with each test. `output` becomes JSON Lines: records `{target, test, caller, recipe | refused, result_type,
raised, changed, call}` and, for tests that execute targets, `{calling_test: {name, number, targets}}` with indexes of targets and
`{test_calls: {name, targets: [[target, numbers]]}}` with those of the records (`call` is `[target, number]`), then one line `{reached, refused, wishes}`. Lines are written after each test, so that a crash loses one test.

With `follows` the lines that calls run are followed, and `wishes` names those calls that would show more than the
recorded ones: `{target: [[test, number of the call in it]]}`. A configuration with `wishes` runs only those tests and
records only those calls. With `records` so many distinct calls of a target are recorded before any is passed over.

Without `wishes` there are also lines `{entry: {path, line, name, call, recipe, raised, targets}}`: calls that test code made, as `made` values have them, how
they ended, and indexes of the targets that ran meanwhile, or of which a function that they made did (none where only others of the function led to some).
"""

import importlib
import json
import os
import random

from diorama_calls import CallRecorder
from diorama_encoding import canonical, without_addresses

VARIABLE = "DIORAMA_RECORDER"


class Recording:
    """A recorder and its output file. Only the process that started it writes."""

    def __init__(self, config):
        self.output = config["output"]
        self.process = os.getpid()
        self.lines = []
        for name in config.get("prepare") or []:
            module, _, function = name.partition(":")
            getattr(importlib.import_module(module), function)()
        wishes = config.get("wishes")
        self.tests = None if wishes is None else {test for calls in wishes.values() for test, _ in calls}
        self.recorder = CallRecorder(config, self.keep)
        open(self.output, "w").close()

    def keep(self, record):
        self.lines.append(canonical(record))

    def flush(self):
        if self.lines and os.getpid() == self.process:
            with open(self.output, "a", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in self.lines))
        self.lines = []

    def start(self):
        self.recorder.tracing.start()

    def finish(self):
        self.recorder.tracing.stop()
        self.keep(self.recorder.summary())
        self.flush()

    def begin_test(self, name):
        random.seed(0)
        self.recorder.begin_test(None if name is None else without_addresses(name))

    def choose_tests(self, config, items):
        """Says which tests there are, and leaves out those that make no call of interest."""
        if self.tests is None:
            self.recorder.callers.collected(without_addresses(item.nodeid) for item in items)
            return
        left_out = [item for item in items if without_addresses(item.nodeid) not in self.tests]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if without_addresses(item.nodeid) in self.tests]


def open_recording():
    """The recording that the environment variable describes, or None where it is not set."""
    path = os.environ.get(VARIABLE)
    if not path:
        return None
    with open(path, encoding="utf-8") as file:
        return Recording(json.load(file))


_recording = open_recording()


def pytest_configure(config):
    """Benchmarks run once: on a clock that advances by readings they would measure for ever."""
    if _recording is not None and hasattr(config.option, "benchmark_disable"):
        config.option.benchmark_disable = True


def pytest_sessionstart(session):
    if _recording is not None:
        _recording.start()


def pytest_collection_modifyitems(config, items):
    if _recording is not None:
        _recording.choose_tests(config, items)


def pytest_runtest_logstart(nodeid, location):
    if _recording is not None:
        _recording.begin_test(nodeid)


def pytest_runtest_logfinish(nodeid, location):
    if _recording is not None:
        _recording.begin_test(None)
        _recording.flush()


def pytest_unconfigure(config):
    if _recording is not None:
        _recording.finish()
