"""What each assertion of a test saw: the functions that prepared test sources call in the place of their assertions.

A record is `[site, operands, truth]`: operands in the encoding of observations, truth as the test found it, or null
where the other side of the assertion is not in this process; then the places of the operands follow. Nothing here is believed: the judge compares operands
with what the reference showed, outside.
"""

from builtins import AssertionError, RecursionError, bool, enumerate, getattr, isinstance, len, max, min, type

from diorama_names import Refused, type_name
from diorama_observing import Observer

MOST_RECORDS = 20000
# Nodes of one operand, and of all operands of one test: what is larger is no more than a type, and the assertion's truth.
MOST_OPERAND_NODES = 10000
MOST_TEST_NODES = 200000
_operators = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "is": lambda left, right: left is right,
    "is not": lambda left, right: left is not right,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
}


class OperandObserver(Observer):
    """Looks at a value that the test goes on to use: nothing that looking would use up."""

    def __init__(self, tree, most_nodes):
        Observer.__init__(self, tree=tree)
        self.nodes_left = most_nodes

    def items_of(self, iterator):
        raise Refused("iterator", type_name(type(iterator)))

    asynchronous_items = items_of


class Notebook:
    """The records of the test that runs."""

    def __init__(self):
        self.tree = None
        self.begin()

    def begin(self):
        self.records, self.left_out, self.nodes_left = [], 0, MOST_TEST_NODES

    def take(self):
        records, self.records = self.records, []
        return records

    def write(self, site, operands, truth):
        """Adds a record and gives it back: its truth may be known only later."""
        record = [site, [self.look_at(operand) for operand in operands], truth]
        if len(self.records) < MOST_RECORDS:
            self.records.append(record)
        else:
            self.left_out += 1
        return record

    def look_at(self, value):
        try:
            return self.observed(lambda observer: observer.encode(value))
        except Refused as refusal:
            return {"refused": refusal.reason + ": " + type_name(type(value))[:200]}
        except RecursionError:
            return {"refused": "too_deep: " + type_name(type(value))[:200]}

    def look_at_exception(self, exception):
        try:
            return {"exception": self.observed(lambda observer: observer.exception(exception))}
        except Refused as refusal:
            return {"refused": refusal.reason}

    def observed(self, look):
        most = min(MOST_OPERAND_NODES, self.nodes_left)
        observer = OperandObserver(self.tree, most)
        try:
            return look(observer)
        finally:
            self.nodes_left -= most - max(observer.nodes_left, 0)


notebook = Notebook()


def saw(site, places, *operands):
    """An assertion whose other side was cut out. It goes on as if it held."""
    notebook.write(site, operands, None).append(places)


def compare(site, operators, *operands):
    record = notebook.write(site, operands, None)
    truth = True
    for index, operator in enumerate(operators):
        truth = _operators[operator](operands[index], operands[index + 1])
        if not truth:
            break
    _settle(record, bool(truth))


def true(site, value):
    record = notebook.write(site, (value,), None)
    _settle(record, bool(value))


def false(site, value):
    record = notebook.write(site, (value,), None)
    _settle(record, not value)


def instance(site, value, kinds):
    record = notebook.write(site, (value, kinds), None)
    _settle(record, isinstance(value, kinds))


def not_instance(site, value, kinds):
    record = notebook.write(site, (value, kinds), None)
    _settle(record, not isinstance(value, kinds))


def _settle(record, truth):
    record[2] = truth
    if not truth:
        raise AssertionError("site %d" % record[0])


def method(site, count, function, *arguments, **keywords):
    """An assertion method of unittest as it stands, its first `count` arguments recorded."""
    record = notebook.write(site, arguments[:count], False)
    result = function(*arguments, **keywords)
    record[2] = True
    return result


class Raising:
    """The context manager of `assertRaises` or `pytest.raises`, and what came of it."""

    def __init__(self, site, leading, inner):
        self.site, self.leading, self.inner = site, leading, inner

    def __enter__(self):
        return self.inner.__enter__()

    def __exit__(self, kind, exception, trace):
        record = notebook.write(self.site, self.leading, False)
        record[1].append(None if exception is None else notebook.look_at_exception(exception))
        result = self.inner.__exit__(kind, exception, trace)
        record[2] = bool(result)
        return result

    def __getattr__(self, name):
        return getattr(self.inner, name)


def raising(site, leading, function, *arguments, **keywords):
    """An expected exception, around a block or a call. `leading` arguments come before what is called."""
    expected, called = arguments[:leading], arguments[leading:]
    if not called:
        return Raising(site, expected, function(*expected, **keywords))
    manager = Raising(site, expected, function(*expected))
    with manager as found:
        called[0](*called[1:], **keywords)
    return found
