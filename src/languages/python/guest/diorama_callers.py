"""Which tests execute each target: those under way when its body, or a function that it made, is entered.

Of the tests of one function that differ in parameters only the first and samples of later ones are kept. Beside them stands which recorded
calls of a target all tests of a function made.
"""

from diorama_test_lines import is_importing

DENSE_TESTS = 24  # tests of one function kept before sampling begins
SAMPLES_PER_STEP = 8  # sampled tests after which the distance between them doubles
MOST_FUNCTIONS = 400  # test functions of one target
NO_INPUTS = -1  # a call whose inputs cannot be written
NOT_SEEN = -2  # a call that was not looked at


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
        self.made = {}
        self.known = {}

    def collected(self, names):
        """`names` of all tests, with their parameters, in their order."""
        counts = {}
        for full in names:
            name = full.partition("[")[0]
            self.keys.setdefault(full, (name, counts.get(name, 0)))
            counts[name] = counts.get(name, 0) + 1

    def begin_test(self, full):
        """Begins a test, or none; gives the records of the one before."""
        records = []
        if self.targets:
            name, number = self.test
            records.append({"calling_test": {"name": name, "number": number, "targets": sorted(self.targets)}})
        news = self.new_calls()
        if news:
            records.append({"test_calls": {"name": self.test[0], "targets": news}})
        self.test, self.targets, self.made = self.keys.get(full), [], {}
        return records

    def called(self, target, record):
        """A call of a target (its index) ended: `record` is the number of what was written of it, NO_INPUTS, or NOT_SEEN."""
        if self.test is not None:
            self.made.setdefault(target, set()).add(record)

    def new_calls(self):
        """`[target, numbers]` of calls that no earlier test of the same function was told to make; None for numbers where one was not seen."""
        news = []
        for target, records in sorted(self.made.items()):
            known = self.known.setdefault((self.test[0], target), set())
            is_first = not known
            if NOT_SEEN in known:
                continue
            new = records - known
            known |= records
            if NOT_SEEN in records:
                news.append([target, None])
            elif new or is_first:
                news.append([target, sorted(new - {NO_INPUTS})])
        return news

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
