"""Which tests execute each target: those under way when its body, or a function that it made, is entered.

Of the tests of one function that differ in parameters only the first and samples of later ones are kept.
"""

from diorama_test_lines import is_importing

DENSE_TESTS = 24  # tests of one function kept before sampling begins
SAMPLES_PER_STEP = 8  # sampled tests after which the distance between them doubles
MOST_FUNCTIONS = 400  # test functions of one target


class Samples:
    """Tests of one function that execute a target: how many there were, and at which the next is kept."""

    __slots__ = ("count", "kept", "distance", "next")

    def __init__(self):
        self.count = self.kept = self.next = 0
        self.distance = 1

    def takes_next(self):
        self.count += 1
        if self.count <= self.next:
            return False
        self.kept += 1
        if self.kept >= DENSE_TESTS:
            self.distance *= 2 if self.kept % SAMPLES_PER_STEP == 0 else 1
            self.next = self.count + self.distance - 1
        return True


class CallingTests:
    """
    A test is `(name, number)`: its name without parameters, and its number among the collected ones of that name. What runs while nothing
    is tested, or while a module is imported, is nobody's.
    """

    def __init__(self, most_targets):
        self.keys = {}
        self.test = None
        self.last = [None] * most_targets
        self.samples = [{} for _ in range(most_targets)]
        self.targets = []

    def collected(self, names):
        """`names` of all tests, with their parameters, in their order."""
        counts = {}
        for full in names:
            name = full.partition("[")[0]
            self.keys.setdefault(full, (name, counts.get(name, 0)))
            counts[name] = counts.get(name, 0) + 1

    def begin_test(self, full):
        """Begins a test, or none; gives the record of the one before, where it is to be written."""
        record = None
        if self.targets:
            name, number = self.test
            record = {"calling_test": {"name": name, "number": number, "targets": sorted(self.targets)}}
        self.test, self.targets = self.keys.get(full), []
        return record

    def entered(self, target, frame):
        """`target` is its index."""
        test = self.test
        if test is None or self.last[target] is test or is_importing(frame):
            return
        self.last[target] = test
        functions = self.samples[target]
        if test[0] not in functions:
            if len(functions) >= MOST_FUNCTIONS:
                return
            functions[test[0]] = Samples()
        if functions[test[0]].takes_next():
            self.targets.append(target)
