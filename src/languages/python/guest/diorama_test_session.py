"""One run of selected tests: their order, their frames, what each cost and recorded.

A test is asked for by the name it has without parameters and its number among those of that name, so that nothing of the
parameters needs to be known here. Tests that were not found, or never ran, are errors at their turn.
"""

import os

import diorama_test_lines
import diorama_world as world
from diorama_report import BUILT, DONE, OVER_CPU, TEST
from diorama_test_recording import notebook

_MESSAGE_CHARACTERS = 300


class Session:
    """`order`: `(name, number)` of the tests in the order in which they run."""

    def __init__(self, job, places, report):
        self.order = [(each["name"], each["number"]) for each in job["order"]]
        self.places = {key: index for index, key in enumerate(self.order)}
        self.lists = job["lists"]
        self.report, self.tree = report, places["tree"]
        self.limit = job["test_cpu_seconds"]
        self.next, self.is_over, self.is_built = 0, False, False
        self.missing = "The test was not found."
        self.plugins = []
        self.tracer = diorama_test_lines.LineTracer(places["edited"]) if job["trace_lines"] else None
        if self.tracer is not None:
            self.tracer.reasons = 1
            self.tracer.start()
        self.begun = world.real_process_time()
        notebook.tree = self.tree

    def select(self, names):
        """`names` of all collected tests in their order: indexes of those to run, in the order asked for. Says what was found."""
        counts, found = {}, {}
        for index, name in enumerate(names):
            counts[name] = counts.get(name, 0) + 1
            found[name, counts[name] - 1] = index
        self._say_built(names)
        if self.lists and not self.order:
            self.order = list(found)
            self.places = {key: index for index, key in enumerate(self.order)}
            return list(range(len(names)))
        return [found[key] for key in self.order if key in found]

    def _say_built(self, names):
        content = {"code_digest": "", "cpu_seconds": world.real_process_time() - self.begun}
        if self.lists:
            content["collected"] = names
            content["plugins"] = self.plugins
        self.report.send(BUILT, content)
        self.is_built = True

    def begin(self, place):
        """A test begins: the world anew, whatever the one before left of it."""
        self._pass_over(place)
        os.chdir(self.tree)
        world.restart()
        notebook.begin()
        if self.tracer is not None:
            diorama_test_lines.forget(self.tree)
            self.tracer.reasons = 0
            self.tracer.start()
        self.begun = world.real_process_time()

    def share(self, change):
        """Something for several tests begins (1) or has ended (-1)."""
        if self.tracer is not None:
            self.tracer.reasons += change

    def end(self, place, outcome, message):
        cost = world.real_process_time() - self.begun
        if self.is_over or place != self.next:
            return
        lines = None if self.tracer is None else self.tracer.stop()
        self._send(place, outcome, cost, message, lines)
        if cost > self.limit:
            self.report.send(OVER_CPU, {})
            self.is_over = True

    def _send(self, place, outcome, cost, message, lines=None):
        frame = {
            "index": place,
            "outcome": outcome,
            "cpu_seconds": cost,
            "message": message.encode("ascii", "replace").decode("ascii")[:_MESSAGE_CHARACTERS],
            "left_out": notebook.left_out,
            "records": notebook.take(),
        }
        if lines is not None:
            frame["lines"], frame["steps"] = lines, self.tracer.steps
        self.report.send(TEST, frame)
        self.next = place + 1

    def _pass_over(self, place):
        while self.next < place:
            notebook.begin()
            self._send(self.next, "error", 0.0, self.missing)

    def finish(self):
        if not self.is_built:
            self._say_built([])
        if not self.is_over:
            self._pass_over(len(self.order))
            self.report.send(DONE, {} if self.tracer is None else {"shared_lines": sorted(self.tracer.shared)})
