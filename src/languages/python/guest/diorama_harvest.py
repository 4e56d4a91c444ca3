"""Makes entry calls: `python diorama_harvest.py CONFIGURATION`.

The configuration is a JSON file `{entries, modules, output}`. `modules` are imported first. `entries` is a file of JSON Lines `{call, recipe, raises, phase}`: `call`
is `module:Qualified.name`, or the name of a method of the recipe's receiver; `raises` are the simple names of the exceptions with which it may end.

With `tries` the calls are made as they are, and `output` becomes JSON Lines `[line, outcome]`: `returned`, `raised` where it is one of `raises`, else `other`.
Functions that are called meanwhile are counted: a call that calls too many of them is `other`, and after too many altogether no more calls are made. A call that ends the
process, or takes too much of its time, has no outcome; another process goes on behind it.

Else the configuration is the recorder's as well (`diorama_recorder`), and the calls are made under it. Calls of phase 0 come first, and what they lead to is
known. Each later phase is recorded as if nothing had been recorded before, but for what is known by then. A call is named `varied:LINE`, as tests are.
"""

import importlib
import inspect
import itertools
import json
import os
import signal
import sys
import tempfile

import diorama_world as world
from diorama_building import NOTHING, Builder, build_with, resolve_callable
from diorama_case import Loop
from diorama_names import Refused
from diorama_pieces import in_process
from diorama_recorder import Recording

SECONDS_PER_CALL = 10  # processor time after which a process is given up
MOST_PROCESSES = 8
MOST_EVENTS_OF_CALL = 300000  # functions that one call may call and return from while it is tried
MOST_EVENTS = 6000000  # the same of all calls together
MOST_TARGET_CALLS = 120000  # calls of all targets after which no more entries are made under the recorder
MOST_ITEMS = 1000  # items that are taken of an iterator


class TooLong(BaseException):
    """Ends a call that calls too many functions."""


class EntryCalls:
    """Makes calls in a directory of their own, and counts what they call where `counts` says so."""

    def __init__(self, counts=False):
        self.counts = counts
        self.events = self.most = 0
        self.directory = os.path.join(tempfile.mkdtemp(), "case")

    def make(self, line):
        """The outcome of a call."""
        signal.setitimer(signal.ITIMER_PROF, SECONDS_PER_CALL)
        world.restart()
        recipe = line["recipe"]
        try:
            os.makedirs(self.directory, exist_ok=True)
            os.chdir(self.directory)
            (receiver, positional, keywords), _, _ = build_with(Builder(recipe.get("shared") or [], self.directory), recipe)
            function = resolve_callable(line["call"]) if receiver is NOTHING else getattr(receiver, line["call"])
        except (Refused, Exception):
            return "other"
        self.most = self.events + MOST_EVENTS_OF_CALL
        try:
            if self.counts:
                sys.setprofile(self.count)
            take(function(*positional, **keywords))
            return "returned"
        except BaseException as problem:
            return "raised" if type(problem).__name__ in line["raises"] else "other"
        finally:
            sys.setprofile(None)
            signal.setitimer(signal.ITIMER_PROF, 0)

    def count(self, frame, event, argument):
        self.events += 1
        if self.events > self.most:
            raise TooLong()


def take(result):
    """Waits for what a call gave, and takes what it iterates over."""
    if inspect.isawaitable(result):
        loop = Loop()
        try:
            result = loop.run(result)
        finally:
            loop.close()
    if hasattr(type(result), "__next__"):
        for _ in itertools.islice(result, MOST_ITEMS):
            pass


def import_all(modules):
    for module in modules:
        try:
            importlib.import_module(module)
        except BaseException as problem:
            sys.stderr.write(module + ": " + type(problem).__name__ + "\n")


def try_all(config, lines):
    """Tries all calls, each process those behind the one that ended the process before."""
    open(config["output"], "w").close()
    at = 0
    for _ in range(MOST_PROCESSES):
        at += in_process(lambda tell, first=at: try_lines(config, lines, first, tell)) + 1
        if at > len(lines):
            return


def try_lines(config, lines, first, tell):
    sys.stdout = open(os.devnull, "w")
    world.install()
    import_all(config["modules"])
    calls = EntryCalls(counts=True)
    with open(config["output"], "a", encoding="utf-8") as file:
        for number in range(first, len(lines)):
            if calls.events > MOST_EVENTS:
                tell()
                continue
            outcome = calls.make(lines[number])
            file.write(json.dumps([number, outcome]) + "\n")
            file.flush()
            tell()


def record_all(config, lines):
    """Makes the calls under the recorder; nothing is kept of one that ends in another way than it may."""
    recording = Recording(config)
    recorder, calls = recording.recorder, EntryCalls()
    recorder.entries = None
    import_all(config["modules"])
    recording.start()
    phase = made = 0
    for number, line in enumerate(lines):
        if line["phase"] != phase:
            made += sum(target.calls for target in recorder.targets)
            recorder.begin_anew(phase == 0)
            phase = line["phase"]
        name = "varied:%d" % number
        is_wanted = recording.tests is None or name in recording.tests
        if not is_wanted or made + sum(target.calls for target in recorder.targets) > MOST_TARGET_CALLS:
            continue
        recording.begin_test(name)
        outcome = calls.make(line)
        recording.begin_test(None)
        if outcome == "other" or phase == 0:
            recording.lines.clear()
        recording.flush()
    recording.finish()


def main(path):
    with open(path, encoding="utf-8") as file:
        config = json.load(file)
    with open(config["entries"], encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.strip()]
    if config.get("tries"):
        try_all(config, lines)
    else:
        sys.stdout = open(os.devnull, "w")
        record_all(config, lines)


if __name__ == "__main__":
    main(sys.argv[1])
