"""Notes from which calls of test code the targets are reached: what such an entry call was given, as a recipe, and how it ended.

A call is noted by `diorama_makings` already, for it may make an object; here it is kept where a target ran while it was under way.
"""

import os

from diorama_callers import Samples
from diorama_encoding import canonical
from diorama_makings import MadeWriter
from diorama_names import Refused, type_name
from diorama_tracing import UNKNOWN

MOST_ENTRIES = 96  # distinct entry calls of one function
MOST_OF_TARGET = 8  # of those that led to one target: so many are kept beside the samples, up to as many again
MOST_IDLE = 48  # of those from which no target was reached: what they were given belongs to the function's inputs as well
MOST_LOOKED_AT = 2000  # entry calls of one function that are written to see whether they are distinct


class Entry:
    """An entry call under way; `recipe` is None where it is not kept, and at most `most` of its function are."""

    __slots__ = ("frame", "most", "call", "recipe", "targets")

    def __init__(self, frame, most):
        self.frame, self.most = frame, most
        self.call = self.recipe = None
        self.targets = set()


class Entries:
    """The entry calls of a recording; `tree` is the repository's folder with links followed."""

    def __init__(self, makings, tree, write):
        self.makings, self.tree, self.write = makings, tree, write
        self.current = None
        self.seen, self.samples, self.kept, self.of_targets = {}, {}, {}, {}

    def reached(self, index):
        """A target runs: the outermost call that test code made and that is under way led to it."""
        outermost = next(iter(self.makings.pending.values()), None)
        if outermost is None:
            return
        frame, (first, _) = outermost
        if self.current is None or self.current.frame is not frame:
            self.current = self.begin(frame, first, MOST_ENTRIES)
        self.current.targets.add(index)

    def begin(self, frame, first, most):
        entry, key = Entry(frame, most), id(frame.f_code)
        seen = self.seen.setdefault(key, set())
        if "call" not in first or len(seen) >= MOST_LOOKED_AT:
            return entry
        try:
            recipe = self.recipe_of(first)
        except (Refused, RecursionError):
            return entry
        text = canonical([first["call"], recipe])
        if text not in seen:
            entry.call, entry.recipe = first["call"], recipe
        seen.add(text)
        return entry

    def is_kept(self, entry):
        """True for a sample of its function's calls, and for one of the first that lead to a target."""
        key = id(entry.frame.f_code)
        kept, counts = self.kept.get(key, 0), self.of_targets.setdefault(key, {})
        is_sample = kept < entry.most and self.samples.setdefault(key, Samples()).takes_next()
        is_rare = kept < 2 * MOST_ENTRIES and any(counts.get(target, 0) < MOST_OF_TARGET for target in entry.targets)
        if is_sample or is_rare:
            self.kept[key] = kept + 1
            for target in entry.targets:
                counts[target] = counts.get(target, 0) + 1
        return is_sample or is_rare

    def recipe_of(self, first):
        """What a noted call was given, with the object whose method it is as it was made."""
        self.makings.context.begin_case(None)
        writer = MadeWriter(self.makings.context, self.makings, {})
        forms = {
            "positional": [writer.expanded(form) for form in first["positional"]],
            "keywords": {name: writer.expanded(form) for name, form in first["keywords"].items()},
        }
        if "of" in first:
            forms["receiver"] = writer.expanded(first["of"])
        recipe = writer.finish(forms)
        recipe.update(shared=writer.shared, files={}, variables={})
        return recipe

    def left(self, frame, exception):
        """Writes an entry call down when it ends."""
        entry = self.current
        if entry is None or entry.frame is not frame:
            outermost = next(iter(self.makings.pending.values()), None)
            if outermost is None or outermost[0] is not frame or id(frame.f_code) not in self.seen:
                return
            entry = self.begin(frame, outermost[1][0], MOST_IDLE)
        self.current = None
        if entry.recipe is None or not self.is_kept(entry):
            return
        code = frame.f_code
        raised = None if exception is None else "?" if exception is UNKNOWN else type_name(type(exception))
        place = {"path": os.path.relpath(os.path.realpath(code.co_filename), self.tree), "line": code.co_firstlineno}
        told = {"call": entry.call, "recipe": entry.recipe, "raised": raised, "targets": sorted(entry.targets)}
        self.write({"entry": dict(place, name=code.co_name, **told)})

    def begin_test(self):
        self.current = None
