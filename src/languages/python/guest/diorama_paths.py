"""Which lines the calls of a target ran, and so which calls of it a second recording should write down.

A recording writes a target's first calls and samples of later ones; the call that takes a rare branch is seldom among
them. Here every call's lines are noted, and a call that ran lines, or a combination of lines, that no written call
did becomes a wish: the test and the number of the call in it.
"""

MOST_FOLLOWED_CALLS = 20000  # of one target; later ones are not looked at
MOST_STEPS = 300000  # lines that calls of one target may run before no more of them are looked at
MOST_WISHES = 96
MOST_COMBINATIONS = 40  # of those, calls that ran no line for the first time


class TargetPaths:
    """What is known of one target's calls."""

    __slots__ = ("name", "calls", "steps", "paths", "lines", "wishes", "combinations")

    def __init__(self, name):
        self.name = name
        self.calls = self.steps = self.combinations = 0
        self.paths, self.lines, self.wishes = set(), set(), []

    def is_open(self):
        return self.calls < MOST_FOLLOWED_CALLS and self.steps < MOST_STEPS and len(self.wishes) < MOST_WISHES

    def begin_anew(self):
        self.calls = self.steps = self.combinations = 0
        self.wishes = []

    def settle(self, walk):
        """Called when a call has ended, with what it ran."""
        path = frozenset(walk.lines)
        if not path or path in self.paths:
            return
        pending = walk.pending
        if pending is not None and pending.is_refused:
            return
        if pending is None or not pending.is_written:
            if path <= self.lines:
                if self.combinations >= MOST_COMBINATIONS:
                    return
                self.combinations += 1
            self.wishes.append(walk.call)
        self.paths.add(path)
        self.lines |= path


class Walk:
    """One call under way. It holds no frame: a generator that is never finished must be able to go."""

    __slots__ = ("paths", "call", "pending", "lines")

    def __init__(self, paths, call, pending):
        self.paths, self.call, self.pending = paths, call, pending
        self.lines = set()


class Paths:
    """The calls of all targets, by frame while they are under way."""

    def __init__(self):
        self.by_target = {}
        self.walks = {}
        self.targets = {}
        self.open = {}

    def know(self, code, target):
        """Lines of the code object, and of those inside it, are the target's."""
        self.targets[id(code)] = (code, target)
        for constant in code.co_consts:
            if isinstance(constant, type(code)):
                self.know(constant, target)

    def is_followed(self, code):
        known = self.targets.get(id(code))
        return known is not None and self.is_open(known[1])

    def begin(self, frame, target, call, pending):
        """`call` is `[test, number of the call in it]`; `pending` is what the recorder made of it, None where it passed it over."""
        paths = self.by_target.get(target)
        if paths is None:
            paths = self.by_target[target] = TargetPaths(target)
        paths.calls += 1
        if paths.is_open():
            walk = self.walks[id(frame)] = Walk(paths, call, pending)
            self.open.setdefault(target, {})[id(frame)] = walk

    def step(self, frame, line):
        """A function inside a target runs for the call of it that began last."""
        walk = self.walks.get(id(frame))
        if walk is None:
            known = self.targets.get(id(frame.f_code))
            walks = known and self.open.get(known[1])
            walk = next(reversed(walks.values())) if walks else None
        if walk is not None:
            walk.lines.add(line)
            walk.paths.steps += 1

    def end(self, frame):
        walk = self.forget(frame)
        if walk is not None:
            walk.paths.settle(walk)

    def forget(self, frame):
        """An earlier frame at the same address may have gone without a word."""
        walk = self.walks.pop(id(frame), None)
        if walk is not None:
            del self.open[walk.paths.name][id(frame)]
        return walk

    def is_under_way(self, frame):
        return id(frame) in self.walks

    def is_open(self, target):
        paths = self.by_target.get(target)
        return paths is None or paths.is_open()

    def begin_anew(self):
        """The paths so far are known; what was wished for because of them is not."""
        for paths in self.by_target.values():
            paths.begin_anew()

    def wishes(self):
        return {target: paths.wishes for target, paths in self.by_target.items() if paths.wishes}
