"""Writes recipes of many values, builds them again and compares; prints one JSON object {name: problem or null}."""

import collections, datetime, decimal, fractions, functools, io, json, os, pathlib, re, sys, tempfile, types, uuid

sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1], os.path.dirname(os.path.abspath(__file__))]
import orchard
from diorama_values import NOTHING, Anything, Observer, Refused, build_case, canonical, recipe_of_call


def through(value):
    recipe = recipe_of_call([value], {}, None, Anything(), has_receiver=False)
    text = json.dumps(recipe, allow_nan=False, sort_keys=True)
    with tempfile.TemporaryDirectory() as directory:
        return build_case(json.loads(text), directory)[1][0]


def same(value, again):
    def seen(each):
        if type(each) is functools.partial:
            # As a result it is a function that the call made.
            return Observer().observe_returned(None, (NOTHING, [each], {}))
        return Observer().observe_returned(each, (NOTHING, [], {}))

    first, second = seen(value), seen(again)
    if first["status"] != "returned":
        return "not observable: " + str(first)
    return None if canonical(first) == canonical(second) else "%s became %s" % (canonical(first), canonical(second))


def match():
    return re.compile(r"(\d+)-(\d+)").search("see 10-20 there")


tree = orchard.Tree("oak", [orchard.Fruit(1.5), orchard.Fruit(float("nan"))])
tree.parent = tree
shared = [1]
cyclic = [1, {}]
cyclic[1]["back"] = cyclic
text_file = io.StringIO("one\ntwo\n")
text_file.readline()
half = iter([1, 2, 3])
next(half)
VALUES = {
    "atoms": [None, True, 0, -1, 2**53, -(2**53), 10**5000, 1.0, -0.0, float("inf"), 1e300, 2j, "", "é\n", "\ud800x"],
    "bytes": [b"\x00\xff", bytearray(b"ab")],
    "containers": [(), (1,), [[]], {"a": 1, 2: (3,)}, {1, "x", None}, frozenset([1]), collections.deque([1], 3)],
    "alias": [shared, shared, (shared,)],
    "cycle": cyclic,
    "self": tree,
    "collections": [
        collections.OrderedDict([("b", 1), ("a", 2)]),
        collections.defaultdict(list, {"a": [1]}),
        collections.Counter("aab"),
        collections.ChainMap({"a": 1}, {"b": 2}),
        types.SimpleNamespace(x=1),
        types.MappingProxyType({"k": [1]}),
    ],
    "values": [
        datetime.datetime(2020, 1, 2, 3, 4, 5, 6, datetime.timezone.utc, fold=1),
        datetime.date(2020, 2, 29),
        datetime.time(1, 2, 3),
        datetime.timedelta(days=-1, microseconds=5),
        datetime.timezone(datetime.timedelta(hours=2), "X"),
        decimal.Decimal("1.50"),
        decimal.Decimal("NaN"),
        fractions.Fraction(1, 3),
        uuid.UUID(int=5),
        pathlib.Path("a/b"),
        pathlib.PurePosixPath("/x"),
        re.compile("a+", re.I),
        re.compile(b"a"),
        range(1, 10, 2),
        slice(1, None),
        match(),
    ],
    "functions": [len, str.upper, [].append, os.path.join, orchard.plant, orchard.Tree.grow, orchard.Tree, tree.grow, type(None), orchard.Tree.pruner],
    "partial": functools.partial(orchard.plant, 1, kind="x"),
    "iterators": [half, iter({1: 2}), enumerate([3, 4]), zip([1], "a"), reversed([1, 2])],
    "enum": [orchard.Season.SPRING, orchard.Access.READ | orchard.Access.WRITE, orchard.Level.HIGH],
    "subclasses": [orchard.Name("x"), orchard.Basket([1, 2]), orchard.Prices(a=1), orchard.Point(1, 2), orchard.Days(3)],
    "mapping subclasses": [orchard.Ordered(b=1, a=2), orchard.Grouped(list, {"a": [1]}), orchard.Tally("aab")],
    "slots": orchard.Slotted(1),
    "dataclass": orchard.Plot(1, [2]),
    "exceptions": [ValueError("a", 1), orchard.Rotten("bad", 3), KeyError("k"), OSError(2, "gone")],
    "datetime subclass": orchard.Harvest(2020, 1, 2, fold=1),
    "path subclass": orchard.Bed("a/b"),
    "sentinel": orchard.MISSING,
    "module": json,
    "memory files": [text_file, io.BytesIO(b"abc")],
    "views": [{"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items()],
}


def problem_of(value):
    try:
        return same(value, through(value))
    except Exception as problem:
        return "%s: %s" % (type(problem).__name__, problem)


def alias_kept():
    again = through([shared, shared, (shared,)])
    return None if again[0] is again[1] and again[2][0] is again[0] else "aliases lost"


def cycle_kept():
    again = through(cyclic)
    return None if again[1]["back"] is again else "cycle lost"


def untouched():
    remaining = iter([1, 2, 3])
    next(remaining)
    again = through(remaining)
    return None if list(again) == [2, 3] == list(remaining) else "consumed by looking"


def constructors_silent():
    values = [orchard.Tree.__new__(orchard.Tree), tree, orchard.Plot(1, [])]
    before = len(orchard.CONSTRUCTED)
    through(values)
    return None if len(orchard.CONSTRUCTED) == before else "a constructor ran"


def keywords_in_order():
    recipe = {"positional": [], "keywords": {"a": 1, "b": 2, "c": 3}, "order": ["c", "lost", "a"]}
    with tempfile.TemporaryDirectory() as directory:
        usual = list(build_case(dict(recipe, order=None), directory)[2])
        given = list(build_case(recipe, directory)[2])
    return None if (usual, given) == (["a", "b", "c"], ["c", "a", "b"]) else "%s, %s" % (usual, given)


results = {name: problem_of(value) for name, value in VALUES.items()}
for check in (alias_kept, cycle_kept, untouched, constructors_silent, keywords_in_order):
    results[check.__name__] = check()
print(json.dumps(results))
